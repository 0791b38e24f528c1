#pragma once

#include <cstddef>
#include <cstdint>

#include "ishi/program.h"
#include "program/chunk.h"
#include "program/curve.h"

// What the loops of the vector machine have in common for all instruction sets: what comes before a loop is
// compiled once, not with each of them.

namespace ishi {

// The values that an elementwise loop goes through, each a row or one number for all lanes.
struct Operands {
  const float* at[3];
  size_t step[3];  // from lane to lane
  float* out;
  size_t lanes;
  // Behind the others, which all loops so reach by short instructions.
  alignas(64) float each[3][kLanes];

  void prepare(const Chunk& chunk, const Instruction& in, uint32_t count);
};
void run_loop(const Chunk& chunk, const Instruction& in, uint32_t operands, void (*loop)(const Operands&));

// The factors and terms of a compound.
struct CompoundOperands {
  const float* factors[Compound::kMost];
  const float* values[Compound::kMost];
  float weights[Compound::kMost];
  float* out;
  size_t lanes;
};
void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const CompoundOperands&));

// A curve and what it is computed of.
struct CurveOperands {
  const curves::Curve* curve;
  const float* x;
  float* out;
  size_t count;  // of the agents
};
void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const CurveOperands&));

// A curve of few rows as columns, so that a vector holds one value of all rows where they are not more than
// its lanes. No x is at or above that of the rows that fill it up; what else these hold is never used.
struct RowOperands {
  static constexpr uint32_t kMostWidth = 5;

  alignas(64) float columns[kMostWidth][curves::kMostRows];
  const curves::Curve* curve;
  uint32_t rows;
  const float* x;
  float* out;
  size_t lanes;
};
void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const RowOperands&));

// What reckons in double, lane by lane: such an elementwise operation, and any curve.
template <OperationCode kCode>
void run_by_lanes(const Chunk& chunk, const Instruction& in);
void run_curve_by_lanes(const Chunk& chunk, const Instruction& in);

}  // namespace ishi
