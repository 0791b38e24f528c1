#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expression/reach.h"
#include "expression/written_unit.h"
#include "language/functions.h"
#include "language/unit.h"
#include "lower/expression_lowerer.h"

// The ranges of values while a condition holds, and the warnings where a range allows what an operation
// can do nothing with.

namespace ishi::compiler {

Interval ExpressionLowerer::assumed_range(Ref value) const {
  Interval range = builder_.range_of(value);
  for (const Assumption& assumption : assumptions_) {
    if (assumption.value != value) continue;
    range = {std::max(range.low, assumption.range.low), std::min(range.high, assumption.range.high)};
  }
  return range;
}

bool ExpressionLowerer::may_be_zero(Ref value) const {
  for (const Assumption& assumption : assumptions_) {
    if (assumption.value == value && assumption.is_not_zero) return false;
  }
  return assumed_range(value).contains(0);
}

size_t ExpressionLowerer::assume(const Expression& condition, bool truth) {
  const size_t mark = assumptions_.size();
  assumed_values_.clear();
  assume_once(condition, truth);
  return mark;
}

void ExpressionLowerer::assume_once(const Expression& condition, bool truth) {
  switch (condition.kind) {
    case ExpressionKind::both:
    case ExpressionKind::either:
      if (truth == (condition.kind == ExpressionKind::both)) {
        assume_once(*condition.operands[0], truth);
        assume_once(*condition.operands[1], truth);
      }
      break;
    case ExpressionKind::not_: assume_once(*condition.operands[0], !truth); break;
    case ExpressionKind::value:
      // Each once: values that read values twice would otherwise be walked through again and again.
      if (assumed_values_.insert(condition.index).second)
        assume_once(*model_.values[condition.index].value.is.root, truth);
      break;
    case ExpressionKind::less:
    case ExpressionKind::less_equal:
    case ExpressionKind::greater:
    case ExpressionKind::greater_equal:
    case ExpressionKind::equal:
    case ExpressionKind::not_equal: assume_comparison(condition, truth); break;
    default: break;
  }
}

// Of a range that begins or ends at the excluded value.
void ExpressionLowerer::assume_excluded(Ref value, Ref excluded) {
  if (!builder_.is_constant(excluded)) return;
  const Interval range = assumed_range(value);
  const float limit = builder_.value_of(excluded);
  if (limit == 0) assumptions_.push_back({value, range, true});
  if (range.low == limit) assumptions_.push_back({value, {std::nextafter(limit, kLargest), range.high}});
  if (range.high == limit) assumptions_.push_back({value, {range.low, std::nextafter(limit, -kLargest)}});
}

void ExpressionLowerer::assume_comparison(const Expression& node, bool truth) {
  Ref left = lower_number(*node.operands[0]);
  Ref right = lower_number(*node.operands[1]);
  if (node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal) {
    if (truth != (node.kind == ExpressionKind::not_equal)) return;
    assume_excluded(left, right);
    assume_excluded(right, left);
    return;
  }
  bool or_equal = node.kind == ExpressionKind::less_equal || node.kind == ExpressionKind::greater_equal;
  bool left_is_less = node.kind == ExpressionKind::less || node.kind == ExpressionKind::less_equal;
  if (!truth) {
    left_is_less = !left_is_less;
    or_equal = !or_equal;
  }
  const Expression& greater = *node.operands[left_is_less ? 1 : 0];
  if (!left_is_less) std::swap(left, right);
  // Now: left < right, or left <= right.
  const float above = builder_.range_of(left).low;
  const float below = builder_.range_of(right).high;
  assumptions_.push_back({right, {or_equal ? above : std::nextafter(above, kLargest), kLargest}});
  const bool is_distance_from_zero = greater.kind == ExpressionKind::call && greater.function->name == "abs";
  if (is_distance_from_zero && (above > 0 || (above == 0 && !or_equal))) {
    const Ref inner = lower_number(*greater.operands[0]);
    assumptions_.push_back({inner, builder_.range_of(inner), true});
  }
  assumptions_.push_back({left, {-kLargest, or_equal ? below : std::nextafter(below, -kLargest)}});
}

// Adds a label to the latest report if the operand stands in a value with parameters: the call for which it
// was reported, or the value in which it stands. `told` is the expression that was reported.
void ExpressionLowerer::label_call(const Expression& node, const Expression& told) {
  if (told.call.end != 0)
    diagnostics_.label_latest(told.call, "for this call");
  else if (node.call.end != 0)
    diagnostics_.label_latest(node.expands != kNone ? model_.values[node.expands].value.is.span : node.span,
                              "in this value");
}

void ExpressionLowerer::warn_operand(const Expression& node, const Expression& operand, Ref value,
                                     OperationCode code, Ref other) {
  const Interval range = assumed_range(value);
  const bool is_constant = range.low == range.high;
  const Quantity quantity = operand.type.quantity;
  const UnitRow* unit = written_unit(model_, operand);
  const std::string lies =
      is_constant ? fmt::format("it is {}", show(range.low, quantity, unit))
                  : fmt::format("it can be anything from {} to {}", show(range.low, quantity, unit),
                                show(range.high, quantity, unit));
  const std::string_view can_be = is_constant ? "is" : "can be";
  if (code == OperationCode::divide && may_be_zero(value)) {
    diagnostics_
        .report(Code::possible_division_by_zero, operand.span,
                fmt::format("this {} 0, and something is divided by it", can_be))
        .note(is_constant ? "what is divided by 0 counts as 0"
                          : fmt::format("{}; what is divided by 0 counts as 0", lies))
        .help(is_constant ? "divide by another number"
              : range.high <= 0
                  ? fmt::format(
                        "keep it below 0, such as min(…, -0.01{0}), or divide only inside if(… < 0{0}, …, …)",
                        written_or_usual(unit, quantity))
                  : fmt::format(
                        "keep it above 0, such as max(…, {1}{0}), or divide only inside if(… > 0{0}, …, …)",
                        written_or_usual(unit, quantity),
                        operand.type.kind == ValueKind::integer ? "1" : "0.01"));
    label_call(node, operand);
  }
  if (code == OperationCode::square_root && range.low < 0) {
    diagnostics_
        .report(Code::possible_invalid_operand, operand.span,
                fmt::format("this {} negative, and has no square root then", can_be))
        .note(fmt::format("{}; the square root of what is negative counts as 0", lies))
        .help("keep it at 0 or above, such as max(…, 0)");
    label_call(node, operand);
  }
  if (code == OperationCode::logarithm && range.low <= 0) {
    diagnostics_
        .report(Code::possible_invalid_operand, operand.span,
                fmt::format("this {} 0 or less, and has no logarithm then", can_be))
        .note(fmt::format("{}; the logarithm of what is not positive counts as 0", lies))
        .help("keep it above 0, such as max(…, 0.001)");
    label_call(node, operand);
  }
  if (code == OperationCode::power) warn_power(node, operand, value, assumed_range(other), lies);
}

// A function that maps from a range maps everything to its beginning where the range has no width.
void ExpressionLowerer::warn_width(const Expression& low, const Expression& high, Ref width) {
  if (!may_be_zero(width)) return;
  const bool is_constant = builder_.is_constant(width);
  diagnostics_
      .report(Code::possible_division_by_zero, {low.span.file, low.span.begin, high.span.end},
              fmt::format("the two ends of this range {} equal", is_constant ? "are" : "can be"))
      .note("a range without a width maps everything to its beginning")
      .help(is_constant ? "give it two different ends" : "keep the ends apart, such as max(…, … + 0.01)");
  label_call(low, low);
}

// A curve that is drawn between 0 and 1, asked of a number from 0 to 100 as it stands.
void ExpressionLowerer::warn_curve(const Expression& node) {
  const auto& [name, curve] = model_.curves[node.index];
  const Expression& input = *node.operands[0];
  const auto reach = reach_of(model_, input);
  constexpr double kLeastWidth = 20;
  if (input.type.quantity != Quantity::number || curve.input.given || curve.is<StepCurve>() ||
      curve.is<StepsCurve>() || !reach || reach->read == nullptr || reach->is_scaled ||
      !(reach->high - reach->low >= kLeastWidth && reach->high - reach->low < kLargest))
    return;
  // Of what is counted "none left" may be all that matters.
  const bool is_listed = curve.is<PointsCurve>() || curve.is<SmoothCurve>() || curve.is<KeysCurve>();
  if (is_listed && reach->read->type.kind == ValueKind::integer) return;
  const CurveView view = builder_.view_of(node.index);
  const auto change = [&](double from, double to) {
    constexpr int kParts = 200;
    double sum = 0;
    for (int i = 0; i < kParts && to > from; ++i) {
      const auto at = [&](int part) {
        return evaluate_curve(view, static_cast<float>(from + (to - from) * part / kParts));
      };
      sum += std::abs(static_cast<double>(at(i + 1)) - static_cast<double>(at(i)));
    }
    return sum;
  };
  constexpr double kBegin = -0.25, kEnd = 1.25;  // a little beyond 0 and 1
  const double low = std::max(reach->low, kBegin), high = std::min(reach->high, kEnd);
  const double inside = change(low, high);
  const double outside =
      change(reach->low, std::min(kBegin, reach->high)) + change(std::max(kEnd, reach->low), reach->high);
  constexpr double kLeast = 0.05, kMost = 0.05;
  if (!(inside > kLeast) || outside > kMost * inside) return;
  diagnostics_
      .report(Code::held_value, input.span,
              fmt::format("`{}` is drawn for 0 to 1, but this goes from {} to {}", name.text,
                          show(static_cast<float>(reach->low), Quantity::number),
                          show(static_cast<float>(reach->high), Quantity::number)))
      .caption("nearly all of it gives the same")
      .help(
          fmt::format("bring it to 0 to 1 with `.norm`, or say in `{}` what it is drawn for: `input: {}..{}`",
                      name.text, show(static_cast<float>(reach->low), Quantity::number),
                      show(static_cast<float>(reach->high), Quantity::number)));
  label_call(node, input);
}

void ExpressionLowerer::warn_power(const Expression& node, const Expression& base, Ref value,
                                   Interval exponent, std::string_view lies) {
  const Interval range = assumed_range(value);
  const bool is_whole = node.operands[1]->type.kind != ValueKind::number ||
                        (exponent.low == exponent.high && exponent.low == std::floor(exponent.low));
  if (range.low < 0 && !is_whole) {
    diagnostics_
        .report(Code::possible_invalid_operand, base.span,
                "this can be negative, and has no power with a fraction then")
        .note(fmt::format("{}; such a power counts as 0", lies))
        .help("keep it at 0 or above, such as max(…, 0)");
    label_call(node, base);
  } else if (may_be_zero(value) && exponent.low < 0) {
    diagnostics_
        .report(Code::possible_division_by_zero, base.span,
                "this can be 0, and a negative power divides by it")
        .note(fmt::format("{}; what is divided by 0 counts as 0", lies))
        .help("keep it above 0, such as max(…, 0.01)");
    label_call(node, base);
  }
}

}  // namespace ishi::compiler
