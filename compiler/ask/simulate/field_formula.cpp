#include "simulate/field_formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "expression/parse.h"
#include "language/node_words.h"
#include "language/unit.h"
#include "language/words.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

constexpr auto kFunctions = std::to_array<std::string_view>({"min", "max", "clamp", "abs", "round", "floor"});

bool is_computable(const Type& type) {
  return type.kind == ValueKind::number || type.kind == ValueKind::integer || type.kind == ValueKind::boolean;
}

bool is_literal(const Expression& node) {
  if (node.kind == ExpressionKind::negate) return is_literal(*node.operands[0]);
  return node.kind == ExpressionKind::number || node.kind == ExpressionKind::truth;
}

// Gives each part its type, and each name the index of its field.
class Checker {
 public:
  Checker(const Map<Variable>& fields, Diagnostics& diagnostics)
      : fields_(fields), diagnostics_(diagnostics) {}

  // False after a report.
  bool check(Expression& node) {  // NOLINT(misc-no-recursion): as deep as the parser lets it be
    for (Expression* const operand : node.operands) {
      if (!check(*operand)) return false;
    }
    switch (node.kind) {
      case ExpressionKind::number: node.type = {ValueKind::number, node.type.quantity}; return true;
      case ExpressionKind::truth: node.type = {ValueKind::boolean}; return true;
      case ExpressionKind::name: return check_name(node);
      case ExpressionKind::negate: node.type = node.operands[0]->type; return expect_numbers(node);
      case ExpressionKind::not_:
        node.type = {ValueKind::boolean};
        return node.operands[0]->type.kind == ValueKind::boolean ||
               report(node, "`not` is about a field that is true or false");
      case ExpressionKind::add:
      case ExpressionKind::subtract:
        node.type = node.operands[0]->type;
        return expect_numbers(node) && expect_alike(node);
      case ExpressionKind::multiply:
      case ExpressionKind::divide: return check_product(node);
      case ExpressionKind::call: return check_call(node);
      default: return report(node, "this cannot stand in a value that is computed here");
    }
  }

 private:
  static Quantity quantity(const Expression& node) { return node.type.quantity; }

  bool report(const Expression& node, std::string message) {
    diagnostics_.report(Code::expression_syntax, node.span, std::move(message))
        .help(
            "compute with the fields of whom it changes, numbers, + - * /, `not`, min, max, clamp, abs, "
            "round and floor: `owned: owned + 1`");
    return false;
  }

  bool check_name(Expression& node) {
    node.index = find_index(fields_, node.text);
    if (node.index == kNone) {
      auto report = diagnostics_.report(Code::unknown_name, node.span,
                                        fmt::format("there is no field `{}` here", node.text));
      std::vector<std::string_view> known;
      for (const auto& field : fields_) {
        if (is_computable(field.value.resolved)) known.push_back(field.name.text);
      }
      report.suggest_or(node.span, node.text, known, [&] {
        return fmt::format("such a value is computed from the fields of whom it changes: {}",
                           quoted_list(known, "and"));
      });
      return false;
    }
    node.type = fields_[node.index].value.resolved;
    return is_computable(node.type) ||
           report(node, fmt::format("`{}` is neither a number nor true or false", node.text));
  }

  bool expect_numbers(const Expression& node) {
    const auto odd = std::ranges::find_if(
        node.operands, [](const Expression* one) { return one->type.kind == ValueKind::boolean; });
    return odd == node.operands.end() || report(**odd, "a number is wanted here, not true or false");
  }

  bool expect_alike(const Expression& node) {
    for (const Expression* const operand : node.operands) {
      if (quantity(*operand) == quantity(*node.operands[0])) continue;
      diagnostics_
          .report(quantity(*operand) == Quantity::number ? Code::unit_missing : Code::unit_mismatch,
                  operand->span, "both sides need the same unit")
          .help(fmt::format("the other side is {}", describe(quantity(*node.operands[0]))));
      return false;
    }
    return true;
  }

  bool check_product(Expression& node) {
    if (!expect_numbers(node)) return false;
    const Quantity a = quantity(*node.operands[0]), b = quantity(*node.operands[1]);
    node.type = {ValueKind::number};
    if (node.kind == ExpressionKind::divide && a == b) return true;
    if (b == Quantity::number) {
      node.type.quantity = a;
      return true;
    }
    if (node.kind == ExpressionKind::multiply && a == Quantity::number) {
      node.type.quantity = b;
      return true;
    }
    return report(node, "one of the two must be a plain number here");
  }

  bool check_call(Expression& node) {
    if (std::ranges::find(kFunctions, node.text) == kFunctions.end())
      return report(node, fmt::format("`{}` cannot be called in a value that is computed here", node.text));
    const size_t wanted = node.text == "clamp" ? 3 : node.text == "min" || node.text == "max" ? 2 : 1;
    if (node.operands.size() != wanted)
      return report(node, fmt::format("`{}` takes {} value{}", node.text, wanted, wanted == 1 ? "" : "s"));
    node.type = {ValueKind::number, quantity(*node.operands[0])};
    return expect_numbers(node) && expect_alike(node);
  }

  const Map<Variable>& fields_;
  Diagnostics& diagnostics_;
};

double compute(const Expression& node,  // NOLINT(misc-no-recursion)
               const std::function<double(uint32_t)>& field_of) {
  const auto at = [&](size_t i) { return compute(*node.operands[i], field_of); };
  switch (node.kind) {
    case ExpressionKind::number:
    case ExpressionKind::truth: return node.number;
    case ExpressionKind::name: return field_of(node.index);
    case ExpressionKind::negate: return -at(0);
    case ExpressionKind::not_: return at(0) == 0 ? 1 : 0;
    case ExpressionKind::add: return at(0) + at(1);
    case ExpressionKind::subtract: return at(0) - at(1);
    case ExpressionKind::multiply: return at(0) * at(1);
    case ExpressionKind::divide: return at(1) == 0 ? 0 : at(0) / at(1);
    case ExpressionKind::call: break;
    default: return 0;
  }
  if (node.text == "min") return std::min(at(0), at(1));
  if (node.text == "max") return std::max(at(0), at(1));
  if (node.text == "abs") return std::abs(at(0));
  if (node.text == "round") return std::round(at(0));
  if (node.text == "floor") return std::floor(at(0));
  return std::max(at(1), std::min(at(0), at(2)));
}

}  // namespace

bool FieldFormula::is_meant(const Node& node, const Map<Variable>& fields) {
  if (node.kind != NodeKind::scalar) return false;
  const Formula formula = written_formula(node);
  Diagnostics said_elsewhere;
  ExpressionArena arena;
  const Expression* const root = parse_expression(formula, arena, said_elsewhere);
  if (root == nullptr || is_literal(*root)) return false;
  return root->kind != ExpressionKind::name || find_index(fields, root->text) != kNone;
}

std::shared_ptr<const FieldFormula> FieldFormula::read(const Node& node, const Map<Variable>& fields,
                                                       uint32_t field, Diagnostics& diagnostics) {
  const Formula formula = written_formula(node);
  auto result = std::make_shared<FieldFormula>();
  Expression* const root = parse_expression(formula, result->arena_, diagnostics);
  if (root == nullptr || !Checker(fields, diagnostics).check(*root)) return nullptr;
  const Variable& variable = fields[field].value;
  const bool wants_condition = variable.resolved.kind == ValueKind::boolean;
  const bool fits = wants_condition == (root->type.kind == ValueKind::boolean) &&
                    root->type.quantity == variable.resolved.quantity;
  if (!fits) {
    diagnostics
        .report(wants_condition || root->type.kind == ValueKind::boolean ? Code::wrong_literal
                                                                         : Code::unit_mismatch,
                node.span,
                fmt::format(
                    "`{}` is {}, but this computes {}", fields[field].name.text,
                    wants_condition ? "true or false" : describe(variable.resolved.quantity),
                    root->type.kind == ValueKind::boolean ? "true or false" : describe(root->type.quantity)))
        .help(wants_condition ? fmt::format("such as `not {}`", fields[field].name.text)
                              : fmt::format("such as `{0} * 0.5`", fields[field].name.text));
    return nullptr;
  }
  result->root_ = root;
  result->is_condition_ = wants_condition;
  result->is_whole_ = variable.resolved.kind == ValueKind::integer;
  constexpr double kMost = std::numeric_limits<float>::max();
  result->low_ = variable.has_range() ? variable.low : -kMost;
  result->high_ = variable.has_range() ? variable.high : kMost;
  return result;
}

double FieldFormula::value(const std::function<double(uint32_t)>& field_of) const {
  const double computed = compute(*root_, field_of);
  if (is_condition_) return computed;
  const double held = std::clamp(computed, low_, high_);
  return is_whole_ ? std::round(held) : held;
}

}  // namespace ishi::compiler
