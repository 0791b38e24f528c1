#pragma once

#include <cstddef>

#include "asset/asset_state.h"
#include "population/population_state.h"
#include "population/world_state.h"

namespace ishi::record {

// Calls visit(asset) for each asset of a world, once, in the order in which saves have them.
template <typename Visitor>
void for_each_asset(const World::State& world, Visitor&& visit) {
  for (size_t i = 0; i < world.populations.size(); ++i) {
    const Asset::State* const asset = world.populations[i]->asset;
    bool is_known = false;
    for (size_t k = 0; k < i; ++k) is_known = is_known || world.populations[k]->asset == asset;
    if (!is_known) visit(*asset);
  }
}

}  // namespace ishi::record
