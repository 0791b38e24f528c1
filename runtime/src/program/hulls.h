#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <limits>

#include "ishi/program.h"
#include "math/representation.h"

// The parts of which operations make their hulls (`hull` in program/operations.inl): the range of an
// operation when its operands lie in their ranges (R. E. Moore 1966, Interval Analysis). Ends are
// computed with the operation's own `apply`, so a range is exact where the operation rises or falls
// throughout, for rounding to nearest keeps order; it is widened where the operation is approximated.

namespace ishi::hulls {

inline constexpr Interval kTruth{0, 1}, kTrue{1, 1}, kFalse{0, 0};
inline constexpr Interval kUnknown{-HUGE_VALF, HUGE_VALF};

// A little more than the error of exp, log, pow, sin and atan2.
inline constexpr float kApproximation = 1e-6f;

inline bool is_true(Interval condition) { return !condition.contains(0); }
inline bool is_false(Interval condition) { return condition.low == 0 && condition.high == 0; }

inline Interval both_of(Interval a, Interval b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

inline Interval widened(Interval x) {
  const auto wider = [](float value, float direction) {
    return std::isinf(value) ? value : value + direction * (std::abs(value) * kApproximation + 1e-37f);
  };
  return {wider(x.low, -1), wider(x.high, 1)};
}

// For an operation that turns nowhere within its operands' ranges.
template <typename Operation>
Interval corners(Interval a, Interval b) {
  Interval result{HUGE_VALF, -HUGE_VALF};
  for (const float x : {a.low, a.high}) {
    for (const float y : {b.low, b.high}) {
      const float value = Operation::apply(x, y);
      result = {std::min(result.low, value), std::max(result.high, value)};
    }
  }
  return result;
}

// For an operation of one operand that never falls.
template <typename Operation>
Interval rising(Interval a) {
  return {Operation::apply(a.low), Operation::apply(a.high)};
}

template <typename Operation>
Interval divided(Interval a, Interval b) {
  if (b.low > 0 || b.high < 0) return corners<Operation>(a, b);
  if (b.low == 0 && b.high == 0) return {0, 0};
  // Near 0 a quotient has no bounds; what is divided by 0 counts as 0.
  const bool may_be_positive = (a.high > 0 && b.high > 0) || (a.low < 0 && b.low < 0);
  const bool may_be_negative = (a.high > 0 && b.low < 0) || (a.low < 0 && b.high > 0);
  return {may_be_negative ? -HUGE_VALF : 0, may_be_positive ? HUGE_VALF : 0};
}

// The remainder, which is exact, rises with `a` as long as the quotient stays between two whole numbers.
template <typename Operation>
Interval rest_of(Interval a, Interval b) {
  constexpr double kFar = 1 << 24;  // up to there the quotient's whole part is exact
  const Interval whole{std::min(b.low, 0.0f), std::max(b.high, 0.0f)};
  if (b.low != b.high || b.low == 0) return whole;
  const double p = static_cast<double>(a.low) / b.low, q = static_cast<double>(a.high) / b.low;
  if (!(std::abs(p) < kFar && std::abs(q) < kFar) || std::floor(p) != std::floor(q)) return whole;
  return {Operation::apply(a.low, b.low), Operation::apply(a.high, b.low)};
}

// Sine or cosine, which is 1 at `top`: its ends, and 1 or -1 where it turns.
template <typename Operation>
Interval swinging(Interval a, double top) {
  constexpr double kFar = 1e4, kPi = 3.14159265358979323846, kSlack = 1e-6;
  constexpr Interval kAll{-1.000001f, 1.000001f};
  if (!(a.low >= -kFar && a.high <= kFar)) return kAll;
  const auto contains = [&](double place) {  // that, or a number that whole turns lie between
    return std::ceil((a.low - kSlack - place) / (2 * kPi)) * 2 * kPi + place <= a.high + kSlack;
  };
  const float x = Operation::apply(a.low), y = Operation::apply(a.high);
  return {contains(top - kPi) ? kAll.low : std::min(x, y) - kApproximation,
          contains(top) ? kAll.high : std::max(x, y) + kApproximation};
}

// Without a jump its extremes are at the corners.
template <typename Operation>
Interval angle_of(Interval y, Interval x) {
  if (!(x.low > 0 || y.low > 0 || y.high < 0)) return {-3.141594f, 3.141594f};
  const Interval result = corners<Operation>(y, x);
  return {result.low - kApproximation, result.high + kApproximation};
}

template <typename Operation>
Interval raised(Interval a, Interval b) {  // NOLINT(misc-no-recursion): once, for the magnitudes
  if (a.low < 0) {
    Interval of_negative = raised<Operation>({std::max(-a.high, 0.0f), -a.low}, b);
    of_negative.high = std::min(of_negative.high, math::kLargest);
    if (b.low != b.high)
      of_negative = {-of_negative.high, of_negative.high};
    else if (std::floor(b.low) != b.low)
      of_negative = {0, 0};
    else if (std::fmod(b.low, 2.0f) != 0)
      of_negative = {-of_negative.high, -of_negative.low};
    return a.high < 0 ? of_negative : both_of(of_negative, raised<Operation>({0, a.high}, b));
  }
  Interval result = corners<Operation>(a, b);
  if (a.contains(0)) result = both_of(result, {0, b.contains(0) ? 1.0f : 0.0f});
  if (a.contains(0) && b.low < 0) result.high = math::kLargest;  // just above 0
  if (a.contains(1) || b.contains(0)) result = both_of(result, {1, 1});
  return widened({std::max(result.low, 0.0f), result.high});
}

// 0 of what is not positive; the least positive number has the least logarithm.
template <typename Operation>
Interval logarithm_of(Interval a) {
  if (a.high <= 0) return {0, 0};
  const float least = std::max(a.low, std::numeric_limits<float>::denorm_min());
  const Interval result = widened({Operation::apply(least), Operation::apply(a.high)});
  return a.low <= 0 ? both_of(result, {0, 0}) : result;
}

// Comparisons: what holds for all in the two ranges, for none, or for some.
inline Interval truth_of(bool always, bool never) { return always ? kTrue : never ? kFalse : kTruth; }
inline bool are_same(Interval a, Interval b) { return a.low == a.high && a == b; }
inline bool are_apart(Interval a, Interval b) { return a.high < b.low || b.high < a.low; }

}  // namespace ishi::hulls
