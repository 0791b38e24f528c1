#pragma once

#include <cstdint>

#include "blackboard/set_table.h"
#include "population/world_state.h"

// What the assets of a world have brought into it, found through the populations.

namespace ishi {

// A key of the teams or the world; null if no asset so far has it.
[[nodiscard]] const Variable* find_shared_key(const World::State& world, uint64_t id);
// Field `place` of the kind `thing`, counted from its first.
[[nodiscard]] const Variable* find_field(const World::State& world, uint64_t thing, uint32_t place);
// A field by its own id, which names its kind, too. Linear in the number of fields.
[[nodiscard]] const Variable* find_field(const World::State& world, uint64_t id);

}  // namespace ishi
