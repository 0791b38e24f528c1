#pragma once

#include <cstdint>

#include "ishi/world.h"

namespace ishi {

// A hash of all that a raw snapshot says nothing of, but that gives its bytes a meaning: this runtime's
// formats and the order of bytes in a word; the world's and the grid's options; of each population, in order,
// its asset's content, its agent, its options and where its columns lie. Equal for worlds that were made in
// the same way. The first time for an asset it reads its blob; else linear in the populations.
[[nodiscard]] uint64_t layout_of(const World::State& world);

}  // namespace ishi
