#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"
#include "ishi/program.h"
#include "memory/array.h"

// What most scores end with: a product of a few values times a weighted sum of a few others. Operations that
// make one are run as one instruction, whose inner values never leave the processor; each is rounded as
// before.

namespace ishi {

struct Compound {
  static constexpr uint32_t kMost = 4;  // factors, and terms
  static constexpr uint32_t kNone = 0xffff'ffff;

  // A value times a weight: the value of a constant operation, or 1; subtracted if it is `negative`.
  struct Term {
    uint32_t value = 0;
    uint32_t weight = kNone;
    bool negative = false;
  };

  // ((a * b) * (c * d)) * (((t + u) + v) + w), without those there are none of; one factor alone has a sum.
  // Values are operations of the program, and registers in a schedule.
  uint32_t factors[kMost] = {};
  Term terms[kMost] = {};
  uint32_t factor_count = 0;
  uint32_t term_count = 0;  // 0: no sum

  // Calls `visit` with each value that is read.
  template <typename Visitor>
  void each_value(Visitor&& visit) const {
    for (uint32_t i = 0; i < factor_count; ++i) visit(factors[i]);
    for (uint32_t i = 0; i < term_count; ++i) visit(terms[i].value);
  }
};

// Of a program: which operations are the last of a compound, and which are inside of one.
struct Compounds {
  static constexpr uint32_t kInside = 0xffff'fffe;

  Array<Compound> list;
  Array<uint32_t> of;  // by operation: its compound, kInside, or Compound::kNone

  // `uses` counts, by operation, what reads it, scores and what is kept included. Only operations of agents
  // are compounded. False if there is no memory. Linear in the operations.
  [[nodiscard]] bool find(std::span<const blob::Operation> program, std::span<const Domain> domains,
                          std::span<const uint32_t> uses);
};

}  // namespace ishi
