#pragma once

#include <vector>

#include "language/scalar.h"
#include "model/written.h"

// Response curves as written. One struct a kind, with its parameters' defaults.

namespace ishi::compiler {

// A place or a width on x, written as a plain number (0..1 of the curve's `input`) or in the unit of the
// `input`. Once place_curves() has run, `value` is the plain number.
struct AlongInput : Setting<double> {
  explicit(false) AlongInput(double fallback) : Setting<double>{fallback} {}

  std::string_view text;
  Measure written;
};

struct LinearCurve {
  Setting<double> slope{1};
  AlongInput shift{0};
  Setting<double> offset{0};
};

struct PowerCurve {
  Setting<double> exponent{2};
  Setting<double> slope{1};
  AlongInput shift{0};
  Setting<double> offset{0};
};

struct ExponentialCurve {
  Setting<double> rate{3};
};

struct LogisticCurve {
  AlongInput midpoint{0.5};
  Setting<double> slope{10};
};

struct LogitCurve {
  Setting<double> scale{0.1};
};

struct GaussianCurve {
  AlongInput center{0.5};
  AlongInput width{0.2};
};

struct SineCurve {
  Setting<double> cycles{1};
  Setting<double> phase{0};
};

struct SmoothstepCurve {
  AlongInput from{0};
  AlongInput to{1};
};

struct StepCurve {
  AlongInput at{0.5};
};

// The corners of a triangle (3) or trapezoid (4), or nothing.
using Corners = std::vector<Setting<Measure>>;

// One [x, y] of a list.
struct CurvePoint {
  Setting<Measure> x;
  Setting<double> y;
};

// One key of an AnimationCurve; tangents are slopes.
struct CurveKey {
  Setting<Measure> at;
  Setting<double> value{0};
  Setting<double> in{0};
  Setting<double> out{0};
};

enum class CurveEnd : uint8_t { hold, repeat, mirror };

struct Curve {
  Setting<LinearCurve> linear;
  Setting<PowerCurve> power;
  Setting<ExponentialCurve> exponential;
  Setting<LogisticCurve> logistic;
  Setting<LogitCurve> logit;
  Setting<GaussianCurve> gaussian;
  Setting<SineCurve> sine;
  Setting<SmoothstepCurve> smoothstep;
  Setting<StepCurve> step;
  Setting<Corners> triangle;
  Setting<Corners> trapezoid;
  Setting<std::vector<CurvePoint>> points;
  Setting<std::vector<CurvePoint>> smooth;
  Setting<std::vector<CurveKey>> keys;
  Setting<std::vector<CurvePoint>> steps;

  Setting<Bounds> input;
  Setting<Bounds> output;
  Setting<bool> invert{false};
  Setting<bool> clamp{true};
  Setting<CurveEnd> before{CurveEnd::hold};
  Setting<CurveEnd> after{CurveEnd::hold};
  bool lacks_input = false;  // places on it have a unit, which has been reported
};

}  // namespace ishi::compiler
