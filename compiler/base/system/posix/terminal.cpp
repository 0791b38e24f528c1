#include "system/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace ishi::compiler {

bool is_terminal(std::FILE* stream) { return ::isatty(::fileno(stream)) == 1; }

bool obeys_escapes(std::FILE* stream) {
  const char* const kind = std::getenv("TERM");
  const bool is_dumb = kind != nullptr && std::string_view(kind) == "dumb";
  return !is_dumb && is_terminal(stream);
}

}  // namespace ishi::compiler
