#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "diagnostics/suggest.h"
#include "expression/check.h"
#include "expression/checker.h"
#include "language/functions.h"
#include "model/curve_units.h"

// Which types operators and functions take, and what they give.

namespace ishi::compiler {
namespace {

bool is_numeric(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer || type.kind == ValueKind::boolean;
}

bool is_whole(const Type& type) { return type.kind == ValueKind::integer || type.kind == ValueKind::boolean; }

bool is_spatial(const Type& type) { return type.kind == ValueKind::point || type.kind == ValueKind::entity; }

bool failed(const Expression& node) { return node.type.kind == ValueKind::error; }

// The sum, least or greatest of two numbers of one quantity is whole if both are.
Type joined(const Type& a, const Type& b) {
  return is_whole(a) && is_whole(b) ? Type{ValueKind::integer} : Type{ValueKind::number, a.quantity};
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

}  // namespace

void Checker::check(Expression& node, const Type& wanted) {
  switch (node.kind) {
    case ExpressionKind::number: return;
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

bool Checker::expect_number(Expression& node) {
  if (failed(node)) return false;
  if (is_numeric(node.type)) return true;
  auto report = diagnostics_.report(Code::type_mismatch, node.span,
                                    fmt::format("a number is wanted here, but this is {}", describe(model_, node.type)));
  if (node.type.kind == ValueKind::entity) report.help("read one of its fields, or ask `.known`");
  return false;
}

bool Checker::expect_condition(Expression& node) {
  if (failed(node)) return false;
  if (node.type.kind == ValueKind::boolean) return true;
  auto report = diagnostics_.report(Code::not_a_condition, node.span,
                                    fmt::format("a condition is wanted here, but this is {}", describe(model_, node.type)));
  if (is_numeric(node.type)) report.help("compare it with something, such as `… > 0`");
  if (node.type.kind == ValueKind::entity) report.help("ask whether there is somebody: `….known`");
  return false;
}

void Checker::check_negation(Expression& node) {
  Expression& operand = *node.operands[0];
  check(operand);
  const bool is_right = node.kind == ExpressionKind::not_ ? expect_condition(operand) : expect_number(operand);
  poison(node);
  if (!is_right) return;
  node.type = operand.type;
  if (node.kind == ExpressionKind::negate && operand.type.kind == ValueKind::boolean) node.type = {ValueKind::integer};
}

void Checker::check_sum(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  check(left);
  check(right);
  poison(node);
  const bool left_is_right = expect_number(left);
  if (!expect_number(right) || !left_is_right) return;
  if (left.type.quantity != right.type.quantity) {
    diagnostics_
        .report(Code::unit_mismatch, node.span,
                fmt::format("`{}` needs the same unit on both sides, but here are {} and {}", symbol(node.kind),
                            describe(left.type.quantity), describe(right.type.quantity)))
        .label(left.span, std::string(describe(left.type.quantity)))
        .label(right.span, std::string(describe(right.type.quantity)));
    return;
  }
  node.type = joined(left.type, right.type);
}

void Checker::check_product(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  // A factor that is 0 for nobody guards the other one, like a condition.
  check(left);
  if (node.kind == ExpressionKind::multiply && !failed(left)) {
    check_with(right, {}, left, true);
  } else {
    check(right);
  }
  poison(node);
  const bool left_is_right = expect_number(left);
  if (!expect_number(right) || !left_is_right) return;
  const bool is_product = node.kind == ExpressionKind::multiply;
  const auto quantity = is_product ? product(left.type.quantity, right.type.quantity)
                                   : quotient(left.type.quantity, right.type.quantity);
  if (!quantity) {
    diagnostics_
        .report(Code::unit_product, node.span,
                fmt::format("{} {} {} measures nothing that ishi knows", describe(left.type.quantity),
                            is_product ? "times" : "divided by", describe(right.type.quantity)))
        .help(is_product ? "divide one of them by its unit first, such as `distance(threat) / 1m`"
                         : "make both sides the same unit, or one of them a plain number");
    return;
  }
  const bool stays_whole = is_product && is_whole(left.type) && is_whole(right.type);
  node.type = stays_whole ? Type{ValueKind::integer} : Type{ValueKind::number, *quantity};
}

void Checker::check_power(Expression& node) {
  Expression& base = *node.operands[0];
  Expression& exponent = *node.operands[1];
  check(base);
  check(exponent);
  poison(node);
  const bool base_is_right = expect_number(base);
  if (!expect_number(exponent) || !base_is_right) return;
  for (const Expression* side : {&base, &exponent}) {
    if (side->type.quantity == Quantity::number) continue;
    diagnostics_
        .report(Code::unit_product, side->span,
                fmt::format("a power is taken of plain numbers, but this is {}", describe(side->type.quantity)))
        .help("divide it by its unit first, such as `distance(threat) / 1m`");
    return;
  }
  node.type = {ValueKind::number};
}

// A name that can only be the word of an enum: it means nothing else.
bool Checker::is_bare_word(const Expression& node) const {
  if (node.kind != ExpressionKind::name) return false;
  if (place_.task != nullptr && find_index(place_.task->value.parameters, node.text) != kNone) return false;
  return !keys_.contains(node.text) && !values_.contains(node.text);
}

void Checker::check_comparison(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  // The side that is no bare word says which enum the other one's words come from.
  const bool right_first = is_bare_word(left) && !is_bare_word(right);
  Expression& first = right_first ? right : left;
  Expression& second = right_first ? left : right;
  check(first);
  if (failed(first) && is_bare_word(second)) {
    poison(node);
    return;
  }
  check(second, first.type);
  poison(node);
  if (failed(left) || failed(right)) return;

  const bool is_equality = node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal;
  if (is_numeric(left.type) && is_numeric(right.type)) {
    if (left.type.quantity != right.type.quantity) {
      auto report = diagnostics_.report(
          Code::unit_mismatch, node.span,
          fmt::format("only like can be compared with like, but here are {} and {}", describe(left.type.quantity),
                      describe(right.type.quantity)));
      report.label(left.span, std::string(describe(left.type.quantity))).label(right.span, std::string(describe(right.type.quantity)));
      const Expression& bare = left.type.quantity == Quantity::number ? left : right;
      const Quantity other = left.type.quantity == Quantity::number ? right.type.quantity : left.type.quantity;
      if (bare.kind == ExpressionKind::number && bare.type.quantity == Quantity::number) {
        const std::string mended = fmt::format("{}{}", bare.text, base_unit(other));
        report.help(fmt::format("write `{}`", mended)).edit(bare.span, mended);
      }
      return;
    }
    if (is_equality && !(is_whole(left.type) && is_whole(right.type))) {
      diagnostics_
          .report(Code::float_equality, node.span, fmt::format("`{}` between numbers with fractions is hardly ever what is meant", symbol(node.kind)))
          .help(fmt::format("compare with a tolerance: abs(a - b) {} 0.01", node.kind == ExpressionKind::equal ? "<" : ">"));
      return;
    }
    node.type = {ValueKind::boolean};
    return;
  }
  const bool entities = left.type.kind == ValueKind::entity && right.type.kind == ValueKind::entity;
  const bool same_enum = left.type.kind == ValueKind::enumeration && left.type == right.type;
  if (is_equality && (entities || same_enum)) {
    node.type = {ValueKind::boolean};
    return;
  }
  auto report = diagnostics_.report(
      Code::type_mismatch, node.span,
      fmt::format("`{}` cannot compare {} with {}", symbol(node.kind), describe(model_, left.type), describe(model_, right.type)));
  if (!is_equality && (entities || same_enum)) report.help("these have no order: use == or !=");
}

void Checker::check_logic(Expression& node) {
  Expression& left = *node.operands[0];
  Expression& right = *node.operands[1];
  check(left);
  check_with(right, {}, left, node.kind == ExpressionKind::both);
  poison(node);
  const bool left_is_right = expect_condition(left);
  if (expect_condition(right) && left_is_right) node.type = {ValueKind::boolean};
}

// --- calls ---------------------------------------------------------------------------------------

void Checker::check_call(Expression& node, const Type& wanted) {
  node.function = find_function(node.text);
  if (node.function != nullptr) {
    check_arguments(node, wanted);
    return;
  }
  poison(node);
  const auto curve = curves_.find(node.text);
  if (curve == curves_.end()) {
    if (is_later_function(node.text)) {
      diagnostics_
          .report(Code::not_in_this_version, node.text_span,
                  fmt::format("`{}` is part of the language, but this version of ishi does not read it yet", node.text))
          .help("leave it out for now");
      return;
    }
    std::vector<std::string_view> known;
    for (const auto& entry : model_.curves) known.push_back(entry.name.text);
    for (const FunctionRow& row : functions()) known.push_back(row.name);
    const bool is_value = keys_.contains(node.text) || values_.contains(node.text);
    auto report = diagnostics_.report(Code::unknown_name, node.text_span,
                                      is_value ? fmt::format("`{}` is a value and cannot be called", node.text)
                                               : fmt::format("there is no function or curve `{}`", node.text));
    const auto near = suggestions(node.text, known);
    if (!near.empty()) report.help(fmt::format("did you mean `{}`?", near[0])).edit(node.text_span, std::string(near[0]));
    return;
  }
  node.kind = ExpressionKind::curve;
  node.index = curve->second;
  if (node.operands.size() != 1) {
    diagnostics_.report(Code::argument_count, node.span,
                        fmt::format("a curve is given one value, but `{}` is given {}", node.text, node.operands.size()));
    return;
  }
  check(*node.operands[0]);
  if (!expect_number(*node.operands[0])) return;
  const Quantity given = node.operands[0]->type.quantity;
  const Quantity takes = curve_input(model_.curves[node.index].value);
  if (given != takes) {
    auto report = diagnostics_.report(
        given == Quantity::number ? Code::unit_missing : takes == Quantity::number ? Code::unit_unexpected : Code::unit_mismatch,
        node.operands[0]->span,
        fmt::format("the curve `{}` takes {}, but is given {}", node.text, describe(takes), describe(given)));
    report.label(model_.curves[node.index].name.span, "the curve is defined here");
    if (takes == Quantity::number) {
      report.help(fmt::format("say which range it covers, such as `input: 0{0}..10{0}`", base_unit(given)));
    }
    return;
  }
  node.type = {ValueKind::number, curve_output(model_.curves[node.index].value)};
}

void Checker::check_arguments(Expression& node, const Type& wanted) {
  const FunctionRow& row = *node.function;
  const bool repeats = row.arguments.ends_with('*');
  const std::string_view letters = repeats ? row.arguments.substr(0, row.arguments.size() - 1) : row.arguments;
  const auto optional = static_cast<size_t>(std::ranges::count_if(letters, [](char c) { return c >= 'A' && c <= 'Z'; }));
  const size_t count = node.operands.size();
  poison(node);
  if (count + optional < letters.size() || (count > letters.size() && !repeats)) {
    diagnostics_.report(Code::argument_count, node.span, fmt::format("`{}` cannot take {} argument{}", node.text, count, count == 1 ? "" : "s"))
        .help(fmt::format("write {}", row.form));
    for (Expression* operand : node.operands) check(*operand);
    return;
  }

  std::array<const Expression*, 2> measured{};  // the first argument with the letter u, and v
  const Expression* anything = nullptr;          // the first with the letter t
  bool all_whole = true;
  bool is_right = true;
  for (size_t i = 0; i < count; ++i) {
    Expression& argument = *node.operands[i];
    const char letter = letters[std::min(i, letters.size() - 1)];
    if (letter == 't') {
      // The branches of `if`: the second takes the first one's enum, and both what the condition says.
      check_with(argument, anything != nullptr ? anything->type : wanted, *node.operands[0], i == 1);
    } else {
      check(argument);
    }
    if (failed(argument)) {
      is_right = false;
      continue;
    }
    switch (letter) {
      case 'b': is_right = expect_condition(argument) && is_right; break;
      case 'u':
      case 'v':
      case 'n':
      case 'a': {
        if (!expect_number(argument)) {
          is_right = false;
          break;
        }
        all_whole = all_whole && is_whole(argument.type);
        const Expression*& first = measured[letter == 'v' ? 1 : 0];
        const Quantity needed = letter == 'n'   ? Quantity::number
                                : letter == 'a' ? Quantity::angle
                                : first != nullptr ? first->type.quantity
                                                   : argument.type.quantity;
        if ((letter == 'u' || letter == 'v') && first == nullptr) first = &argument;
        if (argument.type.quantity == needed) break;
        is_right = false;
        auto report = diagnostics_.report(
            letter == 'u' || letter == 'v' ? Code::unit_mismatch : needed == Quantity::number ? Code::unit_unexpected : Code::unit_missing,
            argument.span,
            fmt::format("{} is wanted here, but this is {}", describe(needed), describe(argument.type.quantity)));
        if ((letter == 'u' || letter == 'v') && first != nullptr) report.label(first->span, fmt::format("like this: {}", describe(needed)));
        report.help(fmt::format("{}: {}", row.form, row.doc));
        break;
      }
      case 'p':
      case 'P':
      case 'd': {
        const bool is_place = letter == 'd' ? argument.type.kind == ValueKind::direction : is_spatial(argument.type);
        if (is_place) break;
        is_right = false;
        diagnostics_
            .report(Code::type_mismatch, argument.span,
                    fmt::format("{} is wanted here, but this is {}", letter == 'd' ? "a direction" : "a point or an entity",
                                describe(model_, argument.type)))
            .help(fmt::format("{}: {}", row.form, row.doc));
        break;
      }
      case 't': {
        if (anything == nullptr) {
          anything = &argument;
          break;
        }
        const bool both_numbers = is_numeric(anything->type) && is_numeric(argument.type);
        const bool both_entities = anything->type.kind == ValueKind::entity && argument.type.kind == ValueKind::entity;
        if (both_numbers ? anything->type.quantity == argument.type.quantity : both_entities || anything->type == argument.type) break;
        is_right = false;
        diagnostics_
            .report(both_numbers ? Code::unit_mismatch : Code::type_mismatch, argument.span,
                    fmt::format("both branches of `if` must be of one type, but they are {} and {}",
                                describe(model_, anything->type), describe(model_, argument.type)))
            .label(anything->span, "the other branch");
        break;
      }
      default: break;
    }
  }
  if (!is_right) return;
  const auto quantity = [&](size_t i) { return measured[i] != nullptr ? measured[i]->type.quantity : Quantity::number; };
  switch (row.result) {
    case 'i': node.type = {ValueKind::integer}; break;
    case 'u': node.type = all_whole ? Type{ValueKind::integer} : Type{ValueKind::number, quantity(0)}; break;
    case 'v': node.type = {ValueKind::number, quantity(1)}; break;
    case 'l': node.type = {ValueKind::number, Quantity::length}; break;
    case 'a': node.type = {ValueKind::number, Quantity::angle}; break;
    case 'd': node.type = {ValueKind::direction}; break;
    case 't': {
      const Type& a = node.operands[1]->type;
      const Type& b = node.operands[2]->type;
      node.type = a;
      if (is_numeric(a) && a.kind != b.kind) node.type = joined(a, b);
      if (a.kind == ValueKind::entity && a.reference != b.reference) node.type = {ValueKind::entity};
      break;
    }
    default: node.type = {ValueKind::number}; break;
  }
}

// --- what is known to be somebody ----------------------------------------------------------------

void Checker::add_facts(const Expression& node, bool truth, Facts& facts) const {
  switch (node.kind) {
    case ExpressionKind::known:
      if (truth) facts.push_back({node.operands[0]->kind, node.operands[0]->index});
      break;
    case ExpressionKind::not_: add_facts(*node.operands[0], !truth, facts); break;
    case ExpressionKind::both:
    case ExpressionKind::multiply:
      if (truth) {
        add_facts(*node.operands[0], true, facts);
        add_facts(*node.operands[1], true, facts);
      }
      break;
    case ExpressionKind::either:
      if (!truth) {
        add_facts(*node.operands[0], false, facts);
        add_facts(*node.operands[1], false, facts);
      }
      break;
    default: break;
  }
}

void Checker::check_with(Expression& node, const Type& wanted, const Expression& condition, bool truth) {
  const size_t before = facts_.size();
  add_facts(condition, truth, facts_);
  check(node, wanted);
  facts_.resize(before);
}

}  // namespace ishi::compiler
