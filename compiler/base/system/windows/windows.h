#pragma once

// The system's header, without names that clash, and what the files of this folder share.

#ifndef NOMINMAX
#define NOMINMAX
#endif
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef _WIN32_WINNT
#define _WIN32_WINNT 0x0A00
#endif
#include <windows.h>

#include <string>
#include <string_view>
#include <system_error>

namespace ishi::compiler::windows {

// Texts from and to UTF-8; what is no text there becomes U+FFFD.
[[nodiscard]] std::wstring wide(std::string_view text);
[[nodiscard]] std::string narrow(std::wstring_view text);

[[nodiscard]] inline std::error_code error_of(DWORD code) {
  return {static_cast<int>(code), std::system_category()};
}
[[nodiscard]] inline std::error_code last_error() { return error_of(::GetLastError()); }

// Closes a handle when it goes out of scope.
struct Handle {
  HANDLE value;

  explicit Handle(HANDLE handle) : value(handle) {}
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  ~Handle() { close(); }

  [[nodiscard]] bool is_open() const { return value != nullptr && value != INVALID_HANDLE_VALUE; }
  void close() {
    if (is_open()) ::CloseHandle(value);
    value = INVALID_HANDLE_VALUE;
  }
};

// The event that Ctrl-C, Ctrl-Break and the end of a session set, from the first call on.
[[nodiscard]] HANDLE end_event();

}  // namespace ishi::compiler::windows
