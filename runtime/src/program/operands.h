#pragma once

#include <cstddef>
#include <cstdint>

#include "ishi/program.h"
#include "program/chunk.h"

// What the loops of the vector machine have in common for all instruction sets.

namespace ishi {

// The values that an elementwise loop goes through, each a row or one number for all lanes.
struct Operands {
  alignas(64) float each[3][kLanes];
  const float* at[3];
  size_t step[3];  // from lane to lane

  void prepare(const Chunk& chunk, const Instruction& in, uint32_t count);
};

// What reckons in double, lane by lane: such an elementwise operation, and any curve.
template <OperationCode kCode>
void run_by_lanes(const Chunk& chunk, const Instruction& in);
void run_curve_by_lanes(const Chunk& chunk, const Instruction& in);

}  // namespace ishi
