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
    ForeignOperator{"===", "==", true}, ForeignOperator{"!==", "!=", true}, ForeignOperator{"<>", "!=", true},
    ForeignOperator{"=>", ">=", true},  ForeignOperator{"=<", "<=", true},  ForeignOperator{"&&", "and", true},
    ForeignOperator{"||", "or", true},  ForeignOperator{"**", "^", true},   ForeignOperator{"&", "and", true},
    ForeignOperator{"|", "or", true},   ForeignOperator{"?", "if(condition, a, b)", false},
    ForeignOperator{"%", "mod(a, b)", false},
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
    diagnostics.report(Code::foreign_operator, span, "`!` is written `not` here").help("write `not `").edit(span, "not ");
  } else if (rest[0] == '=') {
    diagnostics.report(Code::foreign_operator, span, "`=` compares nothing here")
        .help("write `==` to ask whether two values are equal")
        .edit(span, "==");
  } else if (rest[0] == '"' || rest[0] == '\'') {
    diagnostics.report(Code::expression_syntax, span, "an expression holds no texts")
        .help("write the word of an enum without quotes");
  } else if (rest[0] == '[' || rest[0] == '{') {
    diagnostics.report(Code::expression_syntax, span, fmt::format("`{}` cannot stand in an expression", rest[0]))
        .help("use ( ) for grouping");
  } else {
    diagnostics.report(Code::expression_syntax, span, fmt::format("`{}` cannot stand in an expression", rest.substr(0, sequence_length(rest[0]))));
  }
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
      // What is glued on belongs to it: "12abc", "0x1f" and "1.2.3" are one wrong number, not two tokens.
      while (length < rest.size() && (is_name_part(rest[length]) ||
                                      (rest[length] == '.' && length + 1 < rest.size() && rest[length + 1] >= '0' && rest[length + 1] <= '9'))) {
        ++length;
      }
    } else if (rest[0] == '.' && rest.size() > 1 && rest[1] >= '0' && rest[1] <= '9' &&
               (tokens.empty() || tokens.back().kind == TokenKind::symbol)) {
      length = 1 + number_length(rest.substr(1));  // ".5": read as a number, refused as one
    } else if (is_name_start(rest[0])) {
      kind = TokenKind::name;
      while (length < rest.size() && is_name_part(rest[length])) ++length;
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
