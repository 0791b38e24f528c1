#include "expression/lex.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

#include "language/scalar.h"

namespace ishi::compiler {
namespace {

struct ForeignOperator {
  std::string_view text;
  std::string_view instead;
  bool is_mend;  // can `instead` simply take its place?
};

// What people bring along from other languages; longer ones first.
constexpr std::array kForeign = {
    ForeignOperator{"≥", ">=", true},   ForeignOperator{"≤", "<=", true},
    ForeignOperator{"≠", "!=", true},   ForeignOperator{"×", "*", true},
    ForeignOperator{"·", "*", true},    ForeignOperator{"÷", "/", true},
    ForeignOperator{"−", "-", true},    ForeignOperator{"–", "-", true},
    ForeignOperator{"===", "==", true}, ForeignOperator{"!==", "!=", true},
    ForeignOperator{"<>", "!=", true},  ForeignOperator{"=>", ">=", true},
    ForeignOperator{"=<", "<=", true},  ForeignOperator{"&&", "and", true},
    ForeignOperator{"||", "or", true},  ForeignOperator{"**", "^", true},
    ForeignOperator{"&", "and", true},  ForeignOperator{"|", "or", true},
};

constexpr std::array<std::string_view, 15> kSymbols = {"==", "!=", "<=", ">=", "<", ">", "+", "-",
                                                       "*",  "/",  "^",  "(",  ")", ",", "."};

bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_part(char c) { return is_name_start(c) || (c >= '0' && c <= '9'); }

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
  } else if (rest[0] == '%') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `%` here")
        .help(
            "write `mod(a, b)` for the rest of a division; a percentage is glued to its number, such as 15%");
  } else if (rest[0] == '=') {
    diagnostics.report(Code::foreign_operator, span, "there is no operator `=` here")
        .help("write `==` to ask whether two values are the same")
        .edit(span, "==");
  } else if (rest[0] == '"' || rest[0] == '\'' || rest.starts_with("“") || rest.starts_with("”") ||
             rest.starts_with("‘") || rest.starts_with("’")) {
    diagnostics.report(Code::expression_syntax, span, "there are no quotes in an expression")
        .help("write names and the words of enums without them");
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

}  // namespace

std::vector<Token> lex(const Formula& formula, Diagnostics& diagnostics) {
  std::vector<Token> tokens;
  const std::string_view text = formula.text;
  const auto span_of = [&](size_t begin, size_t length) {
    const auto first = static_cast<uint32_t>(formula.span.begin + begin);
    return Span{formula.span.file, first, first + static_cast<uint32_t>(length)};
  };
  size_t at = 0;
  while (at < text.size()) {
    const std::string_view rest = text.substr(at);
    if (rest[0] == ' ' || rest[0] == '\t') {
      ++at;
      continue;
    }
    size_t length = number_length(rest);
    TokenKind kind = TokenKind::number;
    if (length > 0) {
      length += unit_length(rest.substr(length));
      // "1." is one, too; "0..5" is a number and the dots of a range.
      const auto follows = [&](size_t at, char c) { return at < rest.size() && rest[at] == c; };
      if (follows(length, '.') && !follows(length + 1, '.') &&
          (length + 1 == rest.size() || !is_name_part(rest[length + 1])))
        ++length;
      // What is glued on belongs to it: "12abc", "0x1f" and "1.2.3" are one wrong number, not two tokens.
      while (length < rest.size() &&
             (is_name_part(rest[length]) || (rest[length] == '.' && length + 1 < rest.size() &&
                                             rest[length + 1] >= '0' && rest[length + 1] <= '9'))) {
        ++length;
      }
    } else if (rest.starts_with("..")) {
      diagnostics.report(Code::expression_syntax, span_of(at, 2), "a range cannot stand in an expression")
          .help("compare with both ends: x >= 0 and x <= 5");
      return {};
    } else if (rest[0] == '.' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9' &&
               (tokens.empty() || tokens.back().kind == TokenKind::symbol)) {
      length = 1 + number_length(rest.substr(1));  // ".5": read as a number, refused as one
    } else if (special_length(rest) > 0 && (tokens.empty() || tokens.back().kind == TokenKind::symbol)) {
      length = special_length(rest);  // the same
    } else if (is_name_start(rest[0])) {
      kind = TokenKind::name;
      while (length < rest.size() && is_name_part(rest[length])) ++length;
      if (const std::string_view word = shouted_word(rest.substr(0, length)); !word.empty()) {
        const Span span = span_of(at, length);
        diagnostics
            .report(Code::foreign_operator, span,
                    fmt::format("there is no operator `{}` here", rest.substr(0, length)))
            .help(fmt::format("write `{}`, in small letters", word))
            .edit(span, std::string(word));
        return {};
      }
    } else {
      kind = TokenKind::symbol;
      for (const ForeignOperator& foreign : kForeign) {
        if (!rest.starts_with(foreign.text)) continue;
        const Span span = span_of(at, foreign.text.size());
        auto report = diagnostics.report(Code::foreign_operator, span,
                                         fmt::format("there is no operator `{}` here", foreign.text));
        report.help(fmt::format("write `{}`", foreign.instead));
        if (foreign.is_mend) report.edit(span, std::string(foreign.instead));
        return {};
      }
      for (std::string_view symbol : kSymbols) {
        if (length == 0 && rest.starts_with(symbol)) length = symbol.size();
      }
      if (length == 0) {
        report_character(rest, span_of(at, sequence_length(rest[0])), diagnostics);
        return {};
      }
    }
    tokens.push_back({kind, rest.substr(0, length), span_of(at, length)});
    at += length;
  }
  tokens.push_back({TokenKind::end, {}, span_of(text.size(), 0)});
  return tokens;
}

}  // namespace ishi::compiler
