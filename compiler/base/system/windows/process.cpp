#include "system/process.h"

#include <fcntl.h>
#include <io.h>

#include "system/windows/windows.h"

#include <bcrypt.h>
#include <shellapi.h>

#include <cstdio>
#include <cstdlib>

namespace ishi::compiler {
namespace {

UINT code_page_before = 0;

}  // namespace

void prepare_standard_streams() {
  for (std::FILE* const stream : {stdin, stdout, stderr}) {
    if (::_fileno(stream) >= 0) ::_setmode(::_fileno(stream), _O_BINARY);
  }
  // What is written is UTF-8; the console's next program finds it as it was.
  code_page_before = ::GetConsoleOutputCP();
  if (code_page_before == 0 || code_page_before == CP_UTF8 || ::SetConsoleOutputCP(CP_UTF8) == 0) return;
  std::atexit([] { ::SetConsoleOutputCP(code_page_before); });
}

void keep_freed_memory() {}

std::vector<std::string> arguments_in_utf8(int, char**) {
  int count = 0;
  wchar_t** const arguments = ::CommandLineToArgvW(::GetCommandLineW(), &count);
  std::vector<std::string> result;
  for (int i = 0; i < count; ++i) result.push_back(windows::narrow(arguments[i]));
  ::LocalFree(arguments);
  return result;
}

bool write_in_need(std::string_view text) noexcept {
  DWORD count = 0;
  return ::WriteFile(::GetStdHandle(STD_ERROR_HANDLE), text.data(), static_cast<DWORD>(text.size()), &count,
                     nullptr) != 0;
}

std::string random_bytes(size_t count) {
  std::string bytes(count, '\0');
  const NTSTATUS status = ::BCryptGenRandom(nullptr, reinterpret_cast<PUCHAR>(bytes.data()),
                                            static_cast<ULONG>(count), BCRYPT_USE_SYSTEM_PREFERRED_RNG);
  return status == 0 ? bytes : std::string();
}

void open_address(const std::string& address) {
  ::ShellExecuteW(nullptr, L"open", windows::wide(address).c_str(), nullptr, nullptr, SW_SHOWNORMAL);
}

struct EndRequest::State {};

EndRequest::EndRequest() { static_cast<void>(windows::end_event()); }

EndRequest::~EndRequest() = default;

void EndRequest::wait() { ::WaitForSingleObject(windows::end_event(), INFINITE); }

}  // namespace ishi::compiler
