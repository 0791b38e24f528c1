// The loops over pairs of an agent and a member of a set that all agents share (views/member_pairs.h).
// program/machine.cpp includes it once for each instruction set.

// Returns the number of near members, and their bits in `words`.
uint32_t find_near(const NearMembers& members, const float* at, float most, uint64_t* words) {
  const Lanes limit = most;
  uint32_t count = 0;
  for (size_t first = 0; first < members.count; first += 64) {
    uint64_t bits = 0;
    for (size_t i = first; i < members.count && i < first + 64; i += kAtOnce) {
      Lanes squared = 0.0f;
      for (uint32_t k = 0; k < members.axis_count; ++k) {
        const Lanes along = Lanes::load(members.axes[k] + i) - Lanes(at[k]);
        squared = squared + along * along;
      }
      uint8_t near[8] = {};
      hn::StoreMaskBits(FloatTag(), (squared <= limit).raw, near);
      uint64_t its_bits = 0;
      __builtin_memcpy(&its_bits, near, sizeof its_bits);
      bits |= its_bits << (i - first);
    }
    const size_t left = members.count - first;
    if (left < 64) bits &= (uint64_t{1} << left) - 1;
    words[first / 64] = bits;
    count += static_cast<uint32_t>(__builtin_popcountll(bits));
  }
  return count;
}

uint32_t list_near(uint64_t bits, const uint32_t* rows, uint32_t* out) {
  uint32_t count = 0;
  for (; bits != 0; bits &= bits - 1) out[count++] = rows[__builtin_ctzll(bits)];
  return count;
}

void spread_runs(const float* from, const PairRun* runs, uint32_t count, float* to) {
  for (uint32_t run = 0; run < count; ++run) {
    const Lanes value = from[runs[run].lane];
    for (size_t i = runs[run].first; i < runs[run].end; i += kAtOnce) hn::StoreU(value.raw, FloatTag(), to + i);
  }
}

template <bool kLastWinsTies>
PairBest best_of_run(const float* scores, uint32_t count) {
  const IntegerTag tag;
  const auto most = hn::Set(tag, static_cast<int32_t>(count));
  Lanes best = -std::numeric_limits<float>::infinity();
  auto number = hn::Set(tag, 0), at = hn::Iota(tag, 0);
  for (size_t i = 0; i < count; i += kAtOnce) {
    const Lanes score = Lanes::load_unaligned(scores + i);
    const Lanes::Mask wins = kLastWinsTies ? score >= best : score > best;
    const Lanes::Mask better = wins & Lanes::Mask{hn::RebindMask(FloatTag(), hn::Lt(at, most))};
    best = select(better, score, best);
    number = hn::IfThenElse(hn::RebindMask(tag, better.raw), at, number);
    at = hn::Add(at, hn::Set(tag, static_cast<int32_t>(kAtOnce)));
  }
  alignas(64) float of[kAtOnce];
  alignas(64) int32_t numbers[kAtOnce];
  best.store(of);
  hn::Store(number, tag, numbers);
  PairBest found{of[0], static_cast<uint32_t>(numbers[0])};
  for (size_t k = 1; k < kAtOnce; ++k) {
    const auto its = static_cast<uint32_t>(numbers[k]);
    const bool is_nearer = kLastWinsTies ? its > found.number : its < found.number;
    if (of[k] > found.score || (of[k] == found.score && is_nearer)) found = {of[k], its};
  }
  return found;
}
