#pragma once

#include <variant>
#include <vector>

#include "ishi/program.h"
#include "model/measure.h"
#include "model/written.h"

// Response curves as written. One struct a kind, with its parameters' defaults; `AnyCurve` lists them. What
// else there is to say of a kind stands in its row of language/curve_table.cpp.

namespace ishi::compiler {

// A place or a width on x, written as a plain number (0..1 of the curve's `input`) or in the unit of the
// `input`. Once place_curves() has run, `value` is the plain number.
struct AlongInput : Setting<double> {
  explicit(false) AlongInput(double fallback) : Setting<double>{fallback} {}

  std::string_view text;
  Measure written;
};

// A kind that is a formula of x.
struct FormulaCurve {};

struct LinearCurve : FormulaCurve {
  Setting<double> slope{1};
  AlongInput shift{0};
  Setting<double> offset{0};
};

struct PowerCurve : FormulaCurve {
  Setting<double> exponent{2};
  Setting<double> slope{1};
  AlongInput shift{0};
  Setting<double> offset{0};
};

struct ExponentialCurve : FormulaCurve {
  Setting<double> rate{3};
};

struct LogisticCurve : FormulaCurve {
  AlongInput midpoint{0.5};
  Setting<double> slope{10};
};

struct LogitCurve : FormulaCurve {
  Setting<double> scale{0.1};
  AlongInput shift{0};
};

struct GaussianCurve : FormulaCurve {
  AlongInput center{0.5};
  AlongInput width{0.2};
};

struct SineCurve : FormulaCurve {
  Setting<double> cycles{1};
  Setting<double> phase{0};
};

struct SmoothstepCurve : FormulaCurve {
  AlongInput from{0};
  AlongInput to{1};
};

struct StepCurve : FormulaCurve {
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

// Kinds that list their x. They are read and checked alike if they list it in the same way.
struct CornerCurve {
  Corners rows;
};
struct PointCurve {
  std::vector<CurvePoint> rows;
};
struct KeyCurve {
  std::vector<CurveKey> rows;
};

struct TriangleCurve : CornerCurve {};
struct TrapezoidCurve : CornerCurve {};
struct PointsCurve : PointCurve {};
struct SmoothCurve : PointCurve {};
struct KeysCurve : KeyCurve {};
struct StepsCurve : PointCurve {};

// In the order of ishi::CurveKind.
using AnyCurve = std::variant<LinearCurve, PowerCurve, ExponentialCurve, LogisticCurve, LogitCurve,
                              GaussianCurve, SineCurve, SmoothstepCurve, StepCurve, TriangleCurve,
                              TrapezoidCurve, PointsCurve, SmoothCurve, KeysCurve, StepsCurve>;
static_assert(std::variant_size_v<AnyCurve> == kCurveKindCount,
              "a kind of curve has no struct in model/curve.h");

struct Curve {
  AnyCurve kind;   // a straight line where none was given
  Span kind_span;  // of what stands behind the kind's name

  Setting<Bounds> input;
  Setting<Bounds> output;
  Setting<bool> invert{false};
  Setting<bool> clamp{true};
  Setting<CurveEnd> before{CurveEnd::hold};
  Setting<CurveEnd> after{CurveEnd::hold};

  template <class Kind>
  [[nodiscard]] bool is() const {
    return std::holds_alternative<Kind>(kind);
  }
};

// Each x that a curve lists, in text order; nothing of a formula.
using ListedX = std::vector<const Setting<Measure>*>;
inline ListedX listed_x(const FormulaCurve& /*kind*/) { return {}; }
inline ListedX listed_x(const CornerCurve& kind) {
  ListedX all;
  for (const auto& corner : kind.rows) all.push_back(&corner);
  return all;
}
inline ListedX listed_x(const PointCurve& kind) {
  ListedX all;
  for (const CurvePoint& point : kind.rows) all.push_back(&point.x);
  return all;
}
inline ListedX listed_x(const KeyCurve& kind) {
  ListedX all;
  for (const CurveKey& key : kind.rows) all.push_back(&key.at);
  return all;
}
[[nodiscard]] inline ListedX listed_x(const Curve& curve) {
  return std::visit([](const auto& kind) { return listed_x(kind); }, curve.kind);
}

// True if the curve's kind lists its x.
[[nodiscard]] inline bool lists_x(const Curve& curve) {
  return std::visit(
      [](const auto& kind) { return !std::is_base_of_v<FormulaCurve, std::decay_t<decltype(kind)>>; },
      curve.kind);
}

}  // namespace ishi::compiler
