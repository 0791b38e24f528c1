// The operations and curves for the lanes of vectors of the instruction set that is compiled for. The vector
// machine (program/machine.cpp) and kernels (program/kernel_texts.h) include it once for each instruction set.

#include "program/lanes.inl"

namespace math {

using namespace ::ishi::math;
ISHI_USING_LANEWISE;

#include "math/exponential.inl"
#include "math/logarithm.inl"
#include "math/power.inl"
#include "math/rounding.inl"
#include "math/trigonometry.inl"

}  // namespace math

constexpr size_t kAtOnce = Lanes::kLanes;

namespace operations {

using ::ishi::operations::Code;
using ::ishi::operations::Elementwise;
using ::ishi::operations::Text;
using ::ishi::operations::Total;
using namespace ::ishi::hulls;

ISHI_USING_LANEWISE;

HWY_INLINE Lanes truth(Lanes::Mask holds) { return select(holds, 1.0f, 0.0f); }

#include "program/operations.inl"

}  // namespace operations

HWY_INLINE Lanes held_number(Lanes x, Lanes low, Lanes high, Lanes fallback) {
  return clamp(select(x == x, x, fallback), low, high);
}

namespace curves {

using namespace ::ishi::curves::describing;
ISHI_USING_LANEWISE;

// A loop of its own computes powers.
template <typename F>
HWY_INLINE F curve_power(F x, F y) {
  return math::detail::unit_power(x, y);
}

#include "program/curves.inl"

}  // namespace curves

template <typename F>
struct LaneFrame {
  F shift, scale, low, high, output_scale, output_shift;

  explicit HWY_INLINE LaneFrame(const ::ishi::curves::Frame& f)
      : shift(f.shift),
        scale(f.scale),
        low(f.low),
        high(f.high),
        output_scale(f.output_scale),
        output_shift(f.output_shift) {}

  // From row(k).
  template <typename Row>
  explicit HWY_INLINE LaneFrame(Row&& row) requires std::is_invocable_v<Row, uint32_t>
      : shift(row(0)), scale(row(1)), low(row(2)), high(row(3)), output_scale(row(4)), output_shift(row(5)) {}

  HWY_INLINE F inner(F x) const { return (x - shift) * scale; }
  HWY_INLINE F outer(F y) const { return output(clamp(y, low, high)); }
  HWY_INLINE F output(F y) const { return y * output_scale + output_shift; }
};

// What a loop does with y: brings it into the frame; or only to the output, if its kind never leaves 0..1; or
// nothing.
enum class Outer { framed, scaled, bare };

template <Outer kOuter, typename F>
HWY_INLINE F finish(const LaneFrame<F>& frame, F y) {
  if constexpr (kOuter == Outer::framed) return frame.outer(y);
  if constexpr (kOuter == Outer::scaled) return frame.output(y);
  return y;
}

template <typename F>
struct LaneNumbers {
  static constexpr uint32_t kMost = 4;
  F values[kMost];

  explicit HWY_INLINE LaneNumbers(::ishi::curves::Numbers numbers) {
    for (uint32_t i = 0; i < kMost; ++i) values[i] = i < numbers.count ? numbers[i] : 0.0f;
  }
  HWY_INLINE F operator[](uint32_t i) const { return values[i]; }
};

template <typename Kind>
inline constexpr bool kTakesLanes = requires(Lanes t, const LaneNumbers<Lanes>& n) { Kind::y(t, n); };
template <typename Kind>
inline constexpr bool kIsPartial = requires(Lanes t) { Kind::is_for_lanes(t); };

// y of a curve of few rows, whose values stand in columns; `begins` are the x of the second row and those
// after it. Each lane takes the values of the last row whose x is not above it. No search, no branch.
template <typename On, size_t kRows>
HWY_INLINE Lanes on_row_of(Lanes t, const float (*columns)[::ishi::curves::kMostRows],
                           const Lanes (&begins)[kRows]) {
  Lanes row[On::width];
  if constexpr (kAtOnce >= ::ishi::curves::kFewRows) {
    hn::Vec<IntegerTag> at = hn::Zero(IntegerTag());
    for (uint32_t k = 1; k < kRows; ++k) {
      const auto is_on = hn::RebindMask(IntegerTag(), (begins[k] <= t).raw);
      at = hn::Add(at, hn::IfThenElseZero(is_on, hn::Set(IntegerTag(), 1)));
    }
    const auto indices = hn::IndicesFromVec(FloatTag(), at);
    for (uint32_t w = 0; w < On::width; ++w)
      row[w] = hn::TableLookupLanes(Lanes::load(columns[w]).raw, indices);
  } else {
    for (uint32_t w = 0; w < On::width; ++w) row[w] = columns[w][0];
    for (uint32_t k = 1; k < kRows; ++k) {
      const Lanes::Mask is_on = begins[k] <= t;
      for (uint32_t w = 0; w < On::width; ++w) row[w] = select(is_on, columns[w][k], row[w]);
    }
  }
  return On::y(t, row);
}
