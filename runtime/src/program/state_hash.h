#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "program/block_sum.h"
#include "program/machine.h"

namespace ishi {

// Both sums of each place in one word.
[[nodiscard]] uint64_t hash_sum(const BlockSum& sum, uint64_t seed);

// A hash of the parts of a state, as quick as memory is read.
class StateHash {
 public:
  explicit StateHash(const Machine& machine) : machine_(machine) {}

  void add(std::span<const std::byte> part);
  [[nodiscard]] uint64_t value() const { return hash_sum(sum_, bytes_); }

 private:
  const Machine& machine_;
  BlockSum sum_;
  uint64_t bytes_ = 0;
};

}  // namespace ishi
