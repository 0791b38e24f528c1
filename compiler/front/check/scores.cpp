#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "check/checking.h"
#include "expression/constant.h"
#include "expression/reach.h"
#include "language/functions.h"
#include "language/unit.h"

// Numbers taken as they stand, from 0 to 100, where what counts lies between 0 and 1; and amounts.

namespace ishi::compiler {
namespace {

std::string shown(double value) { return show(value, Quantity::number); }

// A factor such as `1 - hp` that is below 0 nearly everywhere, since it takes off a number of another scale;
// null: there is none.
const Expression* low_factor_in(const Model& model, const Expression& node,
                                bool is_factor) {  // NOLINT(misc-no-recursion)
  constexpr double kLeastShare = 0.1, kUsual = 2;
  using enum ExpressionKind;
  if (is_factor && node.kind == subtract && node.type.quantity == Quantity::number) {
    const auto reach = reach_of(model, node);
    const bool is_raw = reach && reach->read != nullptr && !reach->is_scaled && std::isfinite(reach->low);
    if (is_raw && reach->high > 0 && reach->high <= kUsual &&
        reach->high <= kLeastShare * (reach->high - reach->low) && reach_falls(node, *reach->read))
      return &node;
  }
  const bool is_product = node.kind == multiply;
  if (!is_product && node.kind != add && node.kind != subtract && node.kind != negate) return nullptr;
  for (const Expression* const operand : node.operands) {
    const Expression* const found = low_factor_in(model, *operand, is_product);
    if (found != nullptr) return found;
  }
  return nullptr;
}

// Warns of such a factor. True if it did.
bool warns_of_low_factor(const Checking& c, const Formula& formula, std::string_view what) {
  const Expression* const factor = low_factor_in(c.model, *formula.root, false);
  if (factor == nullptr) return false;
  const auto reach = reach_of(c.model, *factor);
  c.diagnostics
      .report(Code::held_value, factor->span,
              fmt::format("{} counts from 0 on, but this factor of it goes from {} to {}", what,
                          shown(reach->low), shown(reach->high)))
      .caption("below 0 nearly everywhere")
      .help(fmt::format("bring what it takes off to 0 to 1: `{}.norm` does that by the declared range",
                        text_of(c.model, formula, *reach->read)));
  return true;
}

// Warns of a number that is held in 0..1 though hardly any of its range lies there. The writer has thought
// of a number that is scaled or goes through a curve.
// True if a key far beyond 1 is multiplied by something that brings it nowhere near 0 to 1, as `0.8 * hp`.
bool is_hardly_scaled(const Checking& c, const Reach& reach, const Expression& read, double inside) {
  constexpr double kWide = 5, kHardly = 0.05;
  const auto of_key = reach_of(c.model, read);
  return of_key && std::isfinite(of_key->high) && of_key->high - of_key->low >= kWide &&
         inside <= kHardly * (reach.high - reach.low);
}

void warn_of_held(const Checking& c, const Formula& formula, const Expression& node,
                  std::string_view what) {  // NOLINT(misc-no-recursion)
  constexpr double kLeastShare = 0.2;
  if (node.kind == ExpressionKind::call && node.function != nullptr) {
    const std::string_view name = node.function->name;
    const bool is_choice = name == "if";
    if (!is_choice && name != "min" && name != "max") return;
    for (size_t i = is_choice ? 1 : 0; i < node.operands.size(); ++i)
      warn_of_held(c, formula, *node.operands[i], what);
    return;
  }
  if (node.type.quantity != Quantity::number) return;
  const auto reach = reach_of(c.model, node);
  if (!reach || reach->read == nullptr || !(reach->high > reach->low)) return;
  const double inside = std::max(0.0, std::min(reach->high, 1.0) - std::max(reach->low, 0.0));
  if (inside > kLeastShare * (reach->high - reach->low)) return;
  const Expression& read = *reach->read;
  if (reach->is_scaled && !is_hardly_scaled(c, *reach, read, inside)) return;
  const bool is_falling = &read != &node && reach_falls(node, read);
  const bool is_bounded = std::isfinite(reach->low) && std::isfinite(reach->high);
  c.diagnostics
      .report(Code::held_value, node.span,
              fmt::format("{} is held in 0 to 1, but this goes {}", what,
                          is_bounded   ? fmt::format("from {} to {}", shown(reach->low), shown(reach->high))
                          : is_falling ? "below 0 within a metre"
                                       : "beyond 1 within a metre"))
      .caption(is_bounded ? "nearly all of it counts as 0 or as 1" : "nearly every distance counts the same")
      .help(is_bounded ? fmt::format("bring it to 0 to 1: `{}{}.norm` does that by the declared range",
                                     is_falling ? "1 - " : "", text_of(c.model, formula, read))
                       : fmt::format("divide by the distance that is to count as {}, such as `{}{} / 20m`",
                                     is_falling ? "0" : "1", is_falling ? "1 - " : "",
                                     text_of(c.model, formula, read)));
}

// Warns of a number that is never between 0 and 1, so that it counts as one of the two everywhere. True if it
// did.
bool warns_of_constant(const Checking& c, const Expression& root, std::string_view what) {
  if (root.type.quantity != Quantity::number) return false;
  const auto reach = reach_of(c.model, root);
  if (!reach || !std::isfinite(reach->low) || !std::isfinite(reach->high)) return false;
  if (reach->read != nullptr && !reach->is_scaled) return false;  // warn_of_held() asks for its range
  const bool is_above = reach->low >= 1 && reach->high > 1;
  if (!is_above && !(reach->high <= 0 && reach->low < 0)) return false;
  const std::string reached = reach->low == reach->high
                                  ? fmt::format("is {}", shown(reach->low))
                                  : fmt::format("goes from {} to {}", shown(reach->low), shown(reach->high));
  const int held = is_above ? 1 : 0;
  c.diagnostics
      .report(Code::held_value, root.span, fmt::format("{} is held in 0 to 1, but this {}", what, reached))
      .caption(fmt::format("it always counts as {}", held))
      .help(fmt::format("let it go from 0 to 1, or write {} if that is meant", held));
  return true;
}

void warn_of_held(const Checking& c, const Formula& formula, std::string_view what) {
  if (formula.root == nullptr || warns_of_constant(c, *formula.root, what) ||
      warns_of_low_factor(c, formula, what))
    return;
  warn_of_held(c, formula, *formula.root, what);
}

// Warns of a score that is 0 or less nearly everywhere, because it takes off a number of another scale: such
// a score is never chosen. The writer has thought of a number that is scaled, and of a sum of several.
void warn_of_low_score(const Checking& c, const Formula& formula) {
  constexpr double kLeastShare = 0.1, kUsual = 2;
  if (formula.root == nullptr || formula.root->type.quantity != Quantity::number ||
      warns_of_low_factor(c, formula, "a score"))
    return;
  const auto reach = reach_of(c.model, *formula.root);
  const bool is_raw = reach && reach->read != nullptr && !reach->is_scaled && formula.root != reach->read;
  if (!is_raw || !std::isfinite(reach->low) || !(reach->high > 0) || reach->high > kUsual ||
      reach->high > kLeastShare * (reach->high - reach->low) || !reach_falls(*formula.root, *reach->read))
    return;
  c.diagnostics
      .report(Code::held_value, formula.root->span,
              fmt::format("a score counts from 0 on, but this goes from {} to {}", shown(reach->low),
                          shown(reach->high)))
      .caption("nearly all of it is never chosen")
      .help(fmt::format("bring what it takes off to 0 to 1: `{}.norm` does that by the declared range",
                        text_of(c.model, formula, *reach->read)));
}

}  // namespace

void check_amount(const Checking& c, const Named<Formula>& amount, std::string_view help) {
  if (amount.value.root == nullptr) return;
  const Expression& root = *amount.value.root;
  const bool is_literal =
      (root.kind == ExpressionKind::negate ? *root.operands[0] : root).kind == ExpressionKind::number;
  if (!is_literal) return;  // what is computed is held in -1..1
  const auto value = constant_value(root);
  if (!value || std::abs(*value) <= 1) return;
  c.diagnostics
      .report(Code::amount_outside, amount.value.span,
              fmt::format("the amount for `{}` lies outside -1..1", amount.name.text))
      .help(std::string(help));
}

void check_levels_held(const Checking& c) {
  for (const auto* motives : {&c.model.needs, &c.model.drives}) {
    for (const auto& motive : *motives) {
      if (!motive.value.is_carried()) warn_of_held(c, motive.value.level, "a level");
    }
  }
}

void check_scores(const Checking& c, const Action& action) {
  for (const auto* amounts : {&action.gains, &action.reduces}) {
    for (const auto& amount : amounts->value)
      check_amount(
          c, amount,
          "1 satisfies it wholly, -1 makes it wholly worse; to make the whole action count for more, "
          "give it a `weight`");
  }
  const Tactical& tactical = action.tactical.value;
  warn_of_held(c, tactical.expectation, "`expectation`");
  warn_of_held(c, tactical.risk, "`risk`");
  warn_of_held(c, tactical.cost, "`cost`");
  for (const auto& consideration : action.considerations.value)
    warn_of_held(c, consideration.value, "a consideration");
  const auto takes_less_than_0 = [](const Named<Agent>& agent) {
    return agent.value.select.minimum.value < 0 || agent.value.select.draws();
  };
  if (std::ranges::none_of(c.model.agents, takes_less_than_0)) warn_of_low_score(c, action.score);
}

}  // namespace ishi::compiler
