#include "system/windows/windows.h"

namespace ishi::compiler::windows {
namespace {

HANDLE the_end = nullptr;

BOOL WINAPI note_end(DWORD) { return ::SetEvent(the_end); }

}  // namespace

std::wstring wide(std::string_view text) {
  const int size = static_cast<int>(text.size());
  std::wstring result(text.size(), L'\0');  // in UTF-16 no text has more units than in UTF-8
  const int units = size == 0 ? 0 : ::MultiByteToWideChar(CP_UTF8, 0, text.data(), size, result.data(), size);
  result.resize(static_cast<size_t>(units));
  return result;
}

std::string narrow(std::wstring_view text) {
  constexpr int kMostBytes = 3;  // bytes of UTF-8 for one UTF-16 unit
  const int size = static_cast<int>(text.size());
  std::string result(text.size() * kMostBytes, '\0');
  const int bytes = size == 0 ? 0
                              : ::WideCharToMultiByte(CP_UTF8, 0, text.data(), size, result.data(),
                                                      size * kMostBytes, nullptr, nullptr);
  result.resize(static_cast<size_t>(bytes));
  return result;
}

HANDLE end_event() {
  if (the_end == nullptr) {
    the_end = ::CreateEventW(nullptr, TRUE, FALSE, nullptr);
    ::SetConsoleCtrlHandler(note_end, TRUE);
  }
  return the_end;
}

}  // namespace ishi::compiler::windows
