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

// A curve of few rows.
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
    frame.outer(on_row_of<On>(t, table.columns, begins)).store(out + i);
  }
}

template <typename On>
void run_rows(const Chunk& chunk, const Instruction& in) {
  const ::ishi::curves::Curve& curve = chunk.binding.curves[in.parameter];
  const uint32_t count = (curve.numbers.count - curve_shape(curve.kind).fixed) / On::width;
  count <= ::ishi::curves::kFewRows / 2 ? run_rows_of<On, ::ishi::curves::kFewRows / 2>(chunk, in)
                                        : run_rows_of<On, ::ishi::curves::kFewRows>(chunk, in);
}
