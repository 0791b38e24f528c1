#include "expression/parse.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>

#include "expression/lex.h"
#include "language/functions.h"
#include "language/limits.h"
#include "language/number_faults.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "syntax/characters.h"
#include "syntax/memberships.h"

namespace ishi::compiler {
namespace {

struct BinaryOperator {
  std::string_view text;
  ExpressionKind kind;
};

constexpr std::array kComparisons = {
    BinaryOperator{"==", ExpressionKind::equal},  BinaryOperator{"!=", ExpressionKind::not_equal},
    BinaryOperator{"<", ExpressionKind::less},    BinaryOperator{"<=", ExpressionKind::less_equal},
    BinaryOperator{">", ExpressionKind::greater}, BinaryOperator{">=", ExpressionKind::greater_equal},
};
constexpr std::array kSums = {BinaryOperator{"+", ExpressionKind::add},
                              BinaryOperator{"-", ExpressionKind::subtract}};
constexpr std::array kProducts = {BinaryOperator{"*", ExpressionKind::multiply},
                                  BinaryOperator{"/", ExpressionKind::divide}};

Span span_over(Span first, Span last) { return {first.file, first.begin, last.end}; }

class Parser {
 public:
  Parser(const Formula& formula, std::vector<Lexeme> tokens, ExpressionArena& arena, Diagnostics& diagnostics)
      : formula_(formula), tokens_(std::move(tokens)), arena_(arena), diagnostics_(diagnostics) {}

  Expression* parse() {
    Expression* root = parse_or();
    if (root != nullptr && current().kind != TokenKind::end) return fail_at_current();
    return root;
  }

 private:
  // Counts how deep the parser is, so that hostile text cannot exhaust the stack.
  class Depth {
   public:
    explicit Depth(size_t& depth) : depth_(depth) { ++depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --depth_; }

   private:
    size_t& depth_;
  };

  [[nodiscard]] const Lexeme& current() const { return tokens_[at_]; }
  [[nodiscard]] bool is(std::string_view text) const {
    return current().kind != TokenKind::number && current().text == text && current().kind != TokenKind::end;
  }
  const Lexeme& take() { return tokens_[at_++]; }

  Expression& make(ExpressionKind kind, Span span) {
    ++node_count_;
    return arena_.add(kind, span);
  }

  Expression* make_binary(ExpressionKind kind, Expression* left, Expression* right) {
    Expression& node = make(kind, span_over(left->span, right->span));
    node.operands = {left, right};
    return &node;
  }

  Expression* fail_at_current() {
    const Lexeme& token = current();
    if (token.kind == TokenKind::end && at_ == 0) {
      diagnostics_.report(Code::expression_syntax, formula_.span, "this is an empty expression")
          .help("write a number, a key or a calculation");
    } else if (token.kind == TokenKind::end) {
      const Lexeme& last = tokens_[at_ - 1];
      diagnostics_
          .report(Code::expression_syntax, last.span,
                  fmt::format("something is missing behind `{}`", last.text))
          .help("write what belongs there, or delete it");
    } else if (wants_value_) {
      diagnostics_
          .report(Code::expression_syntax, token.span,
                  fmt::format("a value is missing before `{}`", token.text))
          .help(token.text == ")" || token.text == ","
                    ? "write the value, or delete what asks for it"
                    : fmt::format("write the value, or delete the `{}`", token.text));
    } else if (token.text == ")") {
      diagnostics_.report(Code::expression_syntax, token.span, "this `)` closes nothing")
          .help("delete it, or write the missing `(`");
    } else if (token.text == ",") {
      fail_at_comma();
    } else if (token.kind != TokenKind::symbol || token.text == "(") {
      fail_at_missing_operator();
    } else {
      diagnostics_
          .report(Code::expression_syntax, token.span, fmt::format("`{}` cannot stand here", token.text))
          .help("delete it, or write what it belongs to");
    }
    return nullptr;
  }

  void fail_at_comma() {
    const Lexeme& comma = current();
    const Lexeme& next = tokens_[at_ + 1];
    const Lexeme& before = tokens_[at_ - 1];
    if (before.kind == TokenKind::number && next.kind == TokenKind::number &&
        before.span.end == comma.span.begin && report_grouped_number(before.span))
      return;
    diagnostics_
        .report(Code::expression_syntax, comma.span,
                "a comma stands between the arguments of a function only")
        .help("delete it, or write the function");
  }

  // `1,000ms` and `1 000`, of which `first` is the first part. False where it is no such number.
  bool report_grouped_number(Span first) {
    const std::string_view rest = formula_.text.substr(first.begin - formula_.span.begin);
    std::string_view text = rest.substr(0, grouped_digits_length(rest));
    if (const size_t blank = first.end - first.begin;
        character_at(rest, blank) == ' ' && text.size() == blank)
      text = rest.substr(0, blank + 1 + grouped_digits_length(rest.substr(blank + 1)));
    const auto grouped = read_grouped_digits(text);
    if (!grouped) return false;
    const Span whole{first.file, first.begin, first.begin + static_cast<uint32_t>(text.size())};
    report_grouped_digits(text, *grouped, whole, diagnostics_);
    return true;
  }

  // `max(1,000, 2)`: no value begins with a zero that does not count.
  bool report_split_number() {
    if (at_ < 2) return false;
    const Lexeme &number = current(), &comma = tokens_[at_ - 1], &before = tokens_[at_ - 2];
    const bool touches = comma.text == "," && before.kind == TokenKind::number &&
                         before.span.end == comma.span.begin && comma.span.end == number.span.begin;
    const bool is_part = number.text.size() > 1 && number.text[0] == '0' && is_digit(number.text[1]);
    return touches && is_part && report_grouped_number(before.span);
  }

  // Two values side by side.
  void fail_at_missing_operator() {
    const Lexeme& token = current();
    const Lexeme& before = tokens_[at_ - 1];
    if (before.kind == TokenKind::number && token.kind == TokenKind::number &&
        before.span.end + 1 == token.span.begin && report_grouped_number(before.span))
      return;
    const bool is_member = at_ > 1 && tokens_[at_ - 2].text == ".";
    const FunctionRow* function =
        before.kind == TokenKind::name && !is_member ? find_function(before.text) : nullptr;
    if (function != nullptr) {
      diagnostics_
          .report(Code::expression_syntax, before.span,
                  fmt::format("`{}` is a function: what it is given stands in parentheses", before.text))
          .help(fmt::format("write {}", function->form));
      return;
    }
    if (before.kind == TokenKind::number && token.kind == TokenKind::name &&
        !meant_unit(token.text).empty()) {
      const Span whole = span_over(before.span, token.span);
      const std::string mended = fmt::format("{}{}", before.text, meant_unit(token.text));
      diagnostics_
          .report(Code::unknown_unit, whole,
                  fmt::format("there is a space between `{}` and its unit", before.text))
          .help(fmt::format("write `{}`: a unit is glued to its digits", mended))
          .edit(whole, mended);
      return;
    }
    auto report = diagnostics_.report(
        Code::expression_syntax, token.span,
        fmt::format("an operator is missing between `{}` and `{}`", before.text, token.text));
    if (token.text == "is" || token.text == "equals") {
      report.help("write `==` to ask whether two values are the same").edit(token.span, "==");
    } else if (token.text == "where") {
      report.help(
          "of which members, is said behind a comma, and `it` is the member: `count(foes, it.hp < 30)`");
    } else if (token.text == "if" || token.text == "else") {
      report.help(
          "one of two values is `\"if(alert, 0.9, 0.3)\"`: the condition, what it is then, and what else");
    } else {
      constexpr std::array<std::string_view, 2> kJoining = {"and", "or"};
      report.suggest_or(token.span, token.text, kJoining,
                        [&] { return "write what joins them, such as + - * / < `and` or `or`"; });
    }
  }

  // The place at which a value has to begin.
  Expression* fail_without_value() {
    wants_value_ = true;
    return fail_at_current();
  }

  bool too_large() {
    if (depth_ <= kLimits.expression_depth && node_count_ <= kLimits.expression_nodes) return false;
    if (!reported_size_) {
      diagnostics_
          .report(
              Code::expression_too_large, formula_.span,
              depth_ > kLimits.expression_depth
                  ? fmt::format("the expression is nested more than {} levels deep", kLimits.expression_depth)
                  : fmt::format("the expression has more than {} parts", kLimits.expression_nodes))
          .help("name its parts under `values:` and combine the names");
    }
    reported_size_ = true;
    return true;
  }

  Expression* parse_or() {
    const Depth depth(depth_);
    if (too_large()) return nullptr;
    Expression* left = parse_and();
    while (left != nullptr && is("or")) {
      take();
      Expression* right = parse_and();
      left = right == nullptr ? nullptr : make_binary(ExpressionKind::either, left, right);
      if (too_large()) return nullptr;
    }
    return left;
  }

  Expression* parse_and() {
    Expression* left = parse_not();
    while (left != nullptr && is("and")) {
      take();
      Expression* right = parse_not();
      left = right == nullptr ? nullptr : make_binary(ExpressionKind::both, left, right);
      if (too_large()) return nullptr;
    }
    return left;
  }

  Expression* parse_not() {
    const Depth depth(depth_);
    if (too_large()) return nullptr;
    if (!is("not")) return parse_comparison();
    const Lexeme& token = take();
    const bool was_inside =
        std::exchange(is_inside_not_, true);  // there, what replaces a comparison needs parentheses
    Expression* operand = parse_not();
    is_inside_not_ = was_inside;
    if (operand == nullptr) return nullptr;
    Expression& node = make(ExpressionKind::not_, span_over(token.span, operand->span));
    node.operands = {operand};
    return &node;
  }

  const BinaryOperator* comparison() const {
    for (const BinaryOperator& row : kComparisons) {
      if (is(row.text)) return &row;
    }
    return nullptr;
  }

  Expression* parse_comparison() {
    Expression* left = parse_binary(kSums, [this] { return parse_product(); });
    const BinaryOperator* first = comparison();
    if (left == nullptr || first == nullptr) return left;
    const Lexeme first_token = take();
    Expression* right = parse_binary(kSums, [this] { return parse_product(); });
    if (right == nullptr) return nullptr;
    if (comparison() != nullptr) {
      const Lexeme second = current();
      take();
      const Expression* last = parse_binary(kSums, [this] { return parse_product(); });
      if (last == nullptr) return nullptr;
      const auto slice = [&](Span span) {
        return formula_.text.substr(span.begin - formula_.span.begin, span.end - span.begin);
      };
      auto report = diagnostics_.report(Code::comparison_chain, second.span, "comparisons cannot be chained");
      report.label(first_token.span, "the first comparison");
      const bool are_orders = first_token.text[0] != '=' && first_token.text[0] != '!' &&
                              second.text[0] != '=' && second.text[0] != '!';
      if (comparison() != nullptr || !are_orders) {
        report.help("compare two values at a time, and join the comparisons with `and`");
        return nullptr;
      }
      const std::string mended = fmt::format(
          "{}{} {} {} and {} {} {}{}", is_inside_not_ ? "(" : "", slice(left->span), first_token.text,
          slice(right->span), slice(right->span), second.text, slice(last->span), is_inside_not_ ? ")" : "");
      report.help(fmt::format("write `{}`", mended)).edit(span_over(left->span, last->span), mended);
      return nullptr;
    }
    return make_binary(first->kind, left, right);
  }

  template <size_t N, class Next>
  Expression* parse_binary(const std::array<BinaryOperator, N>& operators, Next next) {
    Expression* left = next();
    while (left != nullptr) {
      const BinaryOperator* found = nullptr;
      for (const BinaryOperator& row : operators) {
        if (is(row.text)) found = &row;
      }
      if (found == nullptr) return left;
      take();
      Expression* right = next();
      if (right == nullptr || too_large()) return nullptr;
      left = make_binary(found->kind, left, right);
    }
    return nullptr;
  }

  Expression* parse_product() {
    return parse_binary(kProducts, [this] { return parse_unary(); });
  }

  Expression* parse_unary() {
    const Depth depth(depth_);
    if (too_large()) return nullptr;
    if (is("+")) take();  // "+0.8": an amount that says its sign
    if (!is("-")) return parse_power();
    const Lexeme& token = take();
    Expression* operand = parse_unary();
    if (operand == nullptr) return nullptr;
    Expression& node = make(ExpressionKind::negate, span_over(token.span, operand->span));
    node.operands = {operand};
    return &node;
  }

  Expression* parse_power() {
    Expression* base = parse_postfix();
    if (base == nullptr || !is("^")) return base;
    take();
    Expression* exponent = parse_unary();
    return exponent == nullptr ? nullptr : make_binary(ExpressionKind::power, base, exponent);
  }

  Expression* fail_without_member() {
    diagnostics_.report(Code::expression_syntax, tokens_[at_ - 1].span, "a name is missing behind this point")
        .help("write what is read, such as `.known` or `.norm`, or delete the point");
    return nullptr;
  }

  // "(a + b).max(…)", "a.b.c(…)"; of "std.near(…)" the checker knows whether `std` is an import.
  Expression* fail_at_method(const Expression& object, const Lexeme& name) {
    report_method(formula_, object.span, name.text, name.span, diagnostics_);
    return nullptr;
  }

  Expression* parse_postfix() {
    Expression* node = parse_primary();
    while (node != nullptr && is(".")) {
      take();
      if (current().kind != TokenKind::name) return fail_without_member();
      const Lexeme& token = take();
      if (is("(")) {
        if (node->kind != ExpressionKind::name) return fail_at_method(*node, token);
        Expression* call = parse_call(token);
        if (call == nullptr) return nullptr;
        call->alias = node->text;
        call->span.begin = node->span.begin;
        node = call;
        continue;
      }
      Expression& member = make(ExpressionKind::member, span_over(node->span, token.span));
      member.text = token.text;
      member.text_span = token.span;
      member.operands = {node};
      node = &member;
      if (too_large()) return nullptr;
    }
    return node;
  }

  Expression* parse_primary() {
    const Lexeme& token = current();
    if (token.kind == TokenKind::number) {
      if (report_split_number()) return nullptr;
      take();
      Measure measure;
      if (!read_measure(token.text, token.span, diagnostics_, measure)) return nullptr;
      Expression& node = make(ExpressionKind::number, token.span);
      node.number = measure.value;
      node.type.quantity = measure.quantity;
      const bool is_whole = measure.quantity == Quantity::number &&
                            token.text.find_first_not_of("0123456789") == std::string_view::npos;
      node.type.kind = is_whole ? ValueKind::integer : ValueKind::number;
      node.text = token.text;
      return &node;
    }
    if (is("(")) return parse_group();
    if (token.kind != TokenKind::name || is("and") || is("or") || is("not")) return fail_without_value();
    take();
    if (is("(")) return parse_call(token);
    const bool is_truth = token.text == "true" || token.text == "false";
    Expression& node = make(is_truth ? ExpressionKind::truth : ExpressionKind::name, token.span);
    node.number = token.text == "true" ? 1 : 0;
    node.text = token.text;
    node.text_span = token.span;
    return &node;
  }

  Expression* parse_group() {
    const Lexeme open = take();
    Expression* inner = parse_or();
    if (inner == nullptr) return nullptr;
    if (!is(")")) {
      const bool may_lack_parenthesis = current().kind == TokenKind::end || (is(",") && call_depth_ > 0);
      if (!may_lack_parenthesis) return fail_at_current();
      diagnostics_.report(Code::expression_syntax, open.span, "this `(` is never closed")
          .help("write the missing `)`");
      return nullptr;
    }
    inner->span = span_over(open.span, take().span);
    return inner;
  }

  Expression* parse_call(const Lexeme& name) {
    const Lexeme open = take();
    Expression& node = make(ExpressionKind::call, name.span);
    node.text = name.text;
    node.text_span = name.span;
    while (!is(")") || !node.operands.empty()) {  // "(a, )" lacks a value, "()" may be right
      ++call_depth_;
      Expression* argument = parse_or();
      --call_depth_;
      if (argument == nullptr) return nullptr;
      node.operands.push_back(argument);
      if (is(",")) {
        take();
        continue;
      }
      if (is(")")) break;
      if (current().kind != TokenKind::end) return fail_at_current();
      diagnostics_
          .report(Code::expression_syntax, open.span,
                  fmt::format("the `(` of `{}` is never closed", name.text))
          .help("write the missing `)`");
      return nullptr;
    }
    node.span = span_over(name.span, take().span);
    return &node;
  }

  const Formula& formula_;
  std::vector<Lexeme> tokens_;
  ExpressionArena& arena_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  size_t depth_ = 0;
  size_t node_count_ = 0;
  size_t call_depth_ = 0;
  bool reported_size_ = false;
  bool wants_value_ = false;  // of the failure that is reported
  bool is_inside_not_ = false;
};

}  // namespace

void report_method(const Formula& formula, Span object, std::string_view name, Span name_span,
                   Diagnostics& diagnostics) {
  const FunctionRow* function = find_function(name);
  const Span whole = span_over(object, name_span);
  const std::string_view text =
      formula.text.substr(whole.begin - formula.span.begin, whole.end - whole.begin);
  diagnostics
      .report(Code::expression_syntax, whole,
              fmt::format("`{}` cannot be called: functions stand alone", text))
      .help(function != nullptr ? fmt::format("write {}", function->form)
                                : "what is read behind a point has no parentheses");
}

namespace {

// Recognizes `mood in [calm, angry]` and `hp between 10 and 20`. Nothing valid looks like this, since two
// values never stand side by side.
bool report_membership(const Formula& formula, Diagnostics& diagnostics) {
  const auto found = find_membership(formula.text);
  if (!found) return false;
  const auto at = [&](size_t begin, size_t end) {
    return Span{formula.span.file, formula.span.begin + static_cast<uint32_t>(begin),
                formula.span.begin + static_cast<uint32_t>(end)};
  };
  const std::string_view word = formula.text.substr(found->word, found->word_end - found->word);
  auto report = diagnostics.report(Code::foreign_operator, at(found->word, found->word_end),
                                   fmt::format("there is no operator `{}` here", word));
  if (!found->hint.empty()) {
    report.help(found->hint);
  } else if (!found->other.empty()) {
    report.help(fmt::format("write `{}`, or if one of the two is meant `{}`", found->meant, found->other));
  } else {
    report.help(fmt::format("write `{}`", found->meant)).edit(at(found->begin, found->end), found->meant);
  }
  return true;
}

}  // namespace

Expression* parse_expression(const Formula& formula, ExpressionArena& arena, Diagnostics& diagnostics) {
  if (report_membership(formula, diagnostics)) return nullptr;
  std::vector<Lexeme> tokens = lex(formula, diagnostics);
  if (tokens.empty()) return nullptr;
  return Parser(formula, std::move(tokens), arena, diagnostics).parse();
}

}  // namespace ishi::compiler
