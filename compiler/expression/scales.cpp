#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "expression/checker.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "language/functions.h"

// Numbers taken as they stand, from 0 to 100, where what counts lies between 0 and 1.

namespace ishi::compiler {
namespace {

// Of a sum of numbers and of what has a declared range: how far it goes.
struct Reach {
  double low = 0;
  double high = 0;
  const Expression* read = nullptr;  // what has the range; null where all is written
};

Reach sum_of(const Reach& a, const Reach& b, bool is_difference) {
  const Expression* const read = a.read != nullptr ? a.read : b.read;
  return is_difference ? Reach{a.low - b.high, a.high - b.low, read}
                       : Reach{a.low + b.low, a.high + b.high, read};
}

std::optional<Reach> reach_of(const Model& model, const Expression& node) {  // NOLINT(misc-no-recursion)
  if (node.type.quantity != Quantity::number) return std::nullopt;
  switch (node.kind) {
    case ExpressionKind::number: return Reach{node.number, node.number};
    case ExpressionKind::negate: {
      const auto inner = reach_of(model, *node.operands[0]);
      return inner ? std::optional(sum_of({}, *inner, true)) : std::nullopt;
    }
    case ExpressionKind::add:
    case ExpressionKind::subtract: {
      const auto left = reach_of(model, *node.operands[0]);
      const auto right = reach_of(model, *node.operands[1]);
      if (!left || !right) return std::nullopt;
      return sum_of(*left, *right, node.kind == ExpressionKind::subtract);
    }
    default: {
      const Variable* const variable = variable_of(model, node, nullptr);
      if (variable == nullptr || !variable->has_range()) return std::nullopt;
      return Reach{variable->low, variable->high, &node};
    }
  }
}

std::string shown(double value) { return show(value, Quantity::number); }

}  // namespace

// Warns of a number that is held in 0..1 though hardly any of what it can be lies there. What is scaled, or
// goes through a curve, has been thought of.
void Checker::warn_of_held(const Formula& formula, std::string_view what) {
  if (formula.root == nullptr) return;
  const Formula* const outer = std::exchange(formula_, &formula);
  warn_of_held(*formula.root, what);
  formula_ = outer;
}

void Checker::warn_of_held(const Expression& node, std::string_view what) {  // NOLINT(misc-no-recursion)
  constexpr double kLeastShare = 0.2;
  if (node.kind == ExpressionKind::call && node.function != nullptr) {
    const std::string_view name = node.function->name;
    const bool is_choice = name == "if";
    if (!is_choice && name != "min" && name != "max") return;
    for (size_t i = is_choice ? 1 : 0; i < node.operands.size(); ++i) warn_of_held(*node.operands[i], what);
    return;
  }
  const auto reach = reach_of(model_, node);
  if (!reach || reach->read == nullptr || !(reach->high > reach->low)) return;
  const double inside = std::max(0.0, std::min(reach->high, 1.0) - std::max(reach->low, 0.0));
  if (inside > kLeastShare * (reach->high - reach->low)) return;
  const std::string share = fmt::format("{}.norm", text_of(*reach->read));
  const bool is_falling = reach->read != &node && reach_falls(node, *reach->read);
  diagnostics_
      .report(Code::held_value, node.span,
              fmt::format("{} is held in 0 to 1, but this goes from {} to {}", what, shown(reach->low),
                          shown(reach->high)))
      .caption("nearly all of it counts as 0 or as 1")
      .help(fmt::format("bring it to 0 to 1: `{}{}` does that by the declared range",
                        is_falling ? "1 - " : "", share));
}

// Whether a sum becomes less as what it reads becomes more.
bool Checker::reach_falls(const Expression& node, const Expression& read) {  // NOLINT(misc-no-recursion)
  if (&node == &read) return false;
  switch (node.kind) {
    case ExpressionKind::negate: return !reach_falls(*node.operands[0], read);
    case ExpressionKind::add:
    case ExpressionKind::subtract: {
      const bool is_left = contains(*node.operands[0], read);
      const Expression& side = *node.operands[is_left ? 0 : 1];
      return reach_falls(side, read) != (node.kind == ExpressionKind::subtract && !is_left);
    }
    default: return false;
  }
}

bool Checker::contains(const Expression& node, const Expression& part) {  // NOLINT(misc-no-recursion)
  return &node == &part || std::ranges::any_of(node.operands, [&](const Expression* operand) {
    return contains(*operand, part);
  });
}

// `hp > 30%` is `hp > 0.3`, which is hardly meant where hp goes to 100.
void Checker::warn_of_percentage(const Expression& share, const Expression& measured) {
  constexpr double kFar = 2;
  if (share.kind != ExpressionKind::number || !share.text.ends_with('%')) return;
  const Variable* const variable = variable_of(measured);
  if (variable == nullptr || !variable->has_range() || variable->high < kFar) return;
  const std::string text = text_of(measured);
  const double meant = variable->low + share.number * (variable->high - variable->low);
  diagnostics_
      .report(Code::percentage_beside_range, share.span,
              fmt::format("`{}` is {}, but `{}` goes from {} to {}", share.text, shown(share.number), text,
                          shown(variable->low), shown(variable->high)))
      .help(fmt::format("compare the share of its range, `{}.norm`, or write the number: {}", text,
                        shown(meant)));
}

}  // namespace ishi::compiler
