#include "syntax/one_line.h"

namespace ishi::compiler {

std::string one_line(std::string_view text, size_t most) {
  std::string line;
  bool is_comment = false;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\r';
    is_comment = c == '#' && line.ends_with(' ') ? true : is_comment && c != '\n';
    if (is_comment) continue;
    if (!is_space)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  while (line.ends_with(' ')) line.pop_back();
  if (line.size() <= most) return line;
  size_t end = most;
  while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0U) == 0x80U) --end;
  return line.substr(0, end) + "…";
}

}  // namespace ishi::compiler
