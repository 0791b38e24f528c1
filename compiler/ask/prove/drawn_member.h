#pragma once

#include <cstdint>

#include "model/model.h"
#include "prove/member_row.h"

namespace ishi::compiler {

// Draws the same numbers each time (S. Vigna's SplitMix64).
class Draws {
 public:
  explicit Draws(uint64_t seed) : state_(seed) {}

  [[nodiscard]] uint64_t next();
  // A number from 0 on below `count`.
  [[nodiscard]] uint32_t below(uint32_t count) { return static_cast<uint32_t>((next() >> 32) % count); }
  // A number of the range: one of its ends in a quarter of all cases each, else one between them.
  [[nodiscard]] float within(float low, float high);

 private:
  uint64_t state_;
};

// Some member of a set: each of its fields has a value that the set allows, or its default.
[[nodiscard]] MemberRow drawn_member(const Model& model, uint32_t set, Draws& draws);

}  // namespace ishi::compiler
