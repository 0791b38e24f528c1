#include "program/state_hash.h"

#include <cstring>

#include "memory/hash.h"

namespace ishi {

uint64_t hash_sum(const BlockSum& sum, uint64_t seed) {
  uint64_t hash = seed;
  for (const uint64_t word : sum.sums) hash = hash_word(word, hash);
  for (const uint64_t word : sum.sums_of_sums) hash = hash_word(word, hash);
  return hash;
}

void StateHash::add(std::span<const std::byte> part) {
  const size_t blocks = part.size() / kBlockBytes;
  const size_t whole = blocks * kBlockBytes;
  machine_.sum_blocks(part.data(), blocks, sum_);
  bytes_ += part.size();
  if (whole == part.size()) return;
  std::byte last[kBlockBytes] = {};
  std::memcpy(last, part.data() + whole, part.size() - whole);
  machine_.sum_blocks(last, 1, sum_);
}

}  // namespace ishi
