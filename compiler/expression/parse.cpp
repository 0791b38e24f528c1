#include "expression/parse.h"

#include <fmt/format.h>

#include <array>
#include <string>

#include "expression/lex.h"
#include "language/limits.h"
#include "language/scalar.h"

namespace ishi::compiler {
namespace {

struct BinaryOperator {
  std::string_view text;
  ExpressionKind kind;
};

constexpr std::array kComparisons = {
    BinaryOperator{"==", ExpressionKind::equal},     BinaryOperator{"!=", ExpressionKind::not_equal},
    BinaryOperator{"<", ExpressionKind::less},       BinaryOperator{"<=", ExpressionKind::less_equal},
    BinaryOperator{">", ExpressionKind::greater},    BinaryOperator{">=", ExpressionKind::greater_equal},
};
constexpr std::array kSums = {BinaryOperator{"+", ExpressionKind::add}, BinaryOperator{"-", ExpressionKind::subtract}};
constexpr std::array kProducts = {BinaryOperator{"*", ExpressionKind::multiply}, BinaryOperator{"/", ExpressionKind::divide}};

Span span_over(Span first, Span last) { return {first.file, first.begin, last.end}; }

class Parser {
 public:
  Parser(const Formula& formula, std::vector<Token> tokens, ExpressionArena& arena, Diagnostics& diagnostics)
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

  [[nodiscard]] const Token& current() const { return tokens_[at_]; }
  [[nodiscard]] bool is(std::string_view text) const {
    return current().kind != TokenKind::number && current().text == text && current().kind != TokenKind::end;
  }
  const Token& take() { return tokens_[at_++]; }

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
    const Token& token = current();
    if (token.kind == TokenKind::end) {
      diagnostics_.report(Code::expression_syntax, formula_.span, "the expression breaks off: something is missing at its end");
    } else if (token.text == ")") {
      diagnostics_.report(Code::expression_syntax, token.span, "this `)` closes nothing");
    } else if (token.text == "," ) {
      diagnostics_.report(Code::expression_syntax, token.span, "a comma stands between the arguments of a function only");
    } else if (at_ > 0 && tokens_[at_ - 1].kind != TokenKind::symbol && token.kind != TokenKind::symbol) {
      diagnostics_
          .report(Code::expression_syntax, token.span,
                  fmt::format("between `{}` and `{}` an operator is missing", tokens_[at_ - 1].text, token.text))
          .help("write what joins them: + - * / and or < …");
    } else {
      diagnostics_.report(Code::expression_syntax, token.span, fmt::format("`{}` makes no sense here", token.text));
    }
    return nullptr;
  }

  bool too_large() {
    if (depth_ <= kLimits.expression_depth && node_count_ <= kLimits.expression_nodes) return false;
    if (!reported_size_) {
      diagnostics_
          .report(Code::expression_too_large, formula_.span,
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
    const Token& token = take();
    Expression* operand = parse_not();
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
    const Token first_token = take();
    Expression* right = parse_binary(kSums, [this] { return parse_product(); });
    if (right == nullptr) return nullptr;
    if (comparison() != nullptr) {
      const Token second = current();
      const auto slice = [&](Span span) {
        return formula_.text.substr(span.begin - formula_.span.begin, span.end - span.begin);
      };
      diagnostics_
          .report(Code::comparison_chain, second.span, "comparisons cannot be chained")
          .label(first_token.span, "the first comparison")
          .help(fmt::format("write `{} {} {} and {} {} …`", slice(left->span), first_token.text, slice(right->span),
                            slice(right->span), second.text));
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
    const Token& token = take();
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

  Expression* parse_postfix() {
    Expression* node = parse_primary();
    while (node != nullptr && is(".")) {
      take();
      if (current().kind != TokenKind::name) return fail_at_current();
      const Token& token = take();
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
    const Token& token = current();
    if (token.kind == TokenKind::number) {
      take();
      Measure measure;
      if (!read_measure(token.text, token.span, diagnostics_, measure)) return nullptr;
      Expression& node = make(ExpressionKind::number, token.span);
      node.number = measure.value;
      node.type.quantity = measure.quantity;
      const bool is_whole = measure.quantity == Quantity::number && token.text.find_first_not_of("0123456789") == std::string_view::npos;
      node.type.kind = is_whole ? ValueKind::integer : ValueKind::number;
      node.text = token.text;
      return &node;
    }
    if (is("(")) return parse_group();
    if (token.kind != TokenKind::name || is("and") || is("or") || is("not")) return fail_at_current();
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
    const Token open = take();
    Expression* inner = parse_or();
    if (inner == nullptr) return nullptr;
    if (!is(")")) {
      if (current().kind != TokenKind::end && !is(",")) return fail_at_current();
      diagnostics_.report(Code::expression_syntax, open.span, "this `(` is never closed");
      return nullptr;
    }
    inner->span = span_over(open.span, take().span);
    return inner;
  }

  Expression* parse_call(const Token& name) {
    const Token open = take();
    Expression& node = make(ExpressionKind::call, name.span);
    node.text = name.text;
    node.text_span = name.span;
    while (!is(")")) {
      Expression* argument = parse_or();
      if (argument == nullptr) return nullptr;
      node.operands.push_back(argument);
      if (is(",")) {
        take();
        continue;
      }
      if (is(")")) break;
      if (current().kind != TokenKind::end) return fail_at_current();
      diagnostics_.report(Code::expression_syntax, open.span, fmt::format("the `(` of `{}` is never closed", name.text));
      return nullptr;
    }
    node.span = span_over(name.span, take().span);
    return &node;
  }

  const Formula& formula_;
  std::vector<Token> tokens_;
  ExpressionArena& arena_;
  Diagnostics& diagnostics_;
  size_t at_ = 0;
  size_t depth_ = 0;
  size_t node_count_ = 0;
  bool reported_size_ = false;
};

}  // namespace

Expression* parse_expression(const Formula& formula, ExpressionArena& arena, Diagnostics& diagnostics) {
  std::vector<Token> tokens = lex(formula, diagnostics);
  if (tokens.empty()) return nullptr;
  return Parser(formula, std::move(tokens), arena, diagnostics).parse();
}

}  // namespace ishi::compiler
