#include "compiler/oracle/curves.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace ishi::compiler::oracle {
namespace {

double membership(double x, const Corners& corners, std::array<size_t, 4> order, Arithmetic& arithmetic) {
  const auto corner = [&](size_t i) { return corners[order[i]].value.value; };
  if (corner(0) == corner(1)) arithmetic.compare(x, corner(0));
  if (corner(2) == corner(3)) arithmetic.compare(x, corner(2));
  if (x < corner(0) || x > corner(3)) return 0;
  if (x < corner(1)) return (x - corner(0)) / (corner(1) - corner(0));
  return x <= corner(2) ? 1 : (corner(3) - x) / (corner(3) - corner(2));
}

double points(const std::vector<CurvePoint>& rows, double x) {
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    const double x0 = rows[i].x.value.value;
    const double x1 = rows[i + 1].x.value.value;
    if (x > x1) continue;
    const double t = clamp((x - x0) / (x1 - x0), 0, 1);
    return rows[i].y.value * (1 - t) + rows[i + 1].y.value * t;
  }
  return rows.back().y.value;
}

double hermite(double t, double h, double y0, double m0, double y1, double m1) {
  const double t2 = t * t;
  const double t3 = t2 * t;
  return (2 * t3 - 3 * t2 + 1) * y0 + (t3 - 2 * t2 + t) * h * m0 + (-2 * t3 + 3 * t2) * y1 +
         (t3 - t2) * h * m1;
}

double smooth(const std::vector<CurvePoint>& rows, double x) {
  const auto at = [&](size_t i) { return rows[i].x.value.value; };
  const auto slope = [&](size_t i) { return (rows[i + 1].y.value - rows[i].y.value) / (at(i + 1) - at(i)); };
  const auto tangent = [&](size_t i) {
    if (i == 0) return slope(0);
    if (i + 1 == rows.size()) return slope(i - 1);
    const double before = slope(i - 1);
    const double after = slope(i);
    if (before * after <= 0) return 0.0;
    const double h0 = at(i) - at(i - 1);
    const double h1 = at(i + 1) - at(i);
    return 3 * (h0 + h1) / ((2 * h1 + h0) / before + (h1 + 2 * h0) / after);
  };
  if (x <= at(0)) return rows.front().y.value;
  for (size_t i = 0; i + 1 < rows.size(); ++i) {
    if (x > at(i + 1)) continue;
    const double h = at(i + 1) - at(i);
    return hermite((x - at(i)) / h, h, rows[i].y.value, tangent(i), rows[i + 1].y.value, tangent(i + 1));
  }
  return rows.back().y.value;
}

double keys(const Curve& c, double x, Arithmetic& arithmetic) {
  const auto& keys = c.keys.value;
  const double first = keys.front().at.value.value;
  const double last = keys.back().at.value.value;
  const CurveEnd mode = x < first ? c.before.value : x > last ? c.after.value : CurveEnd::hold;
  const double length = last - first;
  if (mode != CurveEnd::hold && length > 0) {
    const double turns = (x - first) / length;
    arithmetic.compare(turns, std::round(turns));
    const double whole = std::floor(turns);
    double rest = turns - whole;
    if (mode == CurveEnd::mirror && std::fmod(std::abs(whole), 2) == 1) rest = 1 - rest;
    x = first + rest * length;
  }
  if (x <= first) return keys.front().value.value;
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    const double x0 = keys[i].at.value.value;
    const double h = keys[i + 1].at.value.value - x0;
    if (x > x0 + h) continue;
    return hermite((x - x0) / h, h, keys[i].value.value, keys[i].out.value, keys[i + 1].value.value,
                   keys[i + 1].in.value);
  }
  return keys.back().value.value;
}

double raw(const Curve& c, double x, Arithmetic& arithmetic) {
  if (c.linear.given)
    return c.linear.value.slope.value * (x - c.linear.value.shift.value) + c.linear.value.offset.value;
  if (c.power.given) {
    const PowerCurve& p = c.power.value;
    return p.slope.value * arithmetic.power(x - p.shift.value, p.exponent.value) + p.offset.value;
  }
  if (c.exponential.given) {
    const double rate = c.exponential.value.rate.value;
    return rate == 0 ? x : (std::exp(rate * x) - 1) / (std::exp(rate) - 1);
  }
  if (c.logistic.given)
    return 1 / (1 + std::exp(-c.logistic.value.slope.value * (x - c.logistic.value.midpoint.value)));
  if (c.logit.given) {
    const double kept = clamp(x, 0.001, 0.999);
    return 0.5 + c.logit.value.scale.value * std::log(kept / (1 - kept));
  }
  if (c.gaussian.given) {
    const GaussianCurve& g = c.gaussian.value;
    const double d = x - g.center.value;
    return std::exp(-d * d / (2 * g.width.value * g.width.value));
  }
  if (c.sine.given)
    return 0.5 +
           0.5 * std::sin(2 * std::numbers::pi * (c.sine.value.cycles.value * x + c.sine.value.phase.value));
  if (c.smoothstep.given) {
    const double t = clamp(
        (x - c.smoothstep.value.from.value) / (c.smoothstep.value.to.value - c.smoothstep.value.from.value),
        0, 1);
    return 3 * t * t - 2 * t * t * t;
  }
  if (c.step.given) {
    arithmetic.compare(x, c.step.value.at.value);
    return x < c.step.value.at.value ? 0 : 1;
  }
  if (c.triangle.given) return membership(x, c.triangle.value, {0, 1, 1, 2}, arithmetic);
  if (c.trapezoid.given) return membership(x, c.trapezoid.value, {0, 1, 2, 3}, arithmetic);
  if (c.points.given) return points(c.points.value, x);
  if (c.smooth.given) return smooth(c.smooth.value, x);
  if (c.keys.given) return keys(c, x, arithmetic);
  double y = c.steps.value[0].y.value;
  for (const CurvePoint& row : c.steps.value) {
    arithmetic.compare(x, row.x.value.value);
    if (x >= row.x.value.value) y = row.y.value;
  }
  return y;
}

}  // namespace

double through(const Curve& curve, double given, Arithmetic& arithmetic) {
  double x = given;
  if (curve.input.given)
    x = (given - curve.input.value.low) / (curve.input.value.high - curve.input.value.low);
  double y = raw(curve, x, arithmetic);
  if (curve.clamp.value) y = clamp(y, 0, 1);
  if (curve.invert.value) y = 1 - y;
  if (curve.output.given) y = curve.output.value.low + y * (curve.output.value.high - curve.output.value.low);
  return clamp(y, -kLargest, kLargest);
}

}  // namespace ishi::compiler::oracle
