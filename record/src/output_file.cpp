#include "output_file.h"

#if defined(_WIN32)
#ifndef NOMINMAX
#define NOMINMAX
#endif
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <share.h>
#include <cstdlib>
#include <vector>
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
  // A path is UTF-8, as everywhere in Ishi, whatever the code page is.
  const int units = MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, nullptr, 0);
  if (units <= 0) return Result::cannot_write;
  std::vector<wchar_t> wide(static_cast<size_t>(units));
  MultiByteToWideChar(CP_UTF8, 0, path, -1, wide.data(), units);
  file = _wfsopen(wide.data(), L"wb", _SH_DENYWR);
  if (file != nullptr) return Result::ok;
  return _doserrno == ERROR_SHARING_VIOLATION ? Result::path_in_use : Result::cannot_write;
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
