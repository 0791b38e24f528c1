#pragma once

#include "ishi/status.h"
#include "population/world_state.h"

namespace ishi::save {

// Checks that the state that was read into a world is possible: every index, count, bit, node and list is one
// that it can have, so that nothing later reaches beyond what there is. save_invalid, `where`: 1 + the
// population, 0 for the world itself. Linear in the state.
[[nodiscard]] Status validate(const World::State& world);

}  // namespace ishi::save
