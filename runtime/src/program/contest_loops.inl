// The loops in which the options of a chunk compete. program/machine.cpp includes it once for each
// instruction set.

// More than what the products of denormals lose.
constexpr float kLeastHope = 1e-30f;

void hope(const Chunk& chunk, const Instruction& in) {
  const Lanes most = ::std::bit_cast<float>(in.parameter);
  const float inertia = chunk.selection.inertia;
  const Lanes more = (inertia > 0 ? inertia : 0) + kLeastHope;
  const float* const factors = chunk.lanes(in.operands[0]);
  const float* const best = chunk.lanes(in.operands[1]);
  float* const out = chunk.lanes(in.out);
  const size_t lanes = chunk.padded();
  for (size_t i = 0; i < lanes; i += kAtOnce) {
    const Lanes bound = Lanes::load(factors + i) * most + more;
    select(bound < Lanes::load(best + i), 0.0f, 1.0f).store(out + i);
  }
}

using LaneIntegers = hn::Vec<IntegerTag>;

HWY_INLINE LaneIntegers load_integers(const int32_t* at) { return hn::Load(IntegerTag(), at); }

template <bool kLastWinsTies, bool kAlike = false>
void compete(const Chunk& chunk, std::span<const Contestant> contestants) {
  const IntegerTag tag;
  const Lanes minimum = chunk.selection.minimum;
  const Lanes inertia = chunk.selection.inertia;
  Choice& choice = chunk.choice;
  for (size_t i = 0; i < chunk.count; i += kAtOnce) {
    const LaneIntegers running = load_integers(choice.running + i);
    LaneIntegers option = kAlike ? hn::Set(tag, Choice::kNone) : load_integers(choice.option + i);
    Lanes score = kAlike ? minimum : Lanes::load(choice.score + i);
    Lanes bar = minimum;
    int32_t rank = contestants.front().rank;
    const auto beats_locked = [&](int32_t its_rank) HWY_ATTR {
      const LaneIntegers locked = load_integers(choice.locked_rank + i);
      return Lanes::Mask{hn::RebindMask(FloatTag(), hn::Lt(locked, hn::Set(tag, its_rank)))};
    };
    for (const Contestant& contestant : contestants) {
      if (!kAlike && contestant.rank != rank) bar = minimum;
      rank = contestant.rank;
      const LaneIntegers its_option = hn::Set(tag, contestant.option);
      const Lanes::Mask runs = {hn::RebindMask(FloatTag(), hn::Eq(running, its_option))};
      const Lanes plain = Lanes::load(chunk.lanes(contestant.scores) + i);
      const Lanes s = contestant.has_inertia ? plain : plain + select(runs, inertia, 0.0f);
      Lanes::Mask better = kLastWinsTies ? (s >= bar) & (s > minimum) : s > bar;
      if (!kAlike && choice.has_locks) better = better & beats_locked(rank);
      bar = select(better, s, bar);
      if constexpr (!kAlike) score = select(better, s, score);
      option = hn::IfThenElse(hn::RebindMask(tag, better.raw), its_option, option);
    }
    (kAlike ? bar : score).store(choice.score + i);
    hn::Store(option, tag, choice.option + i);
  }
}
