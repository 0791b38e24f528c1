// The lanes, operations and curves of a kernel's file, within the namespace of an instruction set.

#include "program/lane_texts.inl"
#include "program/pick_texts.inl"

// A function of one float, or of two, lane by lane.
template <typename Of, typename... More>
HWY_INLINE Lanes by_lanes(Of&& of, Lanes a, More... more) {
  alignas(64) float rows[1 + sizeof...(More)][Lanes::kLanes];
  uint32_t next = 0;
  a.store(rows[next++]);
  (more.store(rows[next++]), ...);
  alignas(64) float out[Lanes::kLanes];
  for (size_t i = 0; i < Lanes::kLanes; ++i) {
    if constexpr (sizeof...(More) == 0) out[i] = of(rows[0][i]);
    if constexpr (sizeof...(More) == 1) out[i] = of(rows[0][i], rows[1][i]);
  }
  return Lanes::load(out);
}

// The place of an operation among the elementwise ones.
template <typename Operation, typename... All>
constexpr size_t place_of(std::tuple<All...>*) {
  size_t place = 0;
  (void)((All::code == Operation::code || (++place, false)) || ...);
  return place;
}

template <typename Operation, typename... More>
HWY_INLINE Lanes apply(Lanes a, More... more) {
  // The same operation of lanes.
  using All = operations::AllElementwise;
  using OfLanes = std::tuple_element_t<place_of<Operation>(static_cast<All*>(nullptr)), All>;
  if constexpr (requires { OfLanes::apply(a, more...); }) {
    return OfLanes::apply(a, more...);
  } else {
    return by_lanes([](auto... x) { return Operation::apply(x...); }, a, more...);
  }
}

// How curves are computed that lanes of a vector take only some values of. Together: as though all lanes held
// such values, and whether they did is asked once, at the end of a part. One by one: lane by lane wherever one
// does not, for the few vectors of which that is so.
struct Together {
  Lanes::Mask fits;

  HWY_INLINE Together() : fits(Lanes(0.0f) == Lanes(0.0f)) {}
  // Lanes behind the first `left` hold anything, which nobody looks at.
  HWY_INLINE bool must_be_one_by_one(size_t left) const {
    if (HWY_LIKELY(all_of(fits))) return false;
    const size_t count = left < kAtOnce ? left : kAtOnce;
    return !all_of(fits | Lanes::Mask{hn::Not(hn::FirstN(FloatTag(), count))});
  }
};
struct OneByOne {};

// LaneFrame::outer. Times 1 plus 0 changes nothing that was held from +0 on.
HWY_INLINE Lanes outer(const ::ishi::curves::Frame& literal, const LaneFrame<Lanes>& frame, Lanes y) {
  const bool is_itself = literal.output_scale == 1.0f && literal.output_shift == 0.0f;
  if (is_itself && !__builtin_signbit(literal.low)) return clamp(y, frame.low, frame.high);
  return frame.outer(y);
}

template <typename OfPower>
HWY_INLINE Lanes exact_power(const ::ishi::curves::Frame& literal, const LaneFrame<Lanes>& frame, Lanes x,
                             const LaneNumbers<Lanes>& numbers) {
  return outer(literal, frame, curves::ExactPower<OfPower>::y(frame.inner(x), numbers));
}

// By the loop that the machine takes for such a curve.
template <typename Way, typename OfOne, uint32_t kNumbers>
HWY_INLINE Lanes apply(Way& way, const kernel::Curve<OfOne, kNumbers>& curve, Lanes x) {
  using Kind = std::tuple_element_t<static_cast<size_t>(OfOne::kind), curves::All>;
  using ::ishi::curves::CurveLoop;
  const LaneFrame<Lanes> frame(curve.frame);
  const ::ishi::curves::Numbers literal{curve.numbers, kNumbers};
  const LaneNumbers<Lanes> numbers(literal);
  const CurveLoop loop = Kind::loop(literal);
  const auto each = [&](Lanes at) {
    return by_lanes([&](float one) { return ::ishi::curves::evaluate<OfOne>(curve.view(), one); }, at);
  };
  const bool is_itself = curve.frame.output_scale == 1.0f && curve.frame.output_shift == 0.0f;
  if (loop == CurveLoop::by_lanes) return each(x);
  if constexpr (Kind::shape.row != 0) {
    constexpr uint32_t kRows = kernel::Curve<OfOne, kNumbers>::kRowCount;
    Lanes begins[kRows];
    for (uint32_t k = 1; k < kRows; ++k) begins[k] = curve.columns[0][k];
    return outer(curve.frame, frame, on_row_of<typename Kind::On>(frame.inner(x), curve.columns, begins));
  } else if constexpr (!kTakesLanes<Kind>) {
    return each(x);
  } else {
    const Lanes t = frame.inner(x);
    if constexpr (kIsPartial<Kind>) {
      if (loop == CurveLoop::identity_power) return exact_power<curves::Itself>(curve.frame, frame, x, numbers);
      if (loop == CurveLoop::square_root) return exact_power<curves::Root>(curve.frame, frame, x, numbers);
      if (loop == CurveLoop::square) return exact_power<curves::Squared>(curve.frame, frame, x, numbers);
      if (loop == CurveLoop::cube) return exact_power<curves::Cubed>(curve.frame, frame, x, numbers);
      if constexpr (std::is_same_v<Way, Together>) {
        way.fits = way.fits & Kind::is_for_lanes(t);
      } else {
        if (!all_of(Kind::is_for_lanes(t))) return each(x);
      }
    }
    if constexpr (Kind::has_bare_loop) {
      if (is_itself && Kind::is_bare(literal)) {
        if constexpr (kIsPartial<Kind>) {
          return Kind::bare(t, numbers);
        } else {
          return Kind::y(t, numbers);
        }
      }
    }
    const Lanes y = Kind::y(t, numbers);
    return Kind::within == ::ishi::curves::Within::unit ? frame.output(y) : outer(curve.frame, frame, y);
  }
}

// Picked numbers of several vectors.
constexpr size_t kPicked = 64;
template <uint32_t kCount>
struct Picks {
  alignas(64) float rows[kCount][kPicked];

  HWY_INLINE void put(uint32_t k, size_t i, Lanes value) { value.store(rows[k] + i % kPicked); }
  HWY_INLINE Lanes of(uint32_t k, size_t i) const { return Lanes::load(rows[k] + i % kPicked); }
};

// held_number. Where `fallback` is `low`, clamping is enough: it makes NaN the lower bound.
HWY_INLINE Lanes held_in(Lanes value, float low, float high, float fallback) {
  const bool is_low = ::std::bit_cast<uint32_t>(fallback) == ::std::bit_cast<uint32_t>(low);
  return is_low ? clamp(value, low, high) : held_number(value, low, high, fallback);
}

// The values of some lanes.
struct Rows {
  const KernelRows& rows;
  size_t i;

  HWY_INLINE Lanes held(uint32_t k, float low, float high, float fallback) const {
    return held_in(input(k), low, high, fallback);
  }
  HWY_INLINE Lanes input(uint32_t k) const { return Lanes::load_unaligned(rows.inputs[k] + i); }
  HWY_INLINE Lanes shared(uint32_t k) const { return rows.shared[k]; }
  // The candidates at hand, and the entities whose rows a program computed.
  HWY_INLINE Entities candidates() const { return {rows.candidates + i}; }
  HWY_INLINE Entities entities(Lanes number, uint32_t* at) const {
    return entities_of(number, rows.entities, at);
  }
  HWY_INLINE Lanes::Mask are_of(uint32_t k, Entities of) const { return are_of_kind(rows.columns[k], of); }
  // `are`: those of the kind that has the field.
  HWY_INLINE Lanes field(uint32_t k, Entities of, Lanes::Mask are, float low, float high,
                         float fallback) const {
    return select(are, held_in(picked_number(rows.columns[k], of), low, high, fallback), fallback);
  }
  HWY_INLINE Lanes byte_field(uint32_t k, Entities of, Lanes::Mask are, float high, float fallback) const {
    return held_byte(select(are, picked_byte(rows.columns[k], of), fallback), high, fallback);
  }
  // A position or facing: read_axis.
  HWY_INLINE Lanes axis(uint32_t k, Entities of, float far) const {
    const Lanes nobodys = *static_cast<const float*>(rows.columns[k].values);
    return held_number(picked_number(rows.columns[k], of), -far, far, nobodys);
  }
  HWY_INLINE void give(uint32_t k, Lanes value) const { value.store(rows.outputs[k] + i); }
};
