#pragma once

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

constexpr float clamp01(float x) { return math::clamp(x, 0.0f, 1.0f); }

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

// a + u(b + u(c + u d)) on the row (x, a, b, c, d) that t falls on, u = t - x.
inline float cubic(const float* row, float t) {
  const float u = t - row[0] > 0.0f ? t - row[0] : 0.0f;
  return row[1] + u * (row[2] + u * (row[3] + u * row[4]));
}

struct Numbers {
  const float* values;
  uint32_t count;
};

// [offset]: t + offset
struct Linear {
  static constexpr CurveShape shape{1, 0};
  static float y(float t, Numbers n) { return t + n.values[0]; }
};
// [exponent, slope, offset]: slope * t ^ exponent + offset; t = x - shift
struct Power {
  static constexpr CurveShape shape{3, 0};
  static float y(float t, Numbers n) { return n.values[1] * math::pow(t, n.values[0]) + n.values[2]; }
};
// [inverse]: (e^t - 1) * inverse; t = rate * x, inverse = 1 / (e^rate - 1). A rate of 0 is linear.
struct Exponential {
  static constexpr CurveShape shape{1, 0};
  static float y(float t, Numbers n) { return math::expm1(t) * n.values[0]; }
};
// []: 1 / (1 + e^t); t = -slope * (x - midpoint)
struct Logistic {
  static constexpr CurveShape shape{0, 0};
  static float y(float t, Numbers) { return 1.0f / (1.0f + math::exp(t)); }
};
// [scale]: 0.5 + scale * ln(c / (1 - c)), c = t held in 0.001..0.999
struct Logit {
  static constexpr CurveShape shape{1, 0};
  static float y(float t, Numbers n) {
    const float c = math::clamp(t, 0.001f, 0.999f);
    return 0.5f + n.values[0] * math::log(c / (1.0f - c));
  }
};
// []: e^(-t²); t = (x - center) / (width * sqrt 2)
struct Gaussian {
  static constexpr CurveShape shape{0, 0};
  static float y(float t, Numbers) { return math::exp(-(t * t)); }
};
// [phase]: 0.5 + 0.5 sin(2π (t + phase)); t = cycles * x
struct Sine {
  static constexpr CurveShape shape{1, 0};
  static float y(float t, Numbers n) { return 0.5f + 0.5f * math::sin_turns(t + n.values[0]); }
};
// []: c²(3 - 2c), c = t held in 0..1
struct Smoothstep {
  static constexpr CurveShape shape{0, 0};
  static float y(float t, Numbers) {
    const float c = clamp01(t);
    return c * c * (3.0f - 2.0f * c);
  }
};
// []: 1 from t = 0 on, else 0; t = x - at
struct Step {
  static constexpr CurveShape shape{0, 0};
  static float y(float t, Numbers) { return t >= 0.0f ? 1.0f : 0.0f; }
};

// Membership in a fuzzy set that is 1 between b and c and falls to 0 at a and d. Equal corners are a
// vertical edge at the upper value.
inline float trapezoid(float t, float a, float b, float c, float d) {
  const float rise = (t - a) / (b > a ? b - a : 1.0f);
  const float fall = (d - t) / (d > c ? d - c : 1.0f);
  const float left = t >= b ? 1.0f : (t <= a ? 0.0f : rise);
  const float right = t <= c ? 1.0f : (t >= d ? 0.0f : fall);
  return left < right ? left : right;
}

// [a, b, c]
struct Triangle {
  static constexpr CurveShape shape{3, 0};
  static float y(float t, Numbers n) {
    return trapezoid(t, n.values[0], n.values[1], n.values[1], n.values[2]);
  }
};
// [a, b, c, d]
struct Trapezoid {
  static constexpr CurveShape shape{4, 0};
  static float y(float t, Numbers n) {
    return trapezoid(t, n.values[0], n.values[1], n.values[2], n.values[3]);
  }
};
// rows (x, y, slope to the next row): straight lines. The last row's slope is 0.
struct Points {
  static constexpr CurveShape shape{0, 3};
  static float on(const float* row, float t) {
    const float u = t - row[0] > 0.0f ? t - row[0] : 0.0f;
    return row[1] + u * row[2];
  }
  static float y(float t, Numbers n) { return on(row_below(n.values, n.count / 3, 3, t), t); }
};
// rows (x, a, b, c, d): cubics. The last row's b, c and d are 0.
struct Smooth {
  static constexpr CurveShape shape{0, 5};
  static float on(const float* row, float t) { return cubic(row, t); }
  static float y(float t, Numbers n) { return on(row_below(n.values, n.count / 5, 5, t), t); }
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
    return cubic(row_below(rows, count, 5, inside), inside);
  }
};
// rows (x, y): each y from its x on
struct Steps {
  static constexpr CurveShape shape{0, 2};
  static float on(const float* row, float) { return row[1]; }
  static float y(float t, Numbers n) { return on(row_below(n.values, n.count / 2, 2, t), t); }
};

// A curve whose numbers have the shape of its kind.
struct Curve {
  CurveKind kind;
  bool clamped;
  float shift, scale, output_scale, output_shift;
  Numbers numbers;
};

// What a curve does around its kind.
struct Frame {
  float shift, scale, output_scale, output_shift;
};

[[nodiscard]] inline Frame frame_of(const Curve& curve) {
  return {curve.shift, curve.scale, curve.output_scale, curve.output_shift};
}

template <bool kClamped>
inline float framed(Frame frame, float y) {
  const float held = kClamped ? clamp01(y) : y;
  return held * frame.output_scale + frame.output_shift;
}

template <typename Kind, bool kClamped>
inline float evaluate(Frame frame, Numbers numbers, float x) {
  return framed<kClamped>(frame, Kind::y((x - frame.shift) * frame.scale, numbers));
}

template <typename Kind>
inline float evaluate(const Curve& curve, float x) {
  return curve.clamped ? evaluate<Kind, true>(frame_of(curve), curve.numbers, x)
                       : evaluate<Kind, false>(frame_of(curve), curve.numbers, x);
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
