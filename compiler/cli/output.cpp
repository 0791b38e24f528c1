#include "cli/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

#include "cli/terminal.h"

namespace ishi::compiler::cli {
namespace {

namespace fs = std::filesystem;

bool holds(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  const auto size = fs::file_size(path, error);
  if (error || size != bytes.size() || !fs::is_regular_file(path, error)) return false;
  std::ifstream file(path, std::ios::binary);
  return file && std::equal(std::istreambuf_iterator<char>(file), {}, bytes.begin(), bytes.end());
}

std::string system_error(std::string_view what, const fs::path& path) {
  return fmt::format("{} {}: {}", what, path.string(), std::generic_category().message(errno));
}

std::string write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(file, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return std::generic_category().message(errno);
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

}  // namespace

std::string write_file(const fs::path& named, std::string_view bytes) {
  std::error_code error;
  // A link stays, and what it leads to is written.
  const fs::path path = fs::is_symlink(named, error) ? fs::weakly_canonical(named, error) : named;
  std::error_code missing;  // what is new is no error
  const fs::file_status status = fs::status(path, missing);
  if (fs::exists(status) && !fs::is_regular_file(status))
    return fmt::format("cannot write {}: it is {}", named.string(),
                       fs::is_directory(status) ? "a folder" : "not a regular file");
  if (holds(path, bytes)) return {};
  error.clear();
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), error);
  if (error)
    return fmt::format("cannot make the folder {}: {}", path.parent_path().string(), error.message());

  // Two builds at once must not share a temporary file.
  static std::atomic<unsigned> counter = 0;
  const fs::path temporary = path.parent_path() / fmt::format(".{}.{}-{}", path.filename().string(),
                                                              ::getpid(), counter.fetch_add(1));
  const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (file < 0) return system_error("cannot write", path);
  std::string failure = write_all(file, bytes);
  if (::close(file) != 0 && failure.empty()) failure = std::generic_category().message(errno);
  if (failure.empty() && ::rename(temporary.c_str(), path.c_str()) != 0)
    failure = std::generic_category().message(errno);
  if (failure.empty()) return {};
  ::unlink(temporary.c_str());
  return fmt::format("cannot write {}: {}", path.string(), failure);
}

bool overwrites(const fs::path& output, std::string_view option, const fs::path& source) {
  std::error_code error;
  if (!fs::equivalent(output, source, error) || error) return false;
  complain("{} is a source; {} would overwrite it", output.string(), option);
  return true;
}

}  // namespace ishi::compiler::cli
