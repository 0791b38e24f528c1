#include "source/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <system_error>

#include "source/descriptor.h"

namespace ishi::compiler {
namespace {

std::string error_text() { return std::generic_category().message(errno); }

std::string write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return error_text();
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

}  // namespace

std::optional<std::string> read_whole(const std::filesystem::path& path, size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (file.value < 0 || ::fstat(file.value, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (static_cast<uint64_t>(status.st_size) > most) return std::nullopt;
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::read(file.value, bytes.data() + done, bytes.size() - done);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::nullopt;
    done += static_cast<size_t>(count);
  }
  return bytes;
}

std::string replace_whole(const std::filesystem::path& path, std::string_view bytes) {
  // Two builds at once must not share a temporary file.
  static std::atomic<unsigned> counter = 0;
  const std::filesystem::path temporary =
      path.parent_path() /
      fmt::format(".{}.{}-{}", path.filename().string(), ::getpid(), counter.fetch_add(1));
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return error_text();
  struct stat old {};
  if (::stat(path.c_str(), &old) == 0) static_cast<void>(::fchmod(file, old.st_mode & 07777));
  std::string failure = write_all(file, bytes);
  if (::close(file) != 0 && failure.empty()) failure = error_text();
  if (failure.empty() && ::rename(temporary.c_str(), path.c_str()) != 0) failure = error_text();
  if (!failure.empty()) ::unlink(temporary.c_str());
  return failure;
}

}  // namespace ishi::compiler
