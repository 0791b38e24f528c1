#include "lower/interval.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace ishi::compiler {
namespace {

// A little more than the error of the runtime's own exp, log, pow, sin and atan2.
constexpr float kApproximation = 1e-6F;

Interval widened(Interval x) {
  const auto wider = [](float value, float direction) {
    return std::isinf(value) ? value : value + direction * (std::abs(value) * kApproximation + 1e-37F);
  };
  return {wider(x.low, -1), wider(x.high, 1)};
}

// The hull of an operation over the corners of its operands' ranges.
Interval corners(OperationCode code, Interval a, Interval b) {
  Interval result{std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()};
  for (const float x : {a.low, a.high}) {
    for (const float y : {b.low, b.high}) {
      const float value = evaluate_operation(code, x, y, 0);
      result = {std::min(result.low, value), std::max(result.high, value)};
    }
  }
  return result;
}

// Of an operation of one operand that never falls.
Interval rising(OperationCode code, Interval a) {
  return {evaluate_operation(code, a.low, 0, 0), evaluate_operation(code, a.high, 0, 0)};
}

// Of one of two operands that never falls with the first.
Interval rising_by(OperationCode code, Interval a, float b) {
  return {evaluate_operation(code, a.low, b, 0), evaluate_operation(code, a.high, b, 0)};
}

Interval divided(Interval a, Interval b) {
  if (b.low > 0 || b.high < 0) return corners(OperationCode::divide, a, b);
  if (b.low == 0 && b.high == 0) return {0, 0};
  // Near 0 a quotient has no bounds; what is divided by 0 counts as 0.
  const bool may_be_positive = (a.high > 0 && b.high > 0) || (a.low < 0 && b.low < 0);
  const bool may_be_negative = (a.high > 0 && b.low < 0) || (a.low < 0 && b.high > 0);
  return {may_be_negative ? -kInfinity : 0, may_be_positive ? kInfinity : 0};
}

// The remainder, which is exact, rises with `a` as long as the quotient stays between two whole numbers.
Interval rest_of(Interval a, Interval b) {
  constexpr double kFar = 1 << 24;  // up to there the quotient's whole part is exact
  const Interval whole{std::min(b.low, 0.0F), std::max(b.high, 0.0F)};
  if (b.low != b.high || b.low == 0) return whole;
  const double p = static_cast<double>(a.low) / b.low, q = static_cast<double>(a.high) / b.low;
  if (!(std::abs(p) < kFar && std::abs(q) < kFar) || std::floor(p) != std::floor(q)) return whole;
  return rising_by(OperationCode::modulo, a, b.low);
}

// Sine or cosine: its ends, and 1 or -1 where it turns.
Interval swinging(OperationCode code, Interval a) {
  constexpr double kFar = 1e4, kPi = 3.14159265358979323846, kSlack = 1e-6;
  constexpr Interval kAll{-1.000001F, 1.000001F};
  if (!(a.low >= -kFar && a.high <= kFar)) return kAll;
  const auto contains = [&](double top) {  // that, or a number that whole turns lie between
    return std::ceil((a.low - kSlack - top) / (2 * kPi)) * 2 * kPi + top <= a.high + kSlack;
  };
  const float x = evaluate_operation(code, a.low, 0, 0), y = evaluate_operation(code, a.high, 0, 0);
  const double top = code == OperationCode::sine ? kPi / 2 : 0;
  return {contains(top - kPi) ? kAll.low : std::min(x, y) - kApproximation,
          contains(top) ? kAll.high : std::max(x, y) + kApproximation};
}

// Where it does not jump it has its extremes at the corners.
Interval angle_of(Interval y, Interval x) {
  if (!(x.low > 0 || y.low > 0 || y.high < 0)) return {-3.141594F, 3.141594F};
  const Interval result = corners(OperationCode::arc_tangent, y, x);
  return {result.low - kApproximation, result.high + kApproximation};
}

Interval raised(Interval a, Interval b) {  // NOLINT(misc-no-recursion): once, for the magnitudes
  if (a.low < 0) {
    Interval of_negative = raised({std::max(-a.high, 0.0F), -a.low}, b);
    of_negative.high = std::min(of_negative.high, kLargest);
    if (b.low != b.high)
      of_negative = {-of_negative.high, of_negative.high};
    else if (std::floor(b.low) != b.low)
      of_negative = {0, 0};
    else if (std::fmod(b.low, 2.0F) != 0)
      of_negative = {-of_negative.high, -of_negative.low};
    return a.high < 0 ? of_negative : hull(of_negative, raised({0, a.high}, b));
  }
  Interval result = corners(OperationCode::power, a, b);
  if (a.contains(0)) result = hull(result, {0, b.contains(0) ? 1.0F : 0.0F});
  if (a.contains(0) && b.low < 0) result.high = kLargest;  // just above 0
  if (a.contains(1) || b.contains(0)) result = hull(result, {1, 1});
  return widened({std::max(result.low, 0.0F), result.high});
}

Interval compared(OperationCode code, Interval a, Interval b) {
  const bool apart = a.high < b.low || b.high < a.low;
  const bool same = a.low == a.high && a == b;
  switch (code) {
    case OperationCode::equal: return same ? Interval{1, 1} : apart ? Interval{0, 0} : kTruth;
    case OperationCode::not_equal: return same ? Interval{0, 0} : apart ? Interval{1, 1} : kTruth;
    case OperationCode::less:
      return a.high < b.low ? Interval{1, 1} : a.low >= b.high ? Interval{0, 0} : kTruth;
    default: return a.high <= b.low ? Interval{1, 1} : a.low > b.high ? Interval{0, 0} : kTruth;
  }
}

// What it gives if each operand is one number: that is what the runtime gives, bit by bit.
std::optional<float> single(OperationCode code, Interval a, Interval b, Interval c) {
  const OperationInfo& info = operation_table()[static_cast<uint32_t>(code)];
  const Interval operands[] = {a, b, c};
  if (!info.elementwise || code == OperationCode::gate) return std::nullopt;
  for (uint32_t i = 0; i < info.operands; ++i) {
    if (operands[i].low != operands[i].high || std::isinf(operands[i].low)) return std::nullopt;
  }
  const float value = evaluate_operation(code, a.low, b.low, c.low);
  return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool is_true(Interval condition) { return !condition.contains(0); }
bool is_false(Interval condition) { return condition.low == 0 && condition.high == 0; }

}  // namespace

Interval hull(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

Interval interval_of(OperationCode code, Interval a, Interval b, Interval c) {
  using enum OperationCode;
  if (const auto value = single(code, a, b, c)) return {*value, *value};
  switch (code) {
    case add:
    case subtract:
    case multiply:
    case minimum:
    case maximum: return corners(code, a, b);
    case divide: return divided(a, b);
    case modulo: return rest_of(a, b);
    case power: return raised(a, b);
    case negate: return {-a.high, -a.low};
    case absolute:
      return {a.contains(0) ? 0 : std::min(std::abs(a.low), std::abs(a.high)),
              std::max(std::abs(a.low), std::abs(a.high))};
    case sign:
    case floor:
    case ceil:
    case round:
    case square_root:
    case saturate: return rising(code, a);
    case exponential: return {std::max(widened(rising(code, a)).low, 0.0F), widened(rising(code, a)).high};
    case logarithm: {
      // 0 of what is not positive; the least positive number has the least logarithm.
      if (a.high <= 0) return {0, 0};
      const Interval result =
          widened({evaluate_operation(code, std::max(a.low, std::numeric_limits<float>::denorm_min()), 0, 0),
                   evaluate_operation(code, a.high, 0, 0)});
      return a.low <= 0 ? hull(result, {0, 0}) : result;
    }
    case sine:
    case cosine: return swinging(code, a);
    case arc_tangent: return angle_of(a, b);
    case equal:
    case not_equal:
    case less:
    case less_equal: return compared(code, a, b);
    case both:
      return is_false(a) || is_false(b) ? Interval{0, 0} : is_true(a) && is_true(b) ? Interval{1, 1} : kTruth;
    case either:
      return is_true(a) || is_true(b) ? Interval{1, 1} : is_false(a) && is_false(b) ? Interval{0, 0} : kTruth;
    case not_: return is_true(a) ? Interval{0, 0} : is_false(a) ? Interval{1, 1} : kTruth;
    case select: return !a.contains(0) ? b : a.high == 0 && a.low == 0 ? c : hull(b, c);
    case gate: return {-std::numeric_limits<float>::infinity(), b.high};
    default: return kAnyNumber;
  }
}

}  // namespace ishi::compiler
