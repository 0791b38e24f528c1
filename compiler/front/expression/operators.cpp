#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "expression/advice.h"
#include "expression/typer.h"
#include "expression/types.h"
#include "expression/typing_rules.h"
#include "expression/written_unit.h"
#include "language/limits.h"
#include "language/unit.h"

// The types of operators: operands and results.

namespace ishi::compiler {
namespace {

// Is this, before it is checked, a question for `.known`, or a product of such questions with others?
bool asks_known(const Expression& node) {
  if (node.kind == ExpressionKind::member) return node.text == "known";
  if (node.kind != ExpressionKind::multiply && node.kind != ExpressionKind::both) return false;
  return asks_known(*node.operands[1]) || asks_known(*node.operands[0]);
}

std::string_view symbol(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::add: return "+";
    case ExpressionKind::subtract: return "-";
    case ExpressionKind::multiply: return "*";
    case ExpressionKind::divide: return "/";
    case ExpressionKind::equal: return "==";
    case ExpressionKind::not_equal: return "!=";
    case ExpressionKind::less: return "<";
    case ExpressionKind::less_equal: return "<=";
    case ExpressionKind::greater: return ">";
    case ExpressionKind::greater_equal: return ">=";
    case ExpressionKind::both: return "and";
    case ExpressionKind::either: return "or";
    default: return "^";
  }
}

// Of two that are wrong in the same way, one message tells enough.
bool expect_numbers(const TypingSite& at, Expression& left, Expression& right) {
  if (!expect_number(at, left)) {
    if (left.type.kind != right.type.kind) expect_number(at, right);
    return false;
  }
  return expect_number(at, right);
}

// A sum or comparison of numbers that do not measure the same.
void report_unlike(const TypingSite& at, const Expression& node) {
  const Expression& left = *node.operands[0];
  const Expression& right = *node.operands[1];
  const Quantity a = left.type.quantity;
  const Quantity b = right.type.quantity;
  auto report =
      at.diagnostics.report(Code::unit_mismatch, node.span,
                            fmt::format("`{}` needs the same unit on both sides, but here are {} and {}",
                                        symbol(node.kind), describe(a), describe(b)));
  report.label(left.span, std::string(describe(a))).label(right.span, std::string(describe(b)));
  const Expression& bare = a == Quantity::number ? left : right;
  const Expression& measured = a == Quantity::number ? right : left;
  const Quantity other = measured.type.quantity;
  if (bare.type.quantity != Quantity::number) {
    report.help(fmt::format("{} and {} cannot be put together: divide each by its unit, such as 1{} and 1{}",
                            describe(a), describe(b), at.unit_of(left), at.unit_of(right)));
  } else if (const auto mended = at.with_unit(bare, at.unit_of(measured))) {
    report.edit(bare.span, *mended);
    if (is_sure_unit(written_unit(at.model, measured, at.place.parameters), other))
      report.help(fmt::format("write `{}`", *mended));
    else
      report.help(fmt::format("write it with its unit, such as `{}`", *mended)).guess();
  } else if (measured.kind == ExpressionKind::number) {
    report.help(fmt::format("leave the unit of `{}` out, or declare what stands beside it as {}",
                            at.text_of(measured), describe(other)));
  } else {
    report.help(fmt::format("divide `{}` by its unit: `{} / 1{}`", at.text_of(measured), at.text_of(measured),
                            at.unit_of(measured)));
  }
}

// `ammo-left` for `ammo_left`: one message, where each half would have one of its own.
bool is_name_with_a_dash(const TypingSite& at, const Expression& node) {
  const Expression& left = *node.operands[0];
  if (node.kind != ExpressionKind::subtract || left.kind != ExpressionKind::name) return false;
  const Expression* behind = node.operands[1];  // what stands behind the dash: `b` of `a - b / 2`
  while (!behind->operands.empty() && behind->operands[0]->span.begin == behind->span.begin)
    behind = behind->operands[0];
  const Expression& right = *behind;
  if (right.kind != ExpressionKind::name || left.span.end + 1 != right.span.begin) return false;
  const auto means_something = [&](std::string_view name) {
    return at.names.keys.contains(name) || at.names.values.contains(name);
  };
  const std::string joined = fmt::format("{}_{}", left.text, right.text);
  if (means_something(left.text) || means_something(right.text) || !means_something(joined)) return false;
  const Span written{node.span.file, left.span.begin, right.span.end};
  at.diagnostics
      .report(Code::unknown_name, written,
              fmt::format("there is no key or value `{}-{}`", left.text, right.text))
      .suggest(written, joined);
  return true;
}

}  // namespace

// Types a node and what it is made of. How deep that goes is limited, through named values, too, so that no
// text can exhaust the stack here or where programs are made.
void Typer::check(Expression& node, const Type& wanted) {
  if (depth_ >= kLimits.expression_height) {
    report_too_high(node);
    return;
  }
  ++depth_;
  check_operation(node, wanted);
  --depth_;
  if (node.type.kind == ValueKind::point) find_place(at_, node);
  for (const Expression* operand : node.operands) node.height = std::max(node.height, operand->height + 1);
  if (node.type.kind != ValueKind::error && node.height > kLimits.expression_height) report_too_high(node);
}

void Typer::check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth) {
  const Assumptions assumptions(known_);
  known_.add(condition, truth);
  check(node, wanted);
}

void Typer::report_too_high(Expression& node) {
  poison(node);
  if (std::exchange(too_high_, at_.formula) == at_.formula) return;
  at_.diagnostics
      .report(Code::expression_too_large, node.span,
              fmt::format("this is made of more than {} levels of calculations", kLimits.expression_height))
      .help("split the sum, or let fewer values build upon one another");
}

void Typer::check_operation(Expression& node, const Type& wanted) {
  switch (node.kind) {
    case ExpressionKind::number:
      if (node.type.quantity == Quantity::frames && !at_.place.in_think) {
        poison(node);
        at_.diagnostics
            .report(Code::unit_unexpected, node.span, "a number of frames can stand in `think` alone")
            .help("write a duration, such as 0.1s");
      }
      return;
    case ExpressionKind::truth: node.type = {ValueKind::boolean}; return;
    case ExpressionKind::name: check_name(node, wanted); return;
    case ExpressionKind::member: check_member(node); return;
    case ExpressionKind::call: check_call(node, wanted); return;
    case ExpressionKind::negate:
    case ExpressionKind::not_: check_negation(node); return;
    case ExpressionKind::add:
    case ExpressionKind::subtract: check_sum(node); return;
    case ExpressionKind::multiply:
    case ExpressionKind::divide: check_product(node); return;
    case ExpressionKind::power: check_power(node); return;
    case ExpressionKind::both:
    case ExpressionKind::either: check_logic(node); return;
    case ExpressionKind::equal:
    case ExpressionKind::not_equal:
    case ExpressionKind::less:
    case ExpressionKind::less_equal:
    case ExpressionKind::greater:
    case ExpressionKind::greater_equal: check_comparison(node); return;
    default: return;
  }
}

bool expect_number(const TypingSite& at, Expression& node) {
  if (failed(node)) return false;
  if (is_numeric(node.type)) return true;
  auto report = at.diagnostics.report(
      Code::type_mismatch, node.span,
      fmt::format("a number is wanted here, but this is {}", describe(at.model, node.type)));
  const std::string help = number_instead(at, node);
  if (!help.empty()) report.help(help);
  return false;
}

bool expect_condition(const TypingSite& at, Expression& node) {
  if (failed(node)) return false;
  if (node.type.kind == ValueKind::boolean) return true;
  report_no_condition(at, node, "a condition (true or false) is wanted here");
  return false;
}

void Typer::check_negation(Expression& node) {
  Expression& operand = *node.operands[0];
  check(operand);
  const bool is_right =
      node.kind == ExpressionKind::not_ ? expect_condition(at_, operand) : expect_number(at_, operand);
  poison(node);
  if (!is_right) return;
  node.type = operand.type;
  if (node.kind == ExpressionKind::negate && operand.type.kind == ValueKind::boolean)
    node.type = {ValueKind::integer};
}

void Typer::check_sum(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  if (is_name_with_a_dash(at_, node)) return poison(node);
  check(left);
  check(right);
  poison(node);
  if (!expect_numbers(at_, left, right)) return;
  if (left.type.quantity != right.type.quantity) {
    report_unlike(at_, node);
    return;
  }
  node.type = joined(left.type, right.type);
}

void Typer::check_product(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  // A factor that is 0 for nobody guards the other one, like a condition, on whichever side it stands.
  const bool is_times = node.kind == ExpressionKind::multiply;
  const bool right_first = is_times && asks_known(right) && !asks_known(left);
  Expression& first = right_first ? right : left;
  Expression& second = right_first ? left : right;
  check(first);
  if (is_times && !failed(first))
    check_with(second, {}, first, true);
  else
    check(second);
  poison(node);
  if (!expect_numbers(at_, left, right)) return;
  const bool is_product = node.kind == ExpressionKind::multiply;
  const auto quantity = is_product ? product(left.type.quantity, right.type.quantity)
                                   : quotient(left.type.quantity, right.type.quantity);
  if (!quantity) {
    at_.diagnostics
        .report(Code::unit_product, node.span,
                fmt::format("{} {} {} measures nothing that ishi knows", describe(left.type.quantity),
                            is_product ? "times" : "divided by", describe(right.type.quantity)))
        .help(left.type.quantity == Quantity::number
                  ? fmt::format("divide the second by its unit first: `{} / 1{}`", at_.text_of(right),
                                at_.unit_of(right))
                  : fmt::format("divide the first by its unit: `{} / 1{}`", at_.text_of(left),
                                at_.unit_of(left)));
    return;
  }
  const bool stays_whole = is_product && is_whole(left.type) && is_whole(right.type);
  node.type = stays_whole ? Type{ValueKind::integer} : Type{ValueKind::number, *quantity};
}

void Typer::check_power(Expression& node) {
  Expression& base = *node.operands[0];
  Expression& exponent = *node.operands[1];
  check(base);
  check(exponent);
  poison(node);
  if (!expect_numbers(at_, base, exponent)) return;
  for (const Expression* side : {&base, &exponent}) {
    if (side->type.quantity == Quantity::number) continue;
    at_.diagnostics
        .report(
            Code::unit_product, side->span,
            fmt::format("a power is taken of plain numbers, but this is {}", describe(side->type.quantity)))
        .help(
            fmt::format("divide it by its unit first: `({} / 1{})`", at_.text_of(*side), at_.unit_of(*side)));
    return;
  }
  node.type = {ValueKind::number};
}

// A name that can only be the word of an enum: it means nothing else. Or an `if` that gives such words.
bool is_bare_word(const TypingSite& at, const Expression& node) {
  if (node.kind == ExpressionKind::call && node.text == "if" && node.operands.size() == 3) {
    return is_bare_word(at, *node.operands[1]) && is_bare_word(at, *node.operands[2]);
  }
  if (node.kind != ExpressionKind::name) return false;
  if (at.place.parameters != nullptr && find_index(*at.place.parameters, node.text) != kNone) return false;
  if (loop_named(at, node.text) != nullptr) return false;
  return !at.names.keys.contains(node.text) && !at.names.values.contains(node.text);
}

void Typer::check_comparison(Expression& node) {
  if (check_team(at_, node)) return;
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  // The side that is no bare word says which enum the other one's words come from.
  const bool right_first = is_bare_word(at_, left) && !is_bare_word(at_, right);
  Expression& first = right_first ? right : left;
  Expression& second = right_first ? left : right;
  check(first);
  if (failed(first) && is_bare_word(at_, second)) {
    poison(node);
    return;
  }
  check(second, first.type);
  poison(node);
  if (failed(left) || failed(right)) return;

  const bool is_equality = node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal;
  if (is_numeric(left.type) && is_numeric(right.type)) {
    if (left.type.quantity != right.type.quantity) {
      report_unlike(at_, node);
      return;
    }
    if (is_equality && !(is_whole(left.type) && is_whole(right.type))) {
      at_.diagnostics
          .report(Code::float_equality, node.span,
                  fmt::format("`{}` between numbers with fractions is hardly ever what is meant",
                              symbol(node.kind)))
          .help(fmt::format("compare with `<` or `>`, or ask whether they are close: abs({}{}) {} 0.01{}",
                            at_.text_of(left),
                            right.kind == ExpressionKind::number && right.number == 0
                                ? ""
                                : fmt::format(" - {}", at_.text_of(right)),
                            node.kind == ExpressionKind::equal ? "<" : ">", at_.unit_of(left)));
      return;
    }
    warn_of_percentage(at_, left, right);
    warn_of_percentage(at_, right, left);
    node.type = {ValueKind::boolean};
    return;
  }
  const bool entities = left.type.kind == ValueKind::entity && right.type.kind == ValueKind::entity;
  const bool same_enum = left.type.kind == ValueKind::enumeration && left.type == right.type;
  if (is_equality && (entities || same_enum)) {
    node.type = {ValueKind::boolean};
    return;
  }
  auto report =
      at_.diagnostics.report(Code::type_mismatch, node.span,
                             fmt::format("`{}` cannot compare {} with {}", symbol(node.kind),
                                         describe(model_, left.type), describe(model_, right.type)));
  const bool points = left.type.kind == ValueKind::point || right.type.kind == ValueKind::point;
  const bool directions = left.type.kind == ValueKind::direction && right.type.kind == ValueKind::direction;
  const Expression& odd = is_numeric(left.type) ? right : left;
  if (!is_equality && (entities || same_enum))
    report.help("these have no order: use == or !=");
  else if (points && is_spatial(left.type) && is_spatial(right.type))
    report.help(fmt::format("ask how far they are apart: distance({}, {}) < 0.5m", at_.text_of(left),
                            at_.text_of(right)));
  else if (directions)
    report.help(fmt::format("ask for the angle between them: angle({}, {}) < 10deg", at_.text_of(left),
                            at_.text_of(right)));
  else
    report.help(number_instead(at_, odd));
}

void Typer::check_logic(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  check(left);
  check_with(right, {}, left, node.kind == ExpressionKind::both);
  poison(node);
  const bool left_is_right = expect_condition(at_, left);
  if (expect_condition(at_, right) && left_is_right) node.type = {ValueKind::boolean};
}

}  // namespace ishi::compiler
