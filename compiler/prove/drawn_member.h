#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/model.h"

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

// The parts of a row of a test's `remembers` or `candidates` for some member of a set, "hp: 65" and "age:
// 2s": each of its fields is drawn from what the set declares, or has its default.
[[nodiscard]] std::vector<std::string> drawn_member(const Model& model, uint32_t set, Draws& draws);

}  // namespace ishi::compiler
