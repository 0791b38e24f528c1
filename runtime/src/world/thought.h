#pragma once

#include <cstdint>
#include <span>

#include "world/population_state.h"

// One thought of a population, in the promised floating-point environment, which callers set.

namespace ishi {

// A program, how it is run, and the values that agents have in common.
struct SharedProgram {
  std::span<const blob::Operation> program;
  const Schedule& schedule;
  std::span<float> values;
};

// The values of the constants, once and for all.
void compute_shared_constants(const Population::State& population, const SharedProgram& of);
void compute_shared_constants(Population::State& population);
// What agents have in common at this moment: the world's, the teams' and the profiles' values.
void compute_shared_values(const Population::State& population, const SharedProgram& of);
void compute_shared_values(Population::State& population);
// Runs all of a schedule for the agents of a chunk; `flags` has room for those of the schedule.
void run_schedule(Chunk& chunk, const Schedule& schedule, uint8_t* flags);
// Lets what an agent has chosen run, for a candidate or nobody.
void begin_chosen(Population::State& population, uint32_t slot, uint16_t option, EntityId candidate);

// Decides for the agents in `slots`, those of a job, and writes what runs. `memory` is a scratch's.
void decide(Population::State& population, std::span<const uint32_t> slots, std::byte* memory,
            uint32_t job = 0);
// Every operation of the program for the agent in `slot`. What is about members is as though there were none.
void explain_agent(const Population::State& population, uint32_t slot, std::span<float> values);
// The operations of the passes over a set for one of its members; `values` holds the others.
void explain_member(const Population::State& population, uint32_t slot, uint32_t set, uint32_t member,
                    std::span<float> values);

// Makes a choice for the agent in `slot` and keeps it. `values` has room for each operation of the program.
void choose(Population::State& population, uint32_t slot, uint32_t choice, std::span<float> values);

}  // namespace ishi
