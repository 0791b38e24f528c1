#pragma once

#include <array>
#include <cstdint>

// Random numbers that are a function of a counter and a key alone, so that no order of evaluation, no
// grouping and no thread changes one: Philox4x32-10 of Salmon, Moraes, Dror and Shaw, "Parallel random
// numbers: as easy as 1, 2, 3" (2011).

namespace ishi::chance {

using PhiloxCounter = std::array<uint32_t, 4>;
using PhiloxKey = std::array<uint32_t, 2>;

[[nodiscard]] constexpr PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  constexpr uint32_t kRounds = 10;
  constexpr uint64_t kFactors[] = {0xd2511f53, 0xcd9e8d57};
  constexpr uint32_t kWeyl[] = {0x9e3779b9, 0xbb67ae85};  // the golden ratio, and the root of 3 less 1
  for (uint32_t round = 0; round < kRounds; ++round) {
    const uint64_t first = kFactors[0] * counter[0];
    const uint64_t second = kFactors[1] * counter[2];
    counter = {static_cast<uint32_t>(second >> 32) ^ counter[1] ^ key[0], static_cast<uint32_t>(second),
               static_cast<uint32_t>(first >> 32) ^ counter[3] ^ key[1], static_cast<uint32_t>(first)};
    key[0] += kWeyl[0];
    key[1] += kWeyl[1];
  }
  return counter;
}

}  // namespace ishi::chance
