#include "output_file.h"

#if defined(_WIN32)
#include <share.h>
#include <cstdlib>
#elif !defined(__wasi__)
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace ishi::record {

#if defined(_WIN32)

Result open_output(const char* path, std::FILE*& file) {
  constexpr unsigned long kSharingViolation = 32;
  file = _fsopen(path, "wb", _SH_DENYWR);
  if (file != nullptr) return Result::ok;
  return _doserrno == kSharingViolation ? Result::path_in_use : Result::cannot_write;
}

#elif defined(__wasi__)

Result open_output(const char* path, std::FILE*& file) {
  file = std::fopen(path, "wb");
  return file == nullptr ? Result::cannot_write : Result::ok;
}

#else

Result open_output(const char* path, std::FILE*& file) {
  const int descriptor = ::open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor < 0) return Result::cannot_write;
  Result result = Result::cannot_write;
  struct stat about;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    result = Result::path_in_use;
  } else if (::fstat(descriptor, &about) == 0 &&
             (!S_ISREG(about.st_mode) || ::ftruncate(descriptor, 0) == 0)) {
    file = ::fdopen(descriptor, "wb");
    if (file != nullptr) return Result::ok;
  }
  ::close(descriptor);
  return result;
}

#endif

}  // namespace ishi::record
