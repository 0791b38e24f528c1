// The loops of response curves (program/curves.inl) over the lanes of a chunk. program/machine.cpp includes
// it once for each instruction set.

// For what takes long. Rows are a multiple of these, too; lanes beyond the last agent hold anything.
using Deep = std::conditional_t<(kAtOnce > 4), Twice<Twice<Lanes>>, Twice<Lanes>>;
static_assert(kChunkRows % Deep::kLanes == 0);

// How many numbers the loop of a kind reads.
template <typename Kind>
constexpr uint32_t kNumbersOf = Kind::shape.fixed;
template <typename Of>
constexpr uint32_t kNumbersOf<curves::ExactPower<Of>> = curves::Power::shape.fixed;

template <typename F, typename Kind, Outer kOuter>
void curve_loop(const CurveOperands& operands) {
  const LaneFrame<F> frame(operands.curve->frame);
  const LaneNumbers<F> numbers({operands.curve->numbers.values, kNumbersOf<Kind>});
  const float* const x = operands.x;
  float* const out = operands.out;
  const size_t count = operands.count;
  for (size_t i = 0; i < count; i += F::kLanes)
    finish<kOuter>(frame, Kind::y(frame.inner(F::load(x + i)), numbers)).store(out + i);
}

template <typename F, typename Kind, Outer kOuter = Outer::framed>
void run_curve(const Chunk& chunk, const Instruction& in) {
  run_loop(chunk, in, &curve_loop<F, Kind, kOuter>);
}

// For a kind whose lanes take only some t: if one lane cannot, all lanes of its vectors are computed one by
// one.
template <typename F, typename Kind, Outer kOuter>
void partial_loop(const CurveOperands& operands) {
  const LaneFrame<F> frame(operands.curve->frame);
  const LaneNumbers<F> numbers({operands.curve->numbers.values, kNumbersOf<Kind>});
  const float* const x = operands.x;
  float* const out = operands.out;
  const size_t count = operands.count;
  for (size_t i = 0; i < count; i += F::kLanes) {
    const F t = frame.inner(F::load(x + i));
    if (HWY_LIKELY(all_of(Kind::is_for_lanes(t)))) {
      if constexpr (kOuter == Outer::bare) {
        Kind::bare(t, numbers).store(out + i);
      } else {
        frame.outer(Kind::y(t, numbers)).store(out + i);
      }
    } else {
      const size_t end = i + F::kLanes < count ? i + F::kLanes : count;
      for (size_t k = i; k < end; ++k) out[k] = ::ishi::curves::evaluate(*operands.curve, x[k]);
    }
  }
}

template <typename F, typename Kind, Outer kOuter>
void run_partial(const Chunk& chunk, const Instruction& in) {
  run_loop(chunk, in, &partial_loop<F, Kind, kOuter>);
}

// A curve of few rows, in vectors that have a lane for each of them.
template <typename On, uint32_t kRows>
HWY_INLINE void wide_rows_of(const RowOperands& operands) {
  const LaneFrame<Lanes> frame(operands.curve->frame);
  const float* const x = operands.x;
  float* const out = operands.out;
  const size_t lanes = operands.lanes;
  Lanes begins[kRows];
  for (uint32_t k = 1; k < kRows; ++k) begins[k] = operands.columns[0][k];
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const Lanes t = frame.inner(Lanes::load(x + i));
    frame.outer(on_row_of<On>(t, operands.columns, begins)).store(out + i);
  }
}

template <typename On>
void row_loop(const RowOperands& operands) {
  constexpr uint32_t kFew = ::ishi::curves::kFewRows;
  if constexpr (kAtOnce >= kFew) {
    operands.rows <= kFew / 2 ? wide_rows_of<On, kFew / 2>(operands) : wide_rows_of<On, kFew>(operands);
  } else {
    const LaneFrame<Lanes> frame(operands.curve->frame);
    const float* const x = operands.x;
    float* const out = operands.out;
    const size_t lanes = operands.lanes;
    const uint32_t rows = operands.rows;
    constexpr uint32_t kColumn = ::ishi::curves::kMostRows;
    const float* const columns = operands.columns[0];
    for (size_t i = 0; i < lanes; i += kAtOnce) {
      const Lanes t = frame.inner(Lanes::load(x + i));
      Lanes row[On::width];
      for (uint32_t w = 0; w < On::width; ++w) row[w] = columns[w * kColumn];
      for (uint32_t k = 1; k < rows; ++k) {
        const Lanes::Mask is_on = Lanes(columns[k]) <= t;
        for (uint32_t w = 0; w < On::width; ++w) row[w] = select(is_on, columns[w * kColumn + k], row[w]);
      }
      frame.outer(On::y(t, row)).store(out + i);
    }
  }
}

template <typename On>
void run_rows(const Chunk& chunk, const Instruction& in) {
  run_loop(chunk, in, &row_loop<On>);
}
