#include "expression/lex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "language/scalar.h"
#include "syntax/characters.h"
#include "syntax/grouped_digits.h"
#include "syntax/look_alikes.h"

namespace ishi::compiler {
namespace {

struct ForeignOperator {
  std::string_view text;
  std::string_view instead;
  bool is_mend;  // can `instead` simply take its place?
};

// Operators of other languages; longer ones first.
constexpr std::array kForeign = {
    ForeignOperator{"≥", ">=", true},   ForeignOperator{"≤", "<=", true},
    ForeignOperator{"≠", "!=", true},   ForeignOperator{"×", "*", true},
    ForeignOperator{"·", "*", true},    ForeignOperator{"÷", "/", true},
    ForeignOperator{"≧", ">=", true},   ForeignOperator{"≦", "<=", true},
    ForeignOperator{"===", "==", true}, ForeignOperator{"!==", "!=", true},
    ForeignOperator{"<>", "!=", true},  ForeignOperator{"=>", ">=", true},
    ForeignOperator{"=<", "<=", true},  ForeignOperator{"&&", "and", true},
    ForeignOperator{"||", "or", true},  ForeignOperator{"**", "^", true},
    ForeignOperator{"&", "and", true},  ForeignOperator{"|", "or", true},
};

constexpr std::array<std::string_view, 15> kSymbols = {"==", "!=", "<=", ">=", "<", ">", "+", "-",
                                                       "*",  "/",  "^",  "(",  ")", ",", "."};

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || is_digit(c); }

Span first_bytes(Span span, size_t count) {
  return {span.file, span.begin, span.begin + static_cast<uint32_t>(count)};
}

// The length of the UTF-8 sequence that begins with this byte.
size_t sequence_length(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

void report_character(std::string_view rest, Span span, Diagnostics& diagnostics) {
  if (rest[0] == '!') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `!` here")
        .help("write `not`")
        .edit(span, "not ");
  } else if (rest[0] == '?') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `?` here")
        .help("write `condition ? a : b` as `if(condition, a, b)`");
  } else if (rest[0] == '#') {
    diagnostics.report(Code::expression_syntax, span, "a comment cannot stand within an expression")
        .help("put the comment above the whole expression");
  } else if (rest[0] == '%') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `%` here")
        .help(
            "write `mod(a, b)` for the rest of a division; a percentage is glued to its number, such as 15%");
  } else if (rest[0] == '=') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `=` here")
        .help("write `==` to ask whether two values are the same")
        .edit(span, "==");
  } else if (const LookAlike found = look_alike(rest); found.bytes > 0 && found.plain == " ") {
    diagnostics.report(Code::unusual_space, span, "this character looks like a space, but is another one")
        .help("put an ordinary space in its place")
        .edit(span, " ");
  } else if (const LookAlike found = look_alike(rest);
             found.bytes > 0 && found.kind != LookAlikeKind::quote) {
    diagnostics
        .report(Code::look_alike, span,
                fmt::format("`{}` only looks like `{}`", rest.substr(0, found.bytes), found.plain))
        .help(fmt::format("write `{}`", found.plain))
        .edit(span, std::string(found.plain));
  } else if (rest[0] == '"' || rest[0] == '\'' || rest.starts_with("“") || rest.starts_with("”") ||
             rest.starts_with("‘") || rest.starts_with("’")) {
    diagnostics.report(Code::expression_syntax, span, "there are no quotes in an expression")
        .help("write names and the words of enums without them");
  } else if (rest[0] == '[' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9') {
    diagnostics.report(Code::expression_syntax, span, "members of a set have no numbers")
        .help(
            "`for_each: { c: SET }` beside `do` goes over them, and names the member that scores best; "
            "`count(SET, it.hp > 2) > 0` asks whether one is so");
  } else if (rest[0] == '[' || rest[0] == '{') {
    diagnostics
        .report(Code::expression_syntax, span, fmt::format("`{}` cannot stand in an expression", rest[0]))
        .help("use ( ) for grouping");
  } else {
    diagnostics
        .report(Code::expression_syntax, span,
                fmt::format("`{}` cannot stand in an expression", rest.substr(0, sequence_length(rest[0]))))
        .help(
            "an expression is made of names, numbers, + - * / ^, comparisons, `and`, `or`, `not` and "
            "functions");
  }
}

// "AND", "Not": the word in small letters, or nothing if it is no operator.
std::string_view shouted_word(std::string_view name) {
  for (std::string_view word : {"and", "or", "not"}) {
    const bool same = std::ranges::equal(
        name, word, {}, [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (same && name != word) return word;
  }
  return {};
}

// ".nan", ".inf": how YAML writes what is no number.
size_t special_length(std::string_view rest) {
  for (std::string_view word : {".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF"}) {
    if (rest.starts_with(word) && (rest.size() == word.size() || !is_name_part(rest[word.size()])))
      return word.size();
  }
  return 0;
}

// A number with its unit and what is glued on, which belongs to it: "12abc", "0x1f" and "1.2.3" are one wrong
// number, not two tokens. 0 if there is none.
size_t written_number_length(std::string_view rest) {
  size_t length = number_length(rest);
  if (length == 0) return 0;
  length += unit_length(rest.substr(length));
  const auto at = [&](size_t i) { return i < rest.size() ? rest[i] : '\0'; };
  if (at(length) == '\'' && is_digit(at(length + 1))) return grouped_digits_length(rest);  // "1'000"
  // "1." is one, too; "0..5" is a number and the dots of a range.
  if (at(length) == '.' && at(length + 1) != '.' && !is_name_part(at(length + 1))) ++length;
  while (is_name_part(at(length)) || (at(length) == '.' && is_digit(at(length + 1)))) ++length;
  return length;
}

// ".5", ".nan": read as a number, refused as one. 0 if there is none.
size_t dotted_number_length(std::string_view rest) {
  if (rest.size() > 1 && rest[0] == '.' && is_digit(rest[1])) return 1 + number_length(rest.substr(1));
  return special_length(rest);
}

size_t name_length(std::string_view rest) {
  if (!is_name_start(rest[0])) return 0;
  return static_cast<size_t>(std::ranges::find_if_not(rest, is_name_part) - rest.begin());
}

size_t symbol_length(std::string_view rest) {
  for (std::string_view symbol : kSymbols) {
    if (rest.starts_with(symbol)) return symbol.size();
  }
  return 0;
}

// The token that a text begins with; a symbol without text if there is none.
Lexeme first_token(std::string_view rest, bool may_begin_with_dot) {
  if (const size_t length = written_number_length(rest); length > 0)
    return {TokenKind::number, rest.substr(0, length), {}};
  if (may_begin_with_dot) {
    if (const size_t length = dotted_number_length(rest); length > 0)
      return {TokenKind::number, rest.substr(0, length), {}};
  }
  if (const size_t length = name_length(rest); length > 0)
    return {TokenKind::name, rest.substr(0, length), {}};
  return {TokenKind::symbol, rest.substr(0, symbol_length(rest)), {}};
}

// True if a symbol is part of the language; what stands there instead is reported. `where` is the span of
// the whole rest.
bool expect_symbol(const Lexeme& token, std::string_view rest, Span where, Diagnostics& diagnostics) {
  if (rest.starts_with("..")) {
    diagnostics
        .report(Code::expression_syntax, first_bytes(where, 2), "a range cannot stand in an expression")
        .help(
            "compare with both ends, such as `hp >= 10 and hp <= 20`; a number drawn between two is "
            "`lerp(1, 3, random)`");
    return false;
  }
  for (const ForeignOperator& foreign : kForeign) {
    if (!rest.starts_with(foreign.text)) continue;
    const Span span = first_bytes(where, foreign.text.size());
    auto report = diagnostics.report(Code::foreign_operator, span,
                                     fmt::format("there is no operator `{}` here", foreign.text));
    report.help(fmt::format("write `{}`", foreign.instead));
    if (foreign.is_mend) report.edit(span, std::string(foreign.instead));
    return false;
  }
  if (!token.text.empty()) return true;
  report_character(rest, first_bytes(where, sequence_length(rest[0])), diagnostics);
  return false;
}

// The same of a name: `AND` is none.
bool expect_name(const Lexeme& token, Diagnostics& diagnostics) {
  const std::string_view word = shouted_word(token.text);
  if (word.empty()) return true;
  diagnostics
      .report(Code::foreign_operator, token.span, fmt::format("there is no operator `{}` here", token.text))
      .help(fmt::format("write `{}`, in small letters", word))
      .edit(token.span, std::string(word));
  return false;
}

}  // namespace

std::vector<Lexeme> lex(const Formula& formula, Diagnostics& diagnostics) {
  std::vector<Lexeme> tokens;
  std::string_view rest = formula.text;
  Span where{formula.span.file, formula.span.begin, formula.span.begin + static_cast<uint32_t>(rest.size())};
  const auto skip = [&](size_t count) {
    rest.remove_prefix(count);
    where.begin += static_cast<uint32_t>(count);
  };
  while (!rest.empty()) {
    if (rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n') {
      skip(1);
      continue;
    }
    const bool follows_symbol = tokens.empty() || tokens.back().kind == TokenKind::symbol;
    Lexeme token = first_token(rest, follows_symbol);
    token.span = first_bytes(where, token.text.size());
    if (token.kind == TokenKind::symbol && !expect_symbol(token, rest, where, diagnostics)) return {};
    if (token.kind == TokenKind::name && !expect_name(token, diagnostics)) return {};
    tokens.push_back(token);
    skip(token.text.size());
  }
  tokens.push_back({TokenKind::end, {}, where});
  return tokens;
}

}  // namespace ishi::compiler
