#include "system/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <system_error>

#include "system/list_folder.h"
#include "system/posix/descriptor.h"

namespace ishi::compiler {
namespace {

namespace fs = std::filesystem;

// A file that is being written is called ".PID-NUMBER.ishi-tmp", which fits wherever the file's own name
// does.
constexpr std::string_view kTemporary = ".ishi-tmp";

std::string error_text() { return std::generic_category().message(errno); }

std::string write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = uninterrupted([&] { return ::write(file, bytes.data(), bytes.size()); });
    if (count <= 0) return error_text();
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

// A file under a temporary name, which its writer holds a lock on: without one it is nobody's.
class Temporary {
 public:
  // Makes one in a folder, unless `failure` says why not.
  explicit Temporary(const fs::path& folder) {
    static std::atomic<unsigned> counter = 0;
    constexpr int kMostNames = 100;  // others may use this process's number, on other computers
    for (int i = 0; i < kMostNames && file_ < 0; ++i) {
      path_ = folder / fmt::format(".{}-{}{}", ::getpid(), counter.fetch_add(1), kTemporary);
      file_ = open_file(path_, O_WRONLY | O_CREAT | O_EXCL);
      if (file_ < 0 && errno != EEXIST) break;
      if (file_ >= 0 && !take()) close();
    }
    if (file_ < 0) failure = error_text();
    is_there_ = file_ >= 0;
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (is_there_) ::unlink(path_.c_str());
    if (file_ >= 0) close();
  }

  void write(std::string_view bytes) {
    if (failure.empty()) failure = write_all(file_, bytes);
  }

  // Puts it into the place of `path`, with the permissions of what is there.
  void replace(const fs::path& path) {
    if (!failure.empty()) return;
    struct stat old {};
    if (::stat(path.c_str(), &old) == 0)
      static_cast<void>(::fchmod(file_, old.st_mode & 07777));
    else if (errno != ENOENT)
      failure = error_text();
    // Some file systems tell only of a file that is closed that they have no room for it. The lock holds
    // while there is another descriptor; a system that gives none (EINVAL, of WASI) has no locks either.
    const int locked = failure.empty() ? ::fcntl(file_, F_DUPFD_CLOEXEC, 0) : -1;
    if (failure.empty() && locked < 0 && errno != EINVAL) failure = error_text();
    if (!failure.empty()) return;
    close();
    file_ = locked;
    if (!failure.empty()) return;
    if (::rename(path_.c_str(), path.c_str()) != 0)
      failure = error_text();
    else
      is_there_ = false;
  }

  std::string failure;

 private:
  // Locks it, unless somebody has just deleted it for a leftover. Where the system has no locks, nobody does.
  [[nodiscard]] bool take() const {
    const int result = uninterrupted([&] { return ::flock(file_, LOCK_EX | LOCK_NB); });
    if (result != 0) return errno != EWOULDBLOCK;
    struct stat status {};
    return ::fstat(file_, &status) != 0 || status.st_nlink > 0;
  }

  // A close that a signal interrupts has closed all the same.
  void close() {
    if (::close(file_) != 0 && errno != EINTR && failure.empty()) failure = error_text();
    file_ = -1;
  }

  fs::path path_;
  int file_ = -1;
  bool is_there_ = false;  // under this name
};

}  // namespace

tl::expected<std::string, FileFault> read_beginning(const fs::path& path, size_t most) {
  const auto fault = [] { return tl::unexpected(FileFault{false, {errno, std::generic_category()}}); };
  // Non-blocking, so that opening a pipe that nobody writes to returns.
  const Descriptor file(open_file(path, O_RDONLY | O_NONBLOCK));
  struct stat status {};
  if (file.value < 0 || ::fstat(file.value, &status) != 0) return fault();
  if (!S_ISREG(status.st_mode)) return tl::unexpected(FileFault{true, {}});
  std::string bytes;
  std::array<char, 65536> buffer;
  while (bytes.size() < most) {
    const size_t wanted = std::min(buffer.size(), most - bytes.size());
    const ssize_t count = uninterrupted([&] { return ::read(file.value, buffer.data(), wanted); });
    if (count < 0) return fault();
    if (count == 0) break;
    bytes.append(buffer.data(), static_cast<size_t>(count));
  }
  return bytes;
}

std::optional<std::string> read_whole(const fs::path& path, size_t most) {
  const Descriptor file(open_file(path, O_RDONLY | O_NONBLOCK));
  struct stat status {};
  if (file.value < 0 || ::fstat(file.value, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  if (static_cast<uint64_t>(status.st_size) > most) return std::nullopt;
  std::string bytes(static_cast<size_t>(status.st_size), '\0');
  size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count =
        uninterrupted([&] { return ::read(file.value, bytes.data() + done, bytes.size() - done); });
    if (count <= 0) return std::nullopt;
    done += static_cast<size_t>(count);
  }
  return bytes;
}

tl::expected<std::string, std::string> read_to_end(const fs::path& path) {
  const Descriptor file(open_file(path, O_RDONLY));
  if (file.value < 0) return tl::unexpected(error_text());
  std::string bytes;
  std::array<char, 65536> buffer;
  while (true) {
    const ssize_t count = uninterrupted([&] { return ::read(file.value, buffer.data(), buffer.size()); });
    if (count < 0) return tl::unexpected(error_text());
    if (count == 0) return bytes;
    bytes.append(buffer.data(), static_cast<size_t>(count));
  }
}

std::string replace_whole(const fs::path& path, std::string_view bytes) {
  return replace_whole(path, bytes, path.parent_path());
}

std::string replace_whole(const fs::path& path, std::string_view bytes, const fs::path& beside) {
  Temporary temporary(beside);
  temporary.write(bytes);
  temporary.replace(path);
  return temporary.failure;
}

void remove_leftovers(const fs::path& folder) {
  std::error_code error;
  for (const fs::path& path : list_folder(folder, error)) {
    const std::string name = path.filename().string();
    if (!name.starts_with('.') || !name.ends_with(kTemporary)) continue;
    const Descriptor file(open_file(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW));
    if (file.value < 0 || ::flock(file.value, LOCK_SH | LOCK_NB) != 0) continue;
    // It may have become an output since it was opened.
    struct stat opened {};
    struct stat named {};
    const bool is_same = ::fstat(file.value, &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
                         opened.st_dev == named.st_dev && opened.st_ino == named.st_ino;
    if (is_same && S_ISREG(opened.st_mode)) ::unlink(path.c_str());
  }
}

}  // namespace ishi::compiler
