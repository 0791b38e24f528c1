#pragma once

#include <cstdint>

#include "population/population_state.h"
#include "recording_generated.h"

// The parts of the state that are compared when a recording is played again.

namespace ishi::record {

// A hash of the world's own state: what World::state_hash is of, without the populations.
[[nodiscard]] uint64_t hash_of_world(const World::State& world);
// A hash of a population's part of it.
[[nodiscard]] uint64_t hash_of_population(const Population::State& population);
// What a part of a frame has come to, when it has ended: who was in it, what they do, how much is told to the
// game.
[[nodiscard]] uint16_t digest_of(const Population::State& population, recording::Part part);

}  // namespace ishi::record
