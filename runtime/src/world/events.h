#pragma once

#include "population/world_state.h"
#include "views/events.h"

namespace ishi {

// Forgets the events that all populations have handled, at the end of a frame.
void forget_events(World::State& world);

}  // namespace ishi
