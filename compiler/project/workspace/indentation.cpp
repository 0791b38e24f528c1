#include "workspace/indentation.h"

#include <algorithm>

#include "workspace/text_positions.h"

namespace ishi::compiler {
namespace {

constexpr uint32_t kStep = 2;

// Without a comment and the blanks at its end. Quotes are respected.
std::string_view code_of(std::string_view line) {
  char quote = 0;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '#' && (i == 0 || line[i - 1] == ' ' || line[i - 1] == '\t'))
      line = line.substr(0, i);
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == '\t')) line.remove_suffix(1);
  return line;
}

int open_brackets(std::string_view code) {
  int open = 0;
  char quote = 0;
  for (const char c : code) {
    if (quote != 0)
      quote = c == quote ? '\0' : quote;
    else if (c == '"' || c == '\'')
      quote = c;
    else if (c == '{' || c == '[')
      ++open;
    else if (c == '}' || c == ']')
      --open;
  }
  return open;
}

}  // namespace

uint32_t indentation_at(std::string_view text, uint32_t offset) {
  const TextPositions lines(text);
  uint32_t line = lines.line_of(std::min(offset, static_cast<uint32_t>(text.size())));
  std::string_view code;
  while (line > 0 && code.empty()) code = code_of(lines.line(--line));
  if (code.empty()) return 0;
  auto indent = static_cast<uint32_t>(std::min(code.find_first_not_of(' '), code.size()));
  uint32_t inner = indent;  // of a name behind dashes
  while (inner + 1 < code.size() && code[inner] == '-' && code[inner + 1] == ' ') {
    ++inner;
    while (inner < code.size() && code[inner] == ' ') ++inner;
  }
  const bool has_dash = inner > indent;
  const std::string_view last =
      code.substr(code.find_last_of(' ') == std::string_view::npos ? 0 : code.find_last_of(' ') + 1);
  const bool is_block_text = last == "|" || last == ">" || last == "|-" || last == ">-" || last == "|+";
  if (open_brackets(code) > 0) return inner + kStep;
  if (code.ends_with(':') || is_block_text) return inner + kStep;
  // Behind a dash with a name of several the others stand below it; else another dash comes.
  const bool is_pair = has_dash && code.find(": ", inner) != std::string_view::npos && code[inner] != '{' &&
                       code[inner] != '[';
  return is_pair ? inner : indent;
}

}  // namespace ishi::compiler
