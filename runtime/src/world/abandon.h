#pragma once

#include "population/world_state.h"

namespace ishi {

// Ends the parts of a frame that populations have begun and the game does not end. What jobs have done stays
// done; agents of jobs that nobody took think or act in the next frame. The game is not told which tasks a
// round has started: they count as failed. Its other ends and events come with the next round. No job may run
// meanwhile.
void abandon_parts(World::State& world);

}  // namespace ishi
