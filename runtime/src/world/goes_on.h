#pragma once

#include "population/world_state.h"

namespace ishi {

// An agent that hangs: it does something, and nothing will ever wake it (bodies/wakes.h). Nobody if there is
// none, which is always so between two frames, unless the runtime has a fault. Debug builds assert it at the
// end of each frame, replays report it. Linear in the nodes at work of all agents.
[[nodiscard]] EntityId find_hanging(const World::State& world);
// The same while other threads may report: between the two writes of a report its agent seems to hang. False if
// reports kept coming in. Needs a build without NDEBUG.
[[nodiscard]] bool is_anybody_hanging(const World::State& world);

}  // namespace ishi
