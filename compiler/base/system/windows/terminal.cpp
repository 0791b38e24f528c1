#include "system/terminal.h"

#include <io.h>

#include "system/windows/windows.h"

namespace ishi::compiler {
namespace {

HANDLE console_of(std::FILE* stream, DWORD& mode) {
  const int number = ::_fileno(stream);
  if (number < 0 || ::_isatty(number) == 0) return nullptr;
  // Also true of printers and of NUL, which have no mode.
  const auto handle = reinterpret_cast<HANDLE>(::_get_osfhandle(number));
  return ::GetConsoleMode(handle, &mode) != 0 ? handle : nullptr;
}

}  // namespace

bool is_terminal(std::FILE* stream) {
  DWORD mode = 0;
  return console_of(stream, mode) != nullptr;
}

bool obeys_escapes(std::FILE* stream) {
  constexpr DWORD kObeys = 0x0004;  // ENABLE_VIRTUAL_TERMINAL_PROCESSING
  DWORD mode = 0;
  const HANDLE console = console_of(stream, mode);
  return console != nullptr && ((mode & kObeys) != 0 || ::SetConsoleMode(console, mode | kObeys) != 0);
}

}  // namespace ishi::compiler
