#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "ishi/program.h"
#include "math/exponential.h"
#include "math/logarithm.h"
#include "math/power.h"
#include "math/rounding.h"
#include "math/trigonometry.h"

// The fifteen kinds of response curve, one struct each: `y` is the one place where a kind is computed,
// for one value as for a chunk of agents. The compiler brings x into the kind's own terms beforehand:
// t = (x - shift) * scale with shift and scale folded in double, so that a kind has no parameter that
// t can carry. What is left in `numbers` stands beside each kind.
//
// A list of rows is held at its ends: below the first x its first value, from the last x on its last.

namespace ishi::curves {

// The last row whose x is <= t, or the first row; rows of `width` floats that begin with their x.
inline const float* row_below(const float* rows, size_t count, size_t width, float t) {
  size_t first = 0;
  while (count > 1) {
    const size_t half = count / 2;
    const bool upper = rows[(first + half) * width] <= t;
    first = upper ? first + half : first;
    count = upper ? count - half : half;
  }
  return rows + first * width;
}

struct Numbers {
  const float* values;
  uint32_t count;

  float operator[](uint32_t i) const { return values[i]; }
};

using math::curve_power;
ISHI_USING_LANEWISE;

#include "program/curves.inl"

// What lies on rows: the row is searched.
template <typename On>
inline float on_rows(const float* rows, size_t count, float t) {
  return On::y(t, row_below(rows, count / On::width, On::width, t));
}

struct Points {
  using On = OnPoints;
  static constexpr CurveShape shape{0, On::width};
  static float y(float t, Numbers n) { return on_rows<On>(n.values, n.count, t); }
};
struct Smooth {
  using On = OnCubics;
  static constexpr CurveShape shape{0, On::width};
  static float y(float t, Numbers n) { return on_rows<On>(n.values, n.count, t); }
};
struct Steps {
  using On = OnSteps;
  static constexpr CurveShape shape{0, On::width};
  static float y(float t, Numbers n) { return on_rows<On>(n.values, n.count, t); }
};

// What a curve of keys does outside its ends.
enum class Beyond : uint8_t { hold, repeat, mirror };

// t brought between the first and the last x, as `mode` says.
inline float brought_inside(float t, float first, float last, Beyond mode) {
  const float length = last - first;
  const float forward = math::modulo(t - first, length);
  const float swing = math::modulo(t - first, 2.0f * length);
  const float mirrored = swing > length ? 2.0f * length - swing : swing;
  const float inside = first + (mode == Beyond::mirror ? mirrored : forward);
  return mode == Beyond::hold ? t : inside;
}

// [before, after] and rows (x, a, b, c, d): cubics; `before` and `after` are a Beyond each. The last
// row's b, c and d are 0.
struct Keys {
  static constexpr CurveShape shape{2, 5};
  static float y(float t, Numbers n) {
    const float* rows = n.values + 2;
    const size_t count = (n.count - 2) / 5;
    const float first = rows[0];
    const float last = rows[(count - 1) * 5];
    const float mode = t < first ? n.values[0] : (t > last ? n.values[1] : 0.0f);
    const float inside = brought_inside(t, first, last, static_cast<Beyond>(static_cast<uint8_t>(mode)));
    return on_rows<OnCubics>(rows, count * 5, inside);
  }
};

// What a curve does around its kind: y, held in low..high, is brought to what comes out.
struct Frame {
  float shift, scale, low, high, output_scale, output_shift;
};

// A curve whose numbers have the shape of its kind.
struct Curve {
  CurveKind kind;
  Frame frame;
  Numbers numbers;
};

// What holds y of a curve that is clamped, or is not.
[[nodiscard]] constexpr Frame frame_of(bool clamped, float shift, float scale, float output_scale,
                                       float output_shift) {
  return {shift, scale, clamped ? 0.0f : -HUGE_VALF, clamped ? 1.0f : HUGE_VALF, output_scale, output_shift};
}

template <typename Kind>
inline float evaluate(const Curve& curve, float x) {
  const Frame& f = curve.frame;
  const float y = Kind::y((x - f.shift) * f.scale, curve.numbers);
  return math::clamp(y, f.low, f.high) * f.output_scale + f.output_shift;
}

// The same for a curve of any kind.
[[nodiscard]] float evaluate(const Curve& curve, float x);

// Calls `visitor` with the struct of a kind.
template <typename Visitor>
constexpr auto visit(CurveKind kind, Visitor&& visitor) {
  switch (kind) {
    case CurveKind::linear: return visitor(Linear{});
    case CurveKind::power: return visitor(Power{});
    case CurveKind::exponential: return visitor(Exponential{});
    case CurveKind::logistic: return visitor(Logistic{});
    case CurveKind::logit: return visitor(Logit{});
    case CurveKind::gaussian: return visitor(Gaussian{});
    case CurveKind::sine: return visitor(Sine{});
    case CurveKind::smoothstep: return visitor(Smoothstep{});
    case CurveKind::step: return visitor(Step{});
    case CurveKind::triangle: return visitor(Triangle{});
    case CurveKind::trapezoid: return visitor(Trapezoid{});
    case CurveKind::points: return visitor(Points{});
    case CurveKind::smooth: return visitor(Smooth{});
    case CurveKind::keys: return visitor(Keys{});
    case CurveKind::steps: break;
  }
  return visitor(Steps{});
}

}  // namespace ishi::curves
