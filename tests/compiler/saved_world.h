#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "ishi/ishi.h"

// A game of one asset that is saved and loaded: its world, populations and scratch are those of the loaded
// world afterwards, whose state is the same.

namespace ishi::compiler {

inline void save_and_load(const Asset& asset, World& world, std::span<Population> populations,
                          Scratch& scratch) {
  size_t bytes = 0;
  REQUIRE(world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(world.save(save, bytes));
  const uint64_t hash = world.state_hash();
  World again;
  const Asset* const assets[] = {&asset};
  Reload reload;
  std::vector<Population> made(populations.size());
  REQUIRE(World::load(save, {.assets = assets, .strict = true}, again, made, reload));
  REQUIRE(again.state_hash() == hash);
  world = std::move(again);
  std::ranges::copy(made, populations.begin());
  REQUIRE(Scratch::create(world, scratch));
}

}  // namespace ishi::compiler
