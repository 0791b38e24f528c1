// The loops of packs (program/packs.h), whose lanes are operations of one agent. program/machine.cpp includes
// it once for each instruction set.

// values[at[0]], values[at[1]], … Put together from single loads: gathering takes longer.
#if HWY_TARGET == HWY_AVX2
HWY_INLINE Lanes picked(const float* values, const uint32_t* at) {
  return hn::Vec<FloatTag>{_mm256_setr_ps(values[at[0]], values[at[1]], values[at[2]], values[at[3]],
                                          values[at[4]], values[at[5]], values[at[6]], values[at[7]])};
}
#elif HWY_TARGET == HWY_SSE4
HWY_INLINE Lanes picked(const float* values, const uint32_t* at) {
  return hn::Vec<FloatTag>{_mm_setr_ps(values[at[0]], values[at[1]], values[at[2]], values[at[3]])};
}
#else
HWY_INLINE Lanes picked(const float* values, const uint32_t* at) {
  return hn::GatherIndex(FloatTag(), values, hn::LoadU(IntegerTag(), reinterpret_cast<const int32_t*>(at)));
}
#endif

// What a pack has by lane, from the lanes `i` on: operands, picked from the values so far, and numbers.
struct PackRows {
  const float* values;
  const uint32_t* sources;
  const float* numbers;
  size_t padded;

  HWY_INLINE PackRows(const PackInput& in, const Pack& pack, size_t i = 0)
      : values(in.values),
        sources(in.packs.sources.data() + pack.sources + i),
        numbers(in.packs.numbers.data() + pack.numbers + i),
        padded(pack.padded) {}

  HWY_INLINE Lanes operand(size_t k) const { return picked(values, sources + k * padded); }
  HWY_INLINE Lanes number(size_t k) const { return Lanes::load_unaligned(numbers + k * padded); }
};

// The operation at `place` of `kCount` of them, from the `kFirst`: halved until one is left.
template <size_t kFirst, size_t kCount>
HWY_INLINE Lanes apply_at(size_t place, Lanes a, Lanes b, Lanes c) {
  if constexpr (kCount == 1) {
    using Operation = std::tuple_element_t<kFirst, operations::AllElementwise>;
    if constexpr (requires { Operation::apply(a); }) return Operation::apply(a);
    if constexpr (requires { Operation::apply(a, b); }) return Operation::apply(a, b);
    if constexpr (requires { Operation::apply(a, b, c); }) return Operation::apply(a, b, c);
    return a;  // no lanes: it is never in a pack
  } else {
    constexpr size_t kHalf = kCount / 2;
    return place < kFirst + kHalf ? apply_at<kFirst, kHalf>(place, a, b, c)
                                  : apply_at<kFirst + kHalf, kCount - kHalf>(place, a, b, c);
  }
}

// Picking takes longest, and most of the code: so one loop serves all operations.
inline void pack_elementwise(const PackInput& in, const Pack& pack) {
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    const Lanes a = rows.operand(0);
    const Lanes b = pack.operands > 1 ? rows.operand(1) : a;
    const Lanes c = pack.operands > 2 ? rows.operand(2) : a;
    constexpr size_t kOperations = std::tuple_size_v<operations::AllElementwise>;
    apply_at<0, kOperations>(pack.operation, a, b, c).store(in.values + pack.out + i);
  }
}

// One loop for all of them, too. It computes what compound_of does.
HWY_NOINLINE HWY_ATTR void pack_compounds(const PackInput& in, const Pack& pack, uint32_t factors,
                                          uint32_t terms) {
  const bool is_halved = factors == Compound::kMost;
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    Lanes product = 1.0f, half = 1.0f, sum;
    for (uint32_t k = 0; k < factors; ++k) {
      const Lanes factor = rows.operand(k);
      Lanes& part = is_halved && k >= 2 ? half : product;
      part = k == 0 || (is_halved && k == 2) ? factor : part * factor;
    }
    if (is_halved) product = product * half;
    for (uint32_t k = 0; k < terms; ++k) {
      const Lanes weight = rows.operand(factors + terms + k) * rows.number(k);
      const Lanes term = weight * rows.operand(factors + k);
      sum = k == 0 ? term : sum + term;
    }
    const Lanes result = terms == 0 ? product : factors == 0 ? sum : product * sum;
    result.store(in.values + pack.out + i);
  }
}

template <uint32_t kFactors, uint32_t kTerms>
void pack_compound(const PackInput& in, const Pack& pack) {
  pack_compounds(in, pack, kFactors, kTerms);
}

// The numbers behind those of the frame.
struct PackedNumbers {
  const PackRows& rows;

  HWY_INLINE Lanes operator[](uint32_t k) const { return rows.number(Pack::kFrame + k); }
};

// The curves of which loops of packs make y from t and numbers, by their CurveLoop.
using PackedCurves = decltype(std::tuple_cat(
    std::declval<curves::All>(), std::declval<std::tuple<curves::ExactPower<curves::Itself>, curves::ExactPower<curves::Root>,
                                             curves::ExactPower<curves::Squared>, curves::ExactPower<curves::Cubed>>>()));

template <typename Kind>
constexpr bool is_packed_curve() {
  if constexpr (requires { Kind::shape; }) return Kind::shape.row == 0 && kTakesLanes<Kind> && !kIsPartial<Kind>;
  return true;
}

template <size_t kFirst, size_t kCount>
HWY_INLINE Lanes y_at(size_t loop, Lanes t, const PackedNumbers& numbers) {
  if constexpr (kCount == 1) {
    using Kind = std::tuple_element_t<kFirst, PackedCurves>;
    if constexpr (is_packed_curve<Kind>()) return Kind::y(t, numbers);
    return t;  // it is never in such a pack
  } else {
    constexpr size_t kHalf = kCount / 2;
    return loop < kFirst + kHalf ? y_at<kFirst, kHalf>(loop, t, numbers)
                                 : y_at<kFirst + kHalf, kCount - kHalf>(loop, t, numbers);
  }
}

// One loop for all of them, too.
inline void pack_curve(const PackInput& in, const Pack& pack) {
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return rows.number(k); });
    const Lanes t = frame.inner(rows.operand(0));
    const Lanes y = y_at<0, std::tuple_size_v<PackedCurves>>(pack.operation, t, PackedNumbers{rows});
    frame.outer(y).store(in.values + pack.out + i);
  }
}

// For a kind whose lanes take only some t: if one lane cannot, all lanes of its vector are computed one by
// one.
template <typename Kind>
void pack_partial(const PackInput& in, const Pack& pack) {
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return rows.number(k); });
    const Lanes t = frame.inner(rows.operand(0));
    float* const out = in.values + pack.out + i;
    if (HWY_LIKELY(all_of(Kind::is_for_lanes(t)))) {
      frame.outer(Kind::y(t, PackedNumbers{rows})).store(out);
      continue;
    }
    for (uint32_t k = 0; k < kAtOnce; ++k) {
      const uint32_t curve = in.packs.parameters[pack.parameters + i + k];
      const float x = in.values[in.packs.sources[pack.sources + i + k]];
      out[k] = ::ishi::curves::evaluate(in.chunk.binding.curves[curve], x);
    }
  }
}

template <typename On>
void pack_rows(const PackInput& in, const Pack& pack) {
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return rows.number(k); });
    const Lanes t = frame.inner(rows.operand(0));
    const auto column = [&](uint32_t w, uint32_t row) HWY_ATTR {
      return rows.number(Pack::kFrame + w * ::ishi::curves::kFewRows + row);
    };
    Lanes row[On::width];
    for (uint32_t w = 0; w < On::width; ++w) row[w] = column(w, 0);
    for (uint32_t k = 1; k < pack.rows; ++k) {
      const Lanes begin = column(0, k);
      const Lanes::Mask is_on = begin <= t;
      row[0] = select(is_on, begin, row[0]);
      for (uint32_t w = 1; w < On::width; ++w) row[w] = select(is_on, column(w, k), row[w]);
    }
    frame.outer(On::y(t, row)).store(in.values + pack.out + i);
  }
}

inline void pack_numbers(const PackInput& in, const Pack& pack) {
  const uint32_t* const keys = in.packs.parameters.data() + pack.parameters;
  float* const out = in.values + pack.out;
  const size_t slot = in.chunk.slots[0];
  for (uint32_t i = 0; i < pack.count; ++i)
    out[i] = static_cast<const float*>(in.chunk.binding.keys[keys[i]].columns[0])[slot];
  for (size_t i = 0; i < pack.count; i += kAtOnce) {
    const PackRows rows(in, pack, i);
    held_number(Lanes::load(out + i), rows.number(0), rows.number(1), rows.number(2)).store(out + i);
  }
}
