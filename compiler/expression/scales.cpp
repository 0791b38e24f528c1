#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "expression/checker.h"
#include "expression/reach.h"
#include "expression/types.h"
#include "expression/written_unit.h"
#include "language/functions.h"

// Numbers taken as they stand, from 0 to 100, where what counts lies between 0 and 1.

namespace ishi::compiler {
namespace {

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
  if (node.type.quantity != Quantity::number) return;
  const auto reach = reach_of(model_, node);
  if (!reach || reach->read == nullptr || reach->is_scaled || !(reach->high > reach->low)) return;
  const double inside = std::max(0.0, std::min(reach->high, 1.0) - std::max(reach->low, 0.0));
  if (inside > kLeastShare * (reach->high - reach->low)) return;
  const Expression& read = *reach->read;
  const bool is_falling = &read != &node && reach_falls(node, read);
  const bool is_bounded = std::isfinite(reach->low) && std::isfinite(reach->high);
  diagnostics_
      .report(Code::held_value, node.span,
              fmt::format("{} is held in 0 to 1, but this goes {}", what,
                          is_bounded   ? fmt::format("from {} to {}", shown(reach->low), shown(reach->high))
                          : is_falling ? "below 0 within a metre"
                                       : "beyond 1 within a metre"))
      .caption(is_bounded ? "nearly all of it counts as 0 or as 1" : "nearly every distance counts the same")
      .help(is_bounded ? fmt::format("bring it to 0 to 1: `{}{}.norm` does that by the declared range",
                                     is_falling ? "1 - " : "", text_of(read))
                       : fmt::format("divide by the distance that is to count as {}, such as `{}{} / 20m`",
                                     is_falling ? "0" : "1", is_falling ? "1 - " : "", text_of(read)));
}

// Warns of a score that is 0 or less nearly everywhere, because what it takes off is not on its scale: such a
// score is never chosen. What is scaled, and a part of a sum of several, has been thought of.
void Checker::warn_of_low_score(const Formula& formula) {
  constexpr double kLeastShare = 0.1, kUsual = 2;
  if (formula.root == nullptr || formula.root->type.quantity != Quantity::number) return;
  const auto reach = reach_of(model_, *formula.root);
  const bool is_raw = reach && reach->read != nullptr && !reach->is_scaled && formula.root != reach->read;
  if (!is_raw || !std::isfinite(reach->low) || !(reach->high > 0) || reach->high > kUsual ||
      reach->high > kLeastShare * (reach->high - reach->low) || !reach_falls(*formula.root, *reach->read))
    return;
  const Formula* const outer = std::exchange(formula_, &formula);
  diagnostics_
      .report(Code::held_value, formula.root->span,
              fmt::format("a score counts from 0 on, but this goes from {} to {}", shown(reach->low),
                          shown(reach->high)))
      .caption("nearly all of it is never chosen")
      .help(fmt::format("bring what it takes off to 0 to 1: `{}.norm` does that by the declared range",
                        text_of(*reach->read)));
  formula_ = outer;
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
