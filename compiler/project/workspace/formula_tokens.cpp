#include "workspace/formula_tokens.h"

namespace ishi::compiler {
namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::vector<FormulaToken> formula_tokens(std::string_view formula) {
  std::vector<FormulaToken> tokens;
  for (size_t at = 0; at < formula.size();) {
    const char c = formula[at];
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      ++at;
      continue;
    }
    size_t end = at + 1;
    const bool is_name = is_letter(c);
    const auto next = [&] { return end < formula.size() ? formula[end] : '\0'; };
    if (is_name) {
      while (is_letter(next()) || is_digit(next())) ++end;
    } else if (is_digit(c)) {
      while (is_digit(next()) || is_letter(next()) || next() == '%' ||
             (next() == '.' && end + 1 < formula.size() && is_digit(formula[end + 1])))
        ++end;
    } else if ((c == '=' || c == '!' || c == '<' || c == '>') && next() == '=') {
      ++end;
    }
    tokens.push_back(
        {static_cast<uint32_t>(at), static_cast<uint32_t>(end), formula.substr(at, end - at), is_name});
    at = end;
  }
  return tokens;
}

OpenCall open_call(const std::vector<FormulaToken>& tokens, uint32_t offset) {
  OpenCall call;
  int depth = 0;
  size_t last = 0;
  while (last < tokens.size() && tokens[last].begin < offset) ++last;
  for (size_t i = last; i-- > 0;) {
    if (tokens[i].text == ")") ++depth;
    if (tokens[i].text == "," && depth == 0) ++call.argument;
    if (tokens[i].text != "(" || depth-- > 0) continue;
    call.parenthesis = i;
    call.is_call = i > 0 && tokens[i - 1].is_name && tokens[i - 1].text != "and" &&
                   tokens[i - 1].text != "or" && tokens[i - 1].text != "not";
    return call;
  }
  return call;
}

}  // namespace ishi::compiler
