#include "compiler/oracle/curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include "compiler/oracle/random_curves.h"

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

double through_keys(const std::vector<CurveKey>& keys, const Curve& c, double x, Arithmetic& arithmetic) {
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

std::string point_rows(Dice& dice) {
  std::string rows;
  double x = dice.real(-1, 0);
  const int count = 2 + dice.below(4);
  for (int i = 0; i < count; ++i) {
    rows += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", x, dice.real(0, 1));
    x += dice.real(0.05, 0.6);
  }
  return rows;
}

std::string corners(Dice& dice, int count) {
  std::vector<double> values(static_cast<size_t>(count));
  for (double& value : values) value = dice.real(-0.5, 1.5);
  std::ranges::sort(values);
  values.back() += 0.1;
  std::string text;
  for (const double value : values) text += fmt::format("{}{}", text.empty() ? "" : ", ", value);
  return text;
}

std::string key_rows(Dice& dice) {
  std::string rows;
  double x = dice.real(-1, 0);
  const int count = 1 + dice.below(4);
  for (int i = 0; i < count; ++i) {
    rows += fmt::format("{}{{ at: {}, value: {}, in: {}, out: {} }}", i == 0 ? "" : ", ", x, dice.real(0, 1),
                        dice.real(-2, 2), dice.real(-2, 2));
    x += dice.real(0.1, 0.6);
  }
  return rows;
}

// For each kind its formula, as the language page has it, and a random one as a designer writes it.
template <class Kind>
struct Expected;

template <>
struct Expected<LinearCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("linear: {{ slope: {}, shift: {}, offset: {} }}", dice.real(0.1, 3), dice.real(-1, 1),
                       dice.real(-1, 1));
  }
  static double y(const LinearCurve& c, const Curve&, double x, Arithmetic&) {
    return c.slope.value * (x - c.shift.value) + c.offset.value;
  }
};
template <>
struct Expected<PowerCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("power: {{ exponent: {}, slope: {}, shift: {}, offset: {} }}",
                       dice.one_of("2", "3", "0.5", "1.7", "1"), dice.real(0.2, 2), dice.real(-1, 1),
                       dice.real(-0.5, 0.5));
  }
  static double y(const PowerCurve& c, const Curve&, double x, Arithmetic& arithmetic) {
    return c.slope.value * arithmetic.power(x - c.shift.value, c.exponent.value) + c.offset.value;
  }
};
template <>
struct Expected<ExponentialCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("exponential: {{ rate: {} }}", dice.real(-6, 6));
  }
  static double y(const ExponentialCurve& c, const Curve&, double x, Arithmetic&) {
    const double rate = c.rate.value;
    return rate == 0 ? x : (std::exp(rate * x) - 1) / (std::exp(rate) - 1);
  }
};
template <>
struct Expected<LogisticCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("logistic: {{ midpoint: {}, slope: {} }}", dice.real(0, 1), dice.real(1, 20));
  }
  static double y(const LogisticCurve& c, const Curve&, double x, Arithmetic&) {
    return 1 / (1 + std::exp(-c.slope.value * (x - c.midpoint.value)));
  }
};
template <>
struct Expected<LogitCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("logit: {{ scale: {}, shift: {} }}", dice.real(0.05, 0.3), dice.real(-0.5, 0.5));
  }
  static double y(const LogitCurve& c, const Curve&, double x, Arithmetic&) {
    const double kept = clamp(x - c.shift.value, 0.001, 0.999);
    return 0.5 + c.scale.value * std::log(kept / (1 - kept));
  }
};
template <>
struct Expected<GaussianCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("gaussian: {{ center: {}, width: {} }}", dice.real(0, 1), dice.real(0.05, 1));
  }
  static double y(const GaussianCurve& c, const Curve&, double x, Arithmetic&) {
    const double d = x - c.center.value;
    return std::exp(-d * d / (2 * c.width.value * c.width.value));
  }
};
template <>
struct Expected<SineCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("sine: {{ cycles: {}, phase: {} }}", dice.real(0.1, 4), dice.real(-1, 1));
  }
  static double y(const SineCurve& c, const Curve&, double x, Arithmetic&) {
    return 0.5 + 0.5 * std::sin(2 * std::numbers::pi * (c.cycles.value * x + c.phase.value));
  }
};
template <>
struct Expected<SmoothstepCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("smoothstep: {{ from: {}, to: {} }}", dice.real(-0.5, 0.4), dice.real(0.5, 1.5));
  }
  static double y(const SmoothstepCurve& c, const Curve&, double x, Arithmetic&) {
    const double t = clamp((x - c.from.value) / (c.to.value - c.from.value), 0, 1);
    return 3 * t * t - 2 * t * t * t;
  }
};
template <>
struct Expected<StepCurve> {
  static std::string random(Dice& dice) { return fmt::format("step: {{ at: {} }}", dice.real(0, 1)); }
  static double y(const StepCurve& c, const Curve&, double x, Arithmetic& arithmetic) {
    arithmetic.compare(x, c.at.value);
    return x < c.at.value ? 0 : 1;
  }
};
template <>
struct Expected<TriangleCurve> {
  static std::string random(Dice& dice) { return fmt::format("triangle: [{}]", corners(dice, 3)); }
  static double y(const TriangleCurve& c, const Curve&, double x, Arithmetic& arithmetic) {
    return membership(x, c.rows, {0, 1, 1, 2}, arithmetic);
  }
};
template <>
struct Expected<TrapezoidCurve> {
  static std::string random(Dice& dice) { return fmt::format("trapezoid: [{}]", corners(dice, 4)); }
  static double y(const TrapezoidCurve& c, const Curve&, double x, Arithmetic& arithmetic) {
    return membership(x, c.rows, {0, 1, 2, 3}, arithmetic);
  }
};
template <>
struct Expected<PointsCurve> {
  static std::string random(Dice& dice) { return fmt::format("points: [{}]", point_rows(dice)); }
  static double y(const PointsCurve& c, const Curve&, double x, Arithmetic&) { return points(c.rows, x); }
};
template <>
struct Expected<SmoothCurve> {
  static std::string random(Dice& dice) { return fmt::format("smooth: [{}]", point_rows(dice)); }
  static double y(const SmoothCurve& c, const Curve&, double x, Arithmetic&) { return smooth(c.rows, x); }
};
template <>
struct Expected<KeysCurve> {
  static std::string random(Dice& dice) {
    return fmt::format("keys: [{}], before: {}, after: {}", key_rows(dice),
                       dice.one_of("hold", "repeat", "mirror"), dice.one_of("hold", "repeat", "mirror"));
  }
  static double y(const KeysCurve& c, const Curve& around, double x, Arithmetic& arithmetic) {
    return through_keys(c.rows, around, x, arithmetic);
  }
};
template <>
struct Expected<StepsCurve> {
  static std::string random(Dice& dice) { return fmt::format("steps: [{}]", point_rows(dice)); }
  static double y(const StepsCurve& c, const Curve&, double x, Arithmetic& arithmetic) {
    double y = c.rows[0].y.value;
    for (const CurvePoint& row : c.rows) {
      arithmetic.compare(x, row.x.value.value);
      if (x >= row.x.value.value) y = row.y.value;
    }
    return y;
  }
};

// Settings that may stand around each kind.
template <class... Kinds>
std::string write_all(Dice& dice, std::variant<Kinds...>*) {
  const std::string kinds[] = {Expected<Kinds>::random(dice)...};
  constexpr bool kAreFormulas[] = {std::is_base_of_v<FormulaCurve, Kinds>...};
  std::string text;
  for (size_t i = 0; i < sizeof...(Kinds); ++i) {
    std::string more;
    if (dice.chance(0.3)) more += ", invert: true";
    if (dice.chance(0.3)) more += fmt::format(", output: {}..{}", dice.real(-1, 0.4), dice.real(0.5, 2));
    if (dice.chance(0.2)) more += ", clamp: false";
    if (kAreFormulas[i] && dice.chance(0.2))
      more += fmt::format(", input: {}..{}", dice.real(-1, 0.3), dice.real(0.5, 4));
    text += fmt::format("  c{}: {{ {}{} }}\n", i, kinds[i], more);
  }
  return text;
}

}  // namespace

double through(const Curve& curve, double given, Arithmetic& arithmetic) {
  double x = given;
  if (curve.input.given)
    x = (given - curve.input.value.low) / (curve.input.value.high - curve.input.value.low);
  double y =
      std::visit([&]<class Kind>(const Kind& kind) { return Expected<Kind>::y(kind, curve, x, arithmetic); },
                 curve.kind);
  if (curve.clamp.value) y = clamp(y, 0, 1);
  if (curve.invert.value) y = 1 - y;
  if (curve.output.given) y = curve.output.value.low + y * (curve.output.value.high - curve.output.value.low);
  return clamp(y, -kLargest, kLargest);
}

// Curves are thrown with dice of their own: how many kinds there are changes nothing else in a document.
std::string random_curves(Dice& dice) {
  std::mt19937 random(static_cast<uint32_t>(dice.below(1'000'000)));
  Dice own(random);
  std::string text = "curves:\n" + write_all(own, static_cast<AnyCurve*>(nullptr));
  text += "  far: { points: [[0m, 1], [8m, 0.8], [20m, 0]] }\n";
  text += fmt::format("  late: {{ power: 2, input: 0s..{}s }}\n", 10 + own.below(50));
  return text;
}

}  // namespace ishi::compiler::oracle
