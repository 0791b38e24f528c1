#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <utility>

#include "ishi/program.h"
#include "math/exponential.h"
#include "math/logarithm.h"
#include "math/power.h"
#include "math/rounding.h"
#include "math/trigonometry.h"
#include "program/curve_rows.h"

// The kinds of response curve, and what is computed of any of them. program/curves.inl holds the struct of
// each kind, of which everything here, the loops, the validation and the ranges follow. The compiler brings x
// into the kind's own terms beforehand: t = (x - shift) * scale with shift and scale folded in double, so
// that a kind has no parameter that t can carry. What is left stands in the curve's numbers.

namespace ishi::curves {

// The rule for the numbers before the rows. In rows x always rises, and the last row is level.
enum class Fixed : uint8_t { anything, rising, modes };

// The range of y: 0..1 to the last bit, so that no clamp is needed; 0..1 but for a rounding above 1; any.
enum class Within : uint8_t { anything, nearly_unit, unit };

// The traits of a kind, with the defaults of most.
template <CurveKind kKind, uint8_t kFixed, uint8_t kRow = 0>
struct OfKind {
  static constexpr CurveKind kind = kKind;
  static constexpr CurveShape shape{kFixed, kRow};
  static constexpr Fixed fixed = Fixed::anything;
  static constexpr Within within = Within::anything;

  // The loops over chunks: short ones where a kind does little work; the loop for these numbers; whether
  // there is one for curves with nothing around the kind, and whether such a curve may take it.
  static constexpr bool is_light = false;
  static CurveLoop loop(const auto&) { return own_loop(kKind); }
  static constexpr bool has_bare_loop = false;
  static bool is_bare(const auto&) { return true; }

  // Its range between two t: y at both, and what `turns` adds, add(y), where y turns or jumps between them.
  // Exact: y rises, falls or stays from corner to corner in floats, too. About the greatest of what is added
  // up on the way to y: that is rounded as coarsely. `asked`: between which t it is looked for.
  static void turns(const auto& /*n*/, const Interval& /*t*/, auto&& /*add*/) {}
  static bool is_exact(const auto& /*n*/, const Interval& /*t*/) { return false; }
  static double greatest_part(const auto& /*n*/) { return 0; }
  static Interval asked(const auto& /*n*/, const Interval& t) { return t; }
};

// A kind whose last numbers are rows: the row is searched, or all are looked at where they are few.
template <CurveKind kKind, uint8_t kFixed, typename RowKind>
struct OnRows : OfKind<kKind, kFixed, RowKind::width> {
  using On = RowKind;
  static float y(float t, const auto& n) { return on_rows<On>(n, kFixed, t); }
  static CurveLoop loop(const auto& n) { return loop_of_rows<OnRows>(n); }
};

// The names that program/curves.inl uses, for namespaces that include it again.
namespace describing {
using curves::add_rows_within;
using curves::add_turns_of_cubics;
using curves::Beyond;
using curves::brought_inside;
using curves::CurveLoop;
using curves::Fixed;
using curves::greatest_of_rows;
using curves::is_flat;
using curves::loop_of_rows;
using curves::OfKind;
using curves::on_rows;
using curves::OnRows;
using curves::own_loop;
using curves::Within;
}  // namespace describing

using math::curve_power;
ISHI_USING_LANEWISE;

#include "program/curves.inl"

template <typename... Kinds>
constexpr bool stand_in_order(std::tuple<Kinds...>*) {
  uint32_t next = 0;
  return ((static_cast<uint32_t>(Kinds::kind) == next++) && ...) && next == kCurveKindCount;
}
static_assert(stand_in_order(static_cast<All*>(nullptr)),
              "curves::All must have each CurveKind, in their order");

// Calls visitor(Kind()) with the struct of a kind.
template <typename Visitor, size_t kIndex = 0>
constexpr auto visit(CurveKind kind, Visitor&& visitor) {
  using Of = std::tuple_element_t<kIndex, All>;
  if constexpr (kIndex + 1 < kCurveKindCount) {
    if (kind != Of::kind) return visit<Visitor, kIndex + 1>(kind, std::forward<Visitor>(visitor));
  }
  return visitor(Of{});
}

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

inline Curve curve_of(const CurveView& view) {
  return {view.kind,
          frame_of(view.clamped, view.shift, view.scale, view.output_scale, view.output_shift),
          {view.numbers.data(), static_cast<uint32_t>(view.numbers.size())}};
}

template <typename Of>
inline float evaluate(const Curve& curve, float x) {
  const Frame& f = curve.frame;
  const float y = Of::y((x - f.shift) * f.scale, curve.numbers);
  return math::clamp(y, f.low, f.high) * f.output_scale + f.output_shift;
}

// The same for a curve of any kind.
[[nodiscard]] float evaluate(const Curve& curve, float x);

// The range of a curve for inputs within `x`: see range_of_curve() in ishi/program.h.
[[nodiscard]] Interval range_of(const Curve& curve, Interval x);

}  // namespace ishi::curves
