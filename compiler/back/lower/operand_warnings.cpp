#include "lower/operand_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "expression/reach.h"
#include "expression/written_unit.h"
#include "language/functions.h"
#include "language/unit.h"
#include "lower/interval.h"

namespace ishi::compiler {
namespace {

// Adds a label to the latest report if the operand stands in a value with parameters: the call for which it
// was reported, or the value in which it stands. `told` is the expression that was reported.
void label_call(const OperandRanges& ranges, const Expression& node, const Expression& told) {
  if (told.call.end != 0)
    ranges.diagnostics.label_latest(told.call, "for this call");
  else if (node.call.end != 0)
    ranges.diagnostics.label_latest(
        node.expands != kNone ? ranges.model.values[node.expands].value.is.span : node.span, "in this value");
}

void warn_of_power(const OperandRanges& ranges, const Expression& node, const Expression& base, Ref value,
                   Interval exponent, std::string_view lies) {
  const Interval range = ranges.assumed.range_of(ranges.builder, value);
  const bool is_whole = node.operands[1]->type.kind != ValueKind::number ||
                        (exponent.low == exponent.high && exponent.low == std::floor(exponent.low));
  if (range.low < 0 && !is_whole) {
    ranges.diagnostics
        .report(Code::possible_invalid_operand, base.span,
                "this can be negative, and has no power with a fraction then")
        .note(fmt::format("{}; such a power counts as 0", lies))
        .help("keep it at 0 or above, such as max(…, 0)");
    label_call(ranges, node, base);
  } else if (ranges.assumed.may_be_zero(ranges.builder, value) && exponent.low < 0) {
    ranges.diagnostics
        .report(Code::possible_division_by_zero, base.span,
                "this can be 0, and a negative power divides by it")
        .note(fmt::format("{}; what is divided by 0 counts as 0", lies))
        .help("keep it above 0, such as max(…, 0.01)");
    label_call(ranges, node, base);
  }
}

}  // namespace

void warn_of_operand(const OperandRanges& ranges, const Expression& node, const Expression& operand,
                     Ref value, OperationCode code, Ref other) {
  const Interval range = ranges.assumed.range_of(ranges.builder, value);
  const bool is_constant = range.low == range.high;
  const Quantity quantity = operand.type.quantity;
  const UnitRow* unit = written_unit(ranges.model, operand);
  const std::string lies =
      is_constant ? fmt::format("it is {}", show(range.low, quantity, unit))
                  : fmt::format("it can be anything from {} to {}", show(range.low, quantity, unit),
                                show(range.high, quantity, unit));
  const std::string_view can_be = is_constant ? "is" : "can be";
  if (code == OperationCode::divide && ranges.assumed.may_be_zero(ranges.builder, value)) {
    ranges.diagnostics
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
    label_call(ranges, node, operand);
  }
  if (code == OperationCode::square_root && range.low < 0) {
    ranges.diagnostics
        .report(Code::possible_invalid_operand, operand.span,
                fmt::format("this {} negative, and has no square root then", can_be))
        .note(fmt::format("{}; the square root of what is negative counts as 0", lies))
        .help("keep it at 0 or above, such as max(…, 0)");
    label_call(ranges, node, operand);
  }
  if (code == OperationCode::logarithm && range.low <= 0) {
    ranges.diagnostics
        .report(Code::possible_invalid_operand, operand.span,
                fmt::format("this {} 0 or less, and has no logarithm then", can_be))
        .note(fmt::format("{}; the logarithm of what is not positive counts as 0", lies))
        .help("keep it above 0, such as max(…, 0.001)");
    label_call(ranges, node, operand);
  }
  if (code == OperationCode::power)
    warn_of_power(ranges, node, operand, value, ranges.assumed.range_of(ranges.builder, other), lies);
}

void warn_of_width(const OperandRanges& ranges, const Expression& low, const Expression& high, Ref width) {
  if (!ranges.assumed.may_be_zero(ranges.builder, width)) return;
  const bool is_constant = ranges.builder.is_constant(width);
  ranges.diagnostics
      .report(Code::possible_division_by_zero, {low.span.file, low.span.begin, high.span.end},
              fmt::format("the two ends of this range {} equal", is_constant ? "are" : "can be"))
      .note("a range without a width maps everything to its beginning")
      .help(is_constant ? "give it two different ends" : "keep the ends apart, such as max(…, … + 0.01)");
  label_call(ranges, low, low);
}

void warn_of_curve(const OperandRanges& ranges, const Expression& node) {
  const auto& [name, curve] = ranges.model.curves[node.index];
  const Expression& input = *node.operands[0];
  const auto reach = reach_of(ranges.model, input);
  constexpr double kLeastWidth = 20;
  if (input.type.quantity != Quantity::number || curve.input.given || curve.is<StepCurve>() ||
      curve.is<StepsCurve>() || !reach || reach->read == nullptr || reach->is_scaled ||
      !(reach->high - reach->low >= kLeastWidth && reach->high - reach->low < kLargest))
    return;
  // Of what is counted "none left" may be all that matters.
  const bool is_listed = curve.is<PointsCurve>() || curve.is<SmoothCurve>() || curve.is<KeysCurve>();
  if (is_listed && reach->read->type.kind == ValueKind::integer) return;
  const CurveView view = ranges.builder.view_of(node.index);
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
  ranges.diagnostics
      .report(Code::held_value, input.span,
              fmt::format("`{}` is drawn for 0 to 1, but this goes from {} to {}", name.text,
                          show(static_cast<float>(reach->low), Quantity::number),
                          show(static_cast<float>(reach->high), Quantity::number)))
      .caption("nearly all of it gives the same")
      .help(
          fmt::format("bring it to 0 to 1 with `.norm`, or say in `{}` what it is drawn for: `input: {}..{}`",
                      name.text, show(static_cast<float>(reach->low), Quantity::number),
                      show(static_cast<float>(reach->high), Quantity::number)));
  label_call(ranges, node, input);
}

}  // namespace ishi::compiler
