#include <algorithm>
#include <cmath>
#include <limits>

#include "program/curve.h"

// Ranges of curves, for the compiler's proofs and for pruning.

namespace ishi::curves {
namespace {

constexpr float kRounding = 1e-6f;

Interval held(Interval range, float low, float high) {
  return {std::clamp(range.low, low, high), std::clamp(range.high, low, high)};
}

template <typename Of>
[[gnu::noinline]] float y_at(const Numbers& n, float t) {
  return math::clamp(Of::y(t, n), -HUGE_VALF, HUGE_VALF) + 0.0f;
}

void add(Interval& y, double value) {
  const auto rounded = static_cast<float>(value);
  y = {std::min(y.low, rounded), std::max(y.high, rounded)};
}

// As far as roundings may lead beyond what was found.
Interval with_roundings(Interval y, bool is_exact, double greatest_part, Within within) {
  // More than the error of any kind, of which the cubics have the greatest.
  constexpr float kError = 2e-5f;
  if (!is_exact) {
    const float wider = std::max(kError * std::max({1.0f, std::abs(y.low), std::abs(y.high)}),
                                 kRounding * static_cast<float>(greatest_part));
    y = {y.low - wider, y.high + wider};
  }
  if (within == Within::anything) return y;
  return held(y, 0, within == Within::unit ? 1.0f : 1.0f + kRounding);
}

// The kind's own y for numbers within t, which are finite.
template <typename Of>
Interval range_of_kind(const Numbers& n, Interval t) {
  Interval y{HUGE_VALF, -HUGE_VALF};
  add(y, y_at<Of>(n, t.low));
  if (t.low == t.high) return y;  // the runtime's own function has given it
  const Interval asked = Of::asked(n, t);
  y = {HUGE_VALF, -HUGE_VALF};
  add(y, y_at<Of>(n, asked.low));
  add(y, y_at<Of>(n, asked.high));
  Of::turns(n, asked, [&](double value) { add(y, value); });
  const bool is_exact = Of::is_exact(n, asked);
  return with_roundings(y, is_exact, is_exact ? 0 : Of::greatest_part(n), Of::within);
}

}  // namespace

Interval range_of(const Curve& curve, Interval x) {
  const Frame& f = curve.frame;
  x = held(x, -math::kLargest, math::kLargest);
  const float one = (x.low - f.shift) * f.scale, other = (x.high - f.shift) * f.scale;
  Interval y{-HUGE_VALF, HUGE_VALF};
  if (!std::isnan(one) && !std::isnan(other)) {
    const Interval t = held({std::min(one, other), std::max(one, other)}, -math::kLargest, math::kLargest);
    y = visit(curve.kind, [&](auto of) { return range_of_kind<decltype(of)>(curve.numbers, t); });
  }
  y = held(y, f.low, f.high);
  const float from = y.low * f.output_scale + f.output_shift;
  const float to = y.high * f.output_scale + f.output_shift;
  if (std::isnan(from) || std::isnan(to)) return {-HUGE_VALF, HUGE_VALF};
  return {std::min(from, to), std::max(from, to)};
}

}  // namespace ishi::curves

namespace ishi {

Interval range_of_curve(const CurveView& curve, Interval x) {
  return curves::range_of(curves::curve_of(curve), x);
}

}  // namespace ishi
