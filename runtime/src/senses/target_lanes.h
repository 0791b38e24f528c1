#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "ishi/types.h"
#include "memory/array.h"
#include "program/chunk.h"
#include "views/agents.h"

// A formula of a sense about many targets of one observer at once: lanes are targets. What does not depend on
// the target is computed once for the observer. The same operations as `sense_value` runs one after the
// other, and the same bits.

namespace ishi {

// How a formula is run so. Without a result it is not: it reads members of sets or levels, or it is the same
// for all targets.
struct TargetPlan {
  uint32_t formula = 0;
  Array<uint32_t> of_observer;  // the operations that are the same for all targets, in order
  Array<Instruction> steps;     // the others, each with a register of its own, in order
  uint32_t result = kNotFound;  // its register

  [[nodiscard]] bool any() const { return result != kNotFound; }
};

// Those that are judged together: by number, the row and the square of the distance.
struct TargetBatch {
  uint32_t rows[kChunkRows];
  float distance_squared[kChunkRows];
  uint32_t count = 0;
};

// Of fewer targets than that each is judged alone.
inline constexpr uint32_t kFewTargets = 3;

// Plans a formula of a population. False if there is no memory.
[[nodiscard]] bool plan_targets(const Agents& population, uint32_t formula, TargetPlan& plan);

// The bytes that `values_of_targets` takes for a plan, beside the values of the formula.
[[nodiscard]] size_t memory_of(const TargetPlan& plan);

// The values of the formula for an agent and the rows of up to kChunkRows targets, until `memory` is written
// again. `values` has room for the formula's operations, `memory` begins on a cache line.
[[nodiscard]] const float* values_of_targets(const Agents& population, const TargetPlan& plan, uint32_t slot,
                                             std::span<const uint32_t> targets, std::span<float> values,
                                             std::byte* memory);

}  // namespace ishi
