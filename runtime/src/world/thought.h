#pragma once

#include <cstdint>
#include <span>

#include "population/population_state.h"
#include "views/shared_values.h"

// One thought of a population, in the promised floating-point environment, which callers set.

namespace ishi {

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

// Ends a thought of a population whose jobs are over, and of the world with that of the last population.
void close_thought(Population::State& population);

// Grants what agents want that have thought, the highest rank first, then the highest score, then in the
// order of populations and slots. An agent that comes too late decides again, among what is left by then, and
// asks for that in its turn. Sorts those who ask; about as many decisions, 64 at once, as come too late. In
// the promised floating-point environment.
void grant_claims(World::State& world);

}  // namespace ishi
