#pragma once

#include <cstddef>
#include <span>

#include "population/world_state.h"

namespace ishi {

// As World::save, between two frames, with the lists from whatever AllocatorScope there is.
[[nodiscard]] Status write_save(const World::State& world, std::span<std::byte> memory, size_t& bytes);

}  // namespace ishi
