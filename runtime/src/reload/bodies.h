#pragma once

#include <cstdint>

#include "ishi/reload.h"
#include "population/population_state.h"
#include "reload/agent_map.h"

// What agents are at, carried over to the next version of their asset.

namespace ishi {

// Ends what the next version does not have, in the old one, whose shared keys, events and pending ends take
// what comes of that.
void abort_lost_bodies(Population::State& population, const AgentMap& map, ReloadCounts& counts);
// How many tasks run on where nothing was lost.
[[nodiscard]] uint32_t count_tasks(const Population::State& population);
// Gives the new population the bodies that are left, the ends and events that wait, and indices of its own in
// columns that were copied.
void transfer_bodies(const Population::State& from, const AgentMap& map, Population::State& to,
                     ReloadCounts& counts);

}  // namespace ishi
