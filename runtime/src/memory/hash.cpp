#include "memory/hash.h"

#include <bit>
#include <cstring>

namespace ishi {
namespace {

// Odd constants of splitmix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
constexpr uint64_t kStep = 0x9e3779b97f4a7c15u;
constexpr uint64_t kMixA = 0xbf58476d1ce4e5b9u;
constexpr uint64_t kMixB = 0x94d049bb133111ebu;

// A round of XXH64 (Collet, "xxHash fast digest algorithm"): the word is mixed before it meets the lane and
// the lane after it, so that no change of a few bits is undone by one in the next word.
uint64_t mix(uint64_t lane, uint64_t word) {
  constexpr uint64_t kPrime1 = 0x9e3779b185ebca87u;
  constexpr uint64_t kPrime2 = 0xc2b2ae3d27d4eb4fu;
  return std::rotl(lane + word * kPrime2, 31) * kPrime1;
}

uint64_t finish(uint64_t x) {
  x = (x ^ (x >> 30)) * kMixA;
  x = (x ^ (x >> 27)) * kMixB;
  return x ^ (x >> 31);
}

}  // namespace

uint64_t hash_bytes(std::span<const std::byte> bytes, uint64_t seed) {
  // Four lanes hide the latency of the multiplications.
  constexpr size_t kLanes = 4;
  uint64_t lanes[kLanes];
  for (size_t i = 0; i < kLanes; ++i) lanes[i] = seed + (i + 1) * kStep;
  for (size_t at = 0; at + sizeof lanes <= bytes.size(); at += sizeof lanes) {
    uint64_t words[kLanes];
    std::memcpy(words, bytes.data() + at, sizeof words);
    for (size_t i = 0; i < kLanes; ++i) lanes[i] = mix(lanes[i], words[i]);
  }
  uint64_t hash = finish(seed ^ bytes.size());
  for (const uint64_t lane : lanes) hash = finish(hash ^ lane);
  return hash;
}

uint64_t hash_word(uint64_t word, uint64_t seed) { return finish(mix(seed + kStep, word)); }

}  // namespace ishi
