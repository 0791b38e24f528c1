#include "lower/curve_data.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace ishi::compiler {
namespace {

// t = (x - shift) * scale in double, until it is rounded.
struct Line {
  double shift = 0;
  double scale = 1;

  // The line that first maps x by this one and then by (x - next_shift) * next_scale.
  [[nodiscard]] Line then(double next_shift, double next_scale) const {
    return {shift + next_shift / scale, scale * next_scale};
  }
};

struct CurveShape {
  CurveKind kind = CurveKind::linear;
  Line line;
  std::vector<double> numbers;
};

CurveShape lower(const LinearCurve& c, const Line& x) {
  if (c.slope.value == 0) return {CurveKind::linear, {0, 0}, {c.offset.value}};
  return {CurveKind::linear, x.then(c.shift.value, c.slope.value), {c.offset.value}};
}

CurveShape lower(const PowerCurve& c, const Line& x) {
  return {CurveKind::power, x.then(c.shift.value, 1), {c.exponent.value, c.slope.value, c.offset.value}};
}

CurveShape lower(const ExponentialCurve& c, const Line& x) {
  if (c.rate.value == 0) return {CurveKind::linear, x, {0}};
  return {CurveKind::exponential, x.then(0, c.rate.value), {1 / std::expm1(c.rate.value)}};
}

CurveShape lower(const LogisticCurve& c, const Line& x) {
  return {CurveKind::logistic, x.then(c.midpoint.value, -c.slope.value * std::numbers::log2e), {}};
}

CurveShape lower(const LogitCurve& c, const Line& x) { return {CurveKind::logit, x, {c.scale.value}}; }

CurveShape lower(const GaussianCurve& c, const Line& x) {
  const double width = c.width.value * std::sqrt(2 * std::numbers::ln2);
  return {CurveKind::gaussian, x.then(c.center.value, 1 / width), {}};
}

CurveShape lower(const SineCurve& c, const Line& x) {
  if (c.cycles.value == 0) return {CurveKind::sine, {0, 0}, {c.phase.value}};
  return {CurveKind::sine, x.then(0, c.cycles.value), {c.phase.value}};
}

CurveShape lower(const SmoothstepCurve& c, const Line& x) {
  return {CurveKind::smoothstep, x.then(c.from.value, 1 / (c.to.value - c.from.value)), {}};
}

CurveShape lower(const StepCurve& c, const Line& x) { return {CurveKind::step, x.then(c.at.value, 1), {}}; }

CurveShape lower(CurveKind kind, const Corners& corners) {
  CurveShape result{kind, {}, {}};
  for (const auto& corner : corners) result.numbers.push_back(corner.value.value);
  return result;
}

// The cubic a + u(b + u(c + u·d)), u = x - x0, that runs from (x0, y0) with tangent m0 to (x0 + h, y1) with
// m1.
void add_cubic(std::vector<double>& numbers, double x0, double y0, double m0, double h, double y1,
               double m1) {
  const double slope = (y1 - y0) / h;
  numbers.insert(numbers.end(), {x0, y0, m0, (3 * slope - 2 * m0 - m1) / h, (m0 + m1 - 2 * slope) / (h * h)});
}

CurveShape lower_points(const std::vector<CurvePoint>& rows) {
  CurveShape result{CurveKind::points, {}, {}};
  for (size_t i = 0; i < rows.size(); ++i) {
    const double x = rows[i].x.value.value;
    const double slope =
        i + 1 < rows.size() ? (rows[i + 1].y.value - rows[i].y.value) / (rows[i + 1].x.value.value - x) : 0;
    result.numbers.insert(result.numbers.end(), {x, rows[i].y.value, slope});
  }
  return result;
}

CurveShape lower_steps(const std::vector<CurvePoint>& rows) {
  CurveShape result{CurveKind::steps, {}, {}};
  for (const CurvePoint& row : rows)
    result.numbers.insert(result.numbers.end(), {row.x.value.value, row.y.value});
  return result;
}

// Fritsch & Carlson's monotone cubic with the weighted harmonic mean of Fritsch & Butland (PCHIP).
CurveShape lower_smooth(const std::vector<CurvePoint>& rows) {
  const size_t segments = rows.size() - 1;
  std::vector<double> h(segments);
  std::vector<double> slope(segments);
  for (size_t i = 0; i < segments; ++i) {
    h[i] = rows[i + 1].x.value.value - rows[i].x.value.value;
    slope[i] = (rows[i + 1].y.value - rows[i].y.value) / h[i];
  }
  std::vector<double> tangent(rows.size());
  tangent.front() = slope.front();
  tangent.back() = slope.back();
  for (size_t i = 1; i < segments; ++i) {
    if (slope[i - 1] * slope[i] <= 0) continue;
    const double before = 2 * h[i] + h[i - 1];
    const double after = h[i] + 2 * h[i - 1];
    tangent[i] = (before + after) / (before / slope[i - 1] + after / slope[i]);
  }
  CurveShape result{CurveKind::smooth, {}, {}};
  for (size_t i = 0; i < segments; ++i) {
    add_cubic(result.numbers, rows[i].x.value.value, rows[i].y.value, tangent[i], h[i], rows[i + 1].y.value,
              tangent[i + 1]);
  }
  result.numbers.insert(result.numbers.end(), {rows.back().x.value.value, rows.back().y.value, 0, 0, 0});
  return result;
}

CurveShape lower_keys(const Curve& curve) {
  const std::vector<CurveKey>& keys = curve.keys.value;
  CurveShape result{
      CurveKind::keys, {}, {static_cast<double>(curve.before.value), static_cast<double>(curve.after.value)}};
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    add_cubic(result.numbers, keys[i].at.value.value, keys[i].value.value, keys[i].out.value,
              keys[i + 1].at.value.value - keys[i].at.value.value, keys[i + 1].value.value,
              keys[i + 1].in.value);
  }
  result.numbers.insert(result.numbers.end(), {keys.back().at.value.value, keys.back().value.value, 0, 0, 0});
  return result;
}

CurveShape lower_kind(const Curve& curve, const Line& x) {
  if (curve.linear.given) return lower(curve.linear.value, x);
  if (curve.power.given) return lower(curve.power.value, x);
  if (curve.exponential.given) return lower(curve.exponential.value, x);
  if (curve.logistic.given) return lower(curve.logistic.value, x);
  if (curve.logit.given) return lower(curve.logit.value, x);
  if (curve.gaussian.given) return lower(curve.gaussian.value, x);
  if (curve.sine.given) return lower(curve.sine.value, x);
  if (curve.smoothstep.given) return lower(curve.smoothstep.value, x);
  if (curve.step.given) return lower(curve.step.value, x);
  if (curve.triangle.given) return lower(CurveKind::triangle, curve.triangle.value);
  if (curve.trapezoid.given) return lower(CurveKind::trapezoid, curve.trapezoid.value);
  if (curve.points.given) return lower_points(curve.points.value);
  if (curve.smooth.given) return lower_smooth(curve.smooth.value);
  if (curve.keys.given) return lower_keys(curve);
  return lower_steps(curve.steps.value);
}

}  // namespace

CurveData lower_curve(const Curve& curve) {
  Line x;
  if (curve.input.given) {
    const Bounds& input = curve.input.value;
    x = {input.low, 1 / (input.high - input.low)};
  }
  const CurveShape lowered = lower_kind(curve, x);

  double low = curve.output.given ? curve.output.value.low : 0;
  double high = curve.output.given ? curve.output.value.high : 1;
  if (curve.invert.value) std::swap(low, high);  // 1 - y, then low..high, is y mapped to high..low

  CurveData data;
  data.kind = lowered.kind;
  data.clamped = curve.clamp.value;
  data.shift = static_cast<float>(lowered.line.shift);
  data.scale = static_cast<float>(lowered.line.scale);
  data.output_scale = static_cast<float>(high - low);
  data.output_shift = static_cast<float>(low);
  for (const double number : lowered.numbers) data.numbers.push_back(static_cast<float>(number));
  return data;
}

}  // namespace ishi::compiler
