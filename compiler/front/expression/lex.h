#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/written.h"

namespace ishi::compiler {

enum class TokenKind : uint8_t { number, name, symbol, end };

struct Lexeme {
  TokenKind kind = TokenKind::end;
  std::string_view text;  // a number with its unit, a name, or one of + - * / ^ ( ) , . == != < <= > >=
  Span span;
};

// Cuts an expression into tokens, the last of which is `end`. Characters and operators that do not
// exist here (`&&`, `!`, `=`, …) are reported with what to write instead; then the result is empty.
std::vector<Lexeme> lex(const Formula& formula, Diagnostics& diagnostics);

}  // namespace ishi::compiler
