#pragma once

#include "bodies/acting.h"
#include "ishi/population.h"
#include "population/population_state.h"
#include "population/world_state.h"

namespace ishi::record {

// Lets an agent think with the next thought of its population, as an event does that wakes it. Between two
// frames. Errors: those of handles, wrong_phase.
[[nodiscard]] inline Status think_now(Population& population, const Entity& agent) {
  uint32_t slot = 0;
  if (const Status status = population.slot_of(agent, slot); !status) return status;
  Population::State& p = *population.state();
  if (p.world->in_frame) return {StatusCode::wrong_phase, 0};
  Acting::raise(p.acting.think_now, slot);
  return {};
}

}  // namespace ishi::record
