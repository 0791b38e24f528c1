// The loops of response curves (program/curves.inl) over the lanes of a chunk. program/machine.cpp includes
// it once for each instruction set.

// For what takes long. Rows are a multiple of these, too; lanes beyond the last agent hold anything.
using Deep = Twice<Twice<Lanes>>;
static_assert(kChunkRows % Deep::kLanes == 0);

// As many lanes of a chunk as take whole vectors of a kind.
template <typename F>
size_t lanes_of(const Chunk& chunk) {
  return (chunk.count + F::kLanes - 1) / F::kLanes * F::kLanes;
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

template <typename F, typename Kind, Outer kOuter = Outer::framed>
void run_curve(const Chunk& chunk, const Instruction& in) {
  const ::ishi::curves::Curve& curve = chunk.binding.curves[in.parameter];
  const LaneFrame<F> frame(curve.frame);
  const LaneNumbers<F> numbers(curve.numbers);
  const float* const x = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  const size_t lanes = lanes_of<F>(chunk);
  for (size_t i = 0; i < lanes; i += F::kLanes)
    finish<kOuter>(frame, Kind::y(frame.inner(F::load(x + i)), numbers)).store(out + i);
}

// For a kind whose lanes take only some t: if one lane cannot, all lanes of its vectors are computed one by
// one.
template <typename F, typename Kind, Outer kOuter>
void run_partial(const Chunk& chunk, const Instruction& in) {
  const ::ishi::curves::Curve& curve = chunk.binding.curves[in.parameter];
  const LaneFrame<F> frame(curve.frame);
  const LaneNumbers<F> numbers(curve.numbers);
  const float* const x = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  for (size_t i = 0; i < chunk.count; i += F::kLanes) {
    const F t = frame.inner(F::load(x + i));
    if (HWY_LIKELY(all_of(Kind::is_for_lanes(t)))) {
      if constexpr (kOuter == Outer::bare) {
        Kind::bare(t, numbers).store(out + i);
      } else {
        frame.outer(Kind::y(t, numbers)).store(out + i);
      }
    } else {
      const size_t end = i + F::kLanes < chunk.count ? i + F::kLanes : chunk.count;
      for (size_t k = i; k < end; ++k) out[k] = ::ishi::curves::evaluate(curve, x[k]);
    }
  }
}

constexpr uint32_t kMostRows = 16;  // as many as a vector has lanes at most

// Rows as columns, so that a vector holds one value of all rows where they are not more than its lanes. No x
// is at or above that of the rows that fill it up.
template <typename On, uint32_t kRows>
struct RowTable {
  alignas(64) float columns[On::width][kMostRows];

  HWY_INLINE RowTable(const float* rows, uint32_t numbers) {
    const uint32_t count = numbers / On::width;
    for (uint32_t row = 0; row < kRows; ++row) {
      for (uint32_t w = 0; w < On::width; ++w)
        columns[w][row] = row < count ? rows[row * On::width + w] : std::numeric_limits<float>::quiet_NaN();
    }
  }
};

// A curve of few rows: each lane takes the values of the last row whose x is not above it. No search, no
// branch.
template <typename On, uint32_t kRows>
HWY_INLINE void run_rows_of(const Chunk& chunk, const Instruction& in) {
  const ::ishi::curves::Curve& curve = chunk.binding.curves[in.parameter];
  const LaneFrame<Lanes> frame(curve.frame);
  const uint32_t before = curve_shape(curve.kind).fixed;
  const RowTable<On, kRows> table(curve.numbers.values + before, curve.numbers.count - before);
  const float* const x = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  const size_t lanes = chunk.padded();
  Lanes begins[kRows];
  for (uint32_t k = 1; k < kRows; ++k) begins[k] = table.columns[0][k];
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const Lanes t = frame.inner(Lanes::load(x + i));
    Lanes row[On::width];
    if constexpr (kAtOnce >= ::ishi::curves::kFewRows) {
      hn::Vec<IntegerTag> at = hn::Zero(IntegerTag());
      for (uint32_t k = 1; k < kRows; ++k) {
        const auto is_on = hn::RebindMask(IntegerTag(), (begins[k] <= t).raw);
        at = hn::Add(at, hn::IfThenElseZero(is_on, hn::Set(IntegerTag(), 1)));
      }
      const auto indices = hn::IndicesFromVec(FloatTag(), at);
      for (uint32_t w = 0; w < On::width; ++w)
        row[w] = hn::TableLookupLanes(Lanes::load(table.columns[w]).raw, indices);
    } else {
      for (uint32_t w = 0; w < On::width; ++w) row[w] = table.columns[w][0];
      for (uint32_t k = 1; k < kRows; ++k) {
        const Lanes::Mask is_on = begins[k] <= t;
        for (uint32_t w = 0; w < On::width; ++w) row[w] = select(is_on, table.columns[w][k], row[w]);
      }
    }
    frame.outer(On::y(t, row)).store(out + i);
  }
}

template <typename On>
void run_rows(const Chunk& chunk, const Instruction& in) {
  const ::ishi::curves::Curve& curve = chunk.binding.curves[in.parameter];
  const uint32_t count = (curve.numbers.count - curve_shape(curve.kind).fixed) / On::width;
  count <= ::ishi::curves::kFewRows / 2 ? run_rows_of<On, ::ishi::curves::kFewRows / 2>(chunk, in)
                                        : run_rows_of<On, ::ishi::curves::kFewRows>(chunk, in);
}
