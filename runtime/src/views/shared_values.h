#pragma once

#include <cstdint>
#include <span>

#include "program/chunk.h"
#include "views/agents.h"

// Values that agents have in common, and running a schedule. In the promised floating-point environment,
// which callers set.

namespace ishi {

// A program, how it is run, and the values that agents have in common.
struct SharedProgram {
  std::span<const blob::Operation> program;
  const Schedule& schedule;
  std::span<float> values;
};

// The values of the constants, once and for all.
void compute_shared_constants(const Agents& population, const SharedProgram& of);
void compute_shared_constants(Agents& population);
// Computes what agents have in common at this moment: the world's, the teams' and the profiles' values.
void compute_shared_values(const Agents& population, const SharedProgram& of);
void compute_shared_values(Agents& population);
// Runs all of a schedule for the agents of a chunk; `flags` has room for those of the schedule.
void run_schedule(Chunk& chunk, const Schedule& schedule, uint8_t* flags);
}  // namespace ishi
