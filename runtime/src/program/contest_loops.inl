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

// The contest of the lanes from `first` on: of several vectors, so that what is an option's is read once for them.
template <bool kLastWinsTies, bool kAlike, size_t kVectors>
HWY_INLINE void compete_from(const Chunk& chunk, std::span<const Contestant> contestants, size_t first) {
  const IntegerTag tag;
  const Lanes minimum = chunk.selection.minimum;
  const Lanes inertia = chunk.selection.inertia;
  Choice& choice = chunk.choice;
  LaneIntegers running[kVectors], option[kVectors];
  Lanes score[kVectors], bar[kVectors];
  for (size_t k = 0; k < kVectors; ++k) {
    const size_t i = first + k * kAtOnce;
    running[k] = load_integers(choice.running + i);
    option[k] = kAlike ? hn::Set(tag, Choice::kNone) : load_integers(choice.option + i);
    score[k] = kAlike ? minimum : Lanes::load(choice.score + i);
    bar[k] = minimum;
  }
  int32_t rank = contestants.front().rank;
  for (const Contestant& contestant : contestants) {
    const bool is_of_other_rank = !kAlike && contestant.rank != rank;
    rank = contestant.rank;
    const LaneIntegers its_option = hn::Set(tag, contestant.option);
    const float* const scores = chunk.lanes(contestant.scores) + first;
    for (size_t k = 0; k < kVectors; ++k) {
      if (is_of_other_rank) bar[k] = minimum;
      const Lanes::Mask runs = {hn::RebindMask(FloatTag(), hn::Eq(running[k], its_option))};
      const Lanes plain = Lanes::load(scores + k * kAtOnce);
      const Lanes s = contestant.has_inertia ? plain : plain + select(runs, inertia, 0.0f);
      Lanes::Mask better = kLastWinsTies ? (s >= bar[k]) & (s > minimum) : s > bar[k];
      if (!kAlike && choice.has_locks) {
        const LaneIntegers locked = load_integers(choice.locked_rank + first + k * kAtOnce);
        better = better & Lanes::Mask{hn::RebindMask(FloatTag(), hn::Lt(locked, hn::Set(tag, rank)))};
      }
      bar[k] = select(better, s, bar[k]);
      if constexpr (!kAlike) score[k] = select(better, s, score[k]);
      option[k] = hn::IfThenElse(hn::RebindMask(tag, better.raw), its_option, option[k]);
    }
  }
  for (size_t k = 0; k < kVectors; ++k) {
    const size_t i = first + k * kAtOnce;
    (kAlike ? bar : score)[k].store(choice.score + i);
    hn::Store(option[k], tag, choice.option + i);
  }
}

// The members at hand of agents that follow each other, each of a set of the agent's own: kernels::keep_best.
template <bool kLastWinsTies>
void keep_best(const Chunk& chunk, const Instruction& in) {
  const SetTable& table = chunk.binding.sets[in.set];
  const bool are_claimed = chunk.claims != nullptr && claims_entity(*chunk.claims, in.parameter);
  if (!chunk.contiguous || are_claimed || table.scope != Scope::agent || table.entity.packed == nullptr)
    return kernels::keep_best(kLastWinsTies)(chunk, in);
  const hn::Rebind<uint8_t, IntegerTag> bytes;
  const uint32_t first = chunk.slots[0];
  const float* const scores = chunk.lanes(in.operands[0]);
  float* const best = chunk.lanes(in.operands[1]);
  float* const members = chunk.lanes(in.operands[2]);
  const float* const running = chunk.lanes(in.out);
  const uint32_t* const ids = table.entity.packed + table.row(first, chunk.member);
  const uint8_t* const count = table.count + first;
  const auto member = static_cast<float>(chunk.member);
  const float raised = chunk.selection.inertia;
  const auto its_number = hn::Set(IntegerTag(), static_cast<int32_t>(chunk.member));
  size_t i = 0;
  for (; i + kAtOnce <= chunk.count; i += kAtOnce) {
    const auto runs = hn::Eq(hn::LoadU(BitsTag(), ids + i), bits_of(Lanes::load(running + i)).raw);
    const auto exists = hn::Gt(hn::PromoteTo(IntegerTag(), hn::LoadU(bytes, count + i)), its_number);
    const Lanes inertia = select(Lanes::Mask{hn::RebindMask(FloatTag(), runs)}, raised, 0.0f);
    const Lanes score = Lanes::load(scores + i) + inertia, before = Lanes::load(best + i);
    const Lanes::Mask wins = kLastWinsTies ? score >= before : score > before;
    const Lanes::Mask better = wins & Lanes::Mask{hn::RebindMask(FloatTag(), exists)};
    select(better, score, before).store(best + i);
    select(better, member, Lanes::load(members + i)).store(members + i);
  }
  for (; i < chunk.count; ++i) {
    const float score = scores[i] + (ids[i] == ::std::bit_cast<uint32_t>(running[i]) ? raised : 0.0f);
    const bool wins = kLastWinsTies ? score >= best[i] : score > best[i];
    if (!wins || chunk.member >= count[i]) continue;
    best[i] = score;
    members[i] = member;
  }
}

template <bool kLastWinsTies, bool kAlike = false>
void compete(const Chunk& chunk, std::span<const Contestant> contestants) {
  constexpr size_t kVectors = kAlike ? 2 : 1;
  size_t i = 0;
  for (; i + kVectors * kAtOnce <= chunk.count; i += kVectors * kAtOnce)
    compete_from<kLastWinsTies, kAlike, kVectors>(chunk, contestants, i);
  for (; i < chunk.count; i += kAtOnce) compete_from<kLastWinsTies, kAlike, 1>(chunk, contestants, i);
}
