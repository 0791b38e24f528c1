#pragma once

#include <cstdint>
#include <span>

#include "world/population_state.h"

// What the calls of acting share with those of the world.

namespace ishi {

// Aborts what an agent does that is about to go; the game is told in the next round.
void end_body(Population::State& population, uint32_t slot);

// Brings what jobs have written to shared keys and posted to where it goes, in the order in which they did.
void gather_outputs(Population::State& population, std::span<const Outputs> jobs);

// Runs the handlers of the events that the population has not seen.
void handle_events(Population::State& population);

// Brings what the populations wrote to shared keys into the keys, in the order of populations.
void apply_shared_writes(World::State& world);

}  // namespace ishi
