#include "format/formula_text.h"

#include <algorithm>

#include "expression/lex.h"

namespace ishi::compiler {
namespace {

// The tokens of an expression without the last one; empty if it is none.
std::vector<Lexeme> tokens_of(std::string_view text) {
  Diagnostics ignored;
  Formula formula;
  formula.text = text;
  std::vector<Lexeme> tokens = lex(formula, ignored);
  if (!tokens.empty()) tokens.pop_back();
  return tokens;
}

bool is_word_operator(const Lexeme& token) {
  return token.kind == TokenKind::name && (token.text == "and" || token.text == "or" || token.text == "not");
}

// True if a value ends with this token, so that a sign behind it has two sides.
bool ends_value(const Lexeme& token) {
  if (token.kind == TokenKind::symbol) return token.text == ")";
  return !is_word_operator(token);
}

bool is_sign(const Lexeme& token) {
  return token.kind == TokenKind::symbol && (token.text == "+" || token.text == "-");
}

bool is_apart(const std::vector<Lexeme>& tokens, size_t i) {
  const Lexeme& before = tokens[i - 1];
  const Lexeme& token = tokens[i];
  const auto is_symbol = [](const Lexeme& one, std::string_view text) {
    return one.kind == TokenKind::symbol && one.text == text;
  };
  if (is_symbol(token, ")") || is_symbol(token, ",") || is_symbol(token, ".") || is_symbol(token, "^"))
    return false;
  if (is_symbol(before, "(") || is_symbol(before, ".") || is_symbol(before, "^")) return false;
  if (is_symbol(token, "(") && before.kind == TokenKind::name) return is_word_operator(before);
  if (is_sign(before)) return i >= 2 && ends_value(tokens[i - 2]);
  return true;
}

bool is_equal(const std::vector<Lexeme>& a, const std::vector<Lexeme>& b) {
  return std::ranges::equal(a, b, [](const Lexeme& one, const Lexeme& other) {
    return one.kind == other.kind && one.text == other.text;
  });
}

}  // namespace

std::string spaced_formula(std::string_view text) {
  const std::vector<Lexeme> tokens = tokens_of(text);
  if (tokens.empty()) return std::string(text);
  std::string result;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && is_apart(tokens, i)) result += ' ';
    result += tokens[i].text;
  }
  // Blanks between a number and a name may be all that keeps them apart.
  return is_equal(tokens, tokens_of(result)) ? result : std::string(text);
}

bool is_same_formula(std::string_view a, std::string_view b) {
  if (a == b) return true;
  const std::vector<Lexeme> tokens = tokens_of(a);
  return !tokens.empty() && is_equal(tokens, tokens_of(b));
}

}  // namespace ishi::compiler
