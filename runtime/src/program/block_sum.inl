// The loops that copy a snapshot and sum it up (snapshot/block_sum.h). program/machine.cpp includes it once
// for each instruction set.

using WordTag = hn::CappedTag<uint64_t, kBlockWords>;

template <typename Take>
HWY_INLINE void for_each_block(size_t blocks, BlockSum& sum, Take&& take) {
  const WordTag tag;
  constexpr size_t kWords = hn::MaxLanes(WordTag());
  constexpr size_t kVectors = kBlockWords / kWords;
  hn::Vec<WordTag> sums[kVectors], sums_of_sums[kVectors];
  for (size_t i = 0; i < kVectors; ++i) {
    sums[i] = hn::Load(tag, sum.sums + i * kWords);
    sums_of_sums[i] = hn::Load(tag, sum.sums_of_sums + i * kWords);
  }
  for (size_t block = 0; block < blocks; ++block) {
    for (size_t i = 0; i < kVectors; ++i) {
      sums[i] = hn::Add(sums[i], take(block * kBlockWords + i * kWords));
      sums_of_sums[i] = hn::Add(sums_of_sums[i], sums[i]);
    }
  }
  for (size_t i = 0; i < kVectors; ++i) {
    hn::Store(sums[i], tag, sum.sums + i * kWords);
    hn::Store(sums_of_sums[i], tag, sum.sums_of_sums + i * kWords);
  }
}

void copy_blocks(std::byte* to, const std::byte* from, size_t blocks, BlockSum& sum) {
  const WordTag tag;
  auto* const words_to = reinterpret_cast<uint64_t*>(to);
  const auto* const words_from = reinterpret_cast<const uint64_t*>(from);
  for_each_block(blocks, sum, [&](size_t word) HWY_ATTR {
    const auto words = hn::LoadU(tag, words_from + word);
    hn::StoreU(words, tag, words_to + word);
    return words;
  });
}

void sum_blocks(const std::byte* from, size_t blocks, BlockSum& sum) {
  const WordTag tag;
  const auto* const words = reinterpret_cast<const uint64_t*>(from);
  for_each_block(blocks, sum, [&](size_t word) HWY_ATTR { return hn::LoadU(tag, words + word); });
}
