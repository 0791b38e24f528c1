#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// A piece of an expression that may be wrong: a name, a number with its unit, or an operator.
struct FormulaToken {
  uint32_t begin = 0, end = 0;  // in the expression
  std::string_view text;
  bool is_name = false;
};

// Nothing is refused: what is no token is one of a single character.
[[nodiscard]] std::vector<FormulaToken> formula_tokens(std::string_view formula);

// The call between whose parentheses a place is: the token of its `(`, and the number of the argument.
struct OpenCall {
  size_t parenthesis = 0;
  uint32_t argument = 0;
  bool is_call = false;
};
[[nodiscard]] OpenCall open_call(const std::vector<FormulaToken>& tokens, uint32_t offset);

}  // namespace ishi::compiler
