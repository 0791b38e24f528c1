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

// The operands of the lanes from `i` on, picked from the values so far.
HWY_INLINE Lanes pick(const PackInput& in, const Pack& pack, uint32_t operand, uint32_t i) {
  const uint32_t* const sources = in.packs.sources.data() + pack.sources + operand * pack.padded + i;
  return picked(in.values, sources);
}

HWY_INLINE Lanes number_of(const PackInput& in, const Pack& pack, uint32_t number, uint32_t i) {
  return Lanes::load_unaligned(in.packs.numbers.data() + pack.numbers + number * pack.padded + i);
}

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
void pack_elementwise(const PackInput& in, const Pack& pack) {
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    const Lanes a = pick(in, pack, 0, i);
    const Lanes b = pack.operands > 1 ? pick(in, pack, 1, i) : a;
    const Lanes c = pack.operands > 2 ? pick(in, pack, 2, i) : a;
    constexpr size_t kOperations = std::tuple_size_v<operations::AllElementwise>;
    apply_at<0, kOperations>(pack.operation, a, b, c).store(in.values + pack.out + i);
  }
}

// One loop for all of them, too. It computes what compound_of does.
HWY_NOINLINE HWY_ATTR void pack_compounds(const PackInput& in, const Pack& pack, uint32_t factors,
                                          uint32_t terms) {
  const bool is_halved = factors == Compound::kMost;
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    Lanes product = 1.0f, half = 1.0f, sum;
    for (uint32_t k = 0; k < factors; ++k) {
      const Lanes factor = pick(in, pack, k, i);
      Lanes& part = is_halved && k >= 2 ? half : product;
      part = k == 0 || (is_halved && k == 2) ? factor : part * factor;
    }
    if (is_halved) product = product * half;
    for (uint32_t k = 0; k < terms; ++k) {
      const Lanes weight = pick(in, pack, factors + terms + k, i) * number_of(in, pack, k, i);
      const Lanes term = weight * pick(in, pack, factors + k, i);
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
  const PackInput& in;
  const Pack& pack;
  uint32_t i;

  HWY_INLINE Lanes operator[](uint32_t k) const { return number_of(in, pack, Pack::kFrame + k, i); }
};

template <typename Kind>
void pack_curve(const PackInput& in, const Pack& pack) {
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return number_of(in, pack, k, i); });
    const Lanes t = frame.inner(pick(in, pack, 0, i));
    frame.outer(Kind::y(t, PackedNumbers{in, pack, i})).store(in.values + pack.out + i);
  }
}

// For a kind whose lanes take only some t: if one lane cannot, all lanes of its vector are computed one by
// one.
template <typename Kind>
void pack_partial(const PackInput& in, const Pack& pack) {
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return number_of(in, pack, k, i); });
    const Lanes t = frame.inner(pick(in, pack, 0, i));
    float* const out = in.values + pack.out + i;
    if (HWY_LIKELY(all_of(Kind::is_for_lanes(t)))) {
      frame.outer(Kind::y(t, PackedNumbers{in, pack, i})).store(out);
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
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    const LaneFrame<Lanes> frame([&](uint32_t k) HWY_ATTR { return number_of(in, pack, k, i); });
    const Lanes t = frame.inner(pick(in, pack, 0, i));
    const auto column = [&](uint32_t w, uint32_t row) HWY_ATTR {
      return number_of(in, pack, Pack::kFrame + w * ::ishi::curves::kFewRows + row, i);
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
  for (uint32_t i = 0; i < pack.count; i += kAtOnce) {
    const auto number = [&](uint32_t k) HWY_ATTR { return number_of(in, pack, k, i); };
    held_number(Lanes::load(out + i), number(0), number(1), number(2)).store(out + i);
  }
}
