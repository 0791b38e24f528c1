#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <set>
#include <utility>

#include "runtime/body_world.h"

// Agents that walk over the grid of a world; the test is the game, which moves them.

namespace ishi::testing {

inline constexpr uint32_t kColumns = 40, kRows = 30;

inline BodySpec spec_of(Body walk, raw::Navigation navigation = {id_of("navigation", "infantry")}) {
  BodySpec spec{.options = {{.body = sequence({std::move(walk)})}, {.body = sequence({wait(1000)})}},
                .node_events = 64,
                .navigations = {navigation}};
  return spec;
}

// If nothing else is said, the lowest corner is at (-0.5, -0.5), so that centres lie on whole metres.
struct WalkWorld : BodyWorld {
  explicit WalkWorld(const BodySpec& spec, uint32_t searches = 4)
      : WalkWorld(spec,
                  {.columns = kColumns, .rows = kRows, .origin = {-0.5f, 0, -0.5f}, .searches = searches}) {}
  WalkWorld(const BodySpec& spec, const GridOptions& options) : BodyWorld(spec), grid(options) {
    REQUIRE(world.create_grid(grid));
    REQUIRE(population.column(id_of("blackboard", "place"), places));
  }

  uint32_t spawn_at(float x, float z, float to_x, float to_z) {
    const uint32_t slot = spawn();
    REQUIRE(world.set_position(population.agent_of(slot), {x, 1, z}));
    places.set(slot, {to_x, 0, to_z});
    want(slot, 0);
    return slot;
  }
  void block(std::initializer_list<std::pair<uint32_t, uint32_t>> cells) {
    for (const auto& [column, row] : cells) REQUIRE(world.set_cell(column, row, kImpassableCell));
  }
  [[nodiscard]] Vector3 position(uint32_t slot) const {
    Vector3 at;
    REQUIRE(world.position(population.agent_of(slot), at));
    return at;
  }

  // Runs a frame, then moves all walkers toward their way points.
  void walk_frame(float metres = 0.25f, uint32_t expansions = 20'000) {
    begin_frame();
    think();
    act();
    REQUIRE(world.find_paths({.expansions = expansions}));
    REQUIRE(world.end_frame());
    for (const NodeEvent& event : commands.nodes) {
      if (AssetParts(asset).node(event.node).kind == NodeKind::walk &&
          event.agent == population.agent_of(watched))
        last_change = event.change;
    }
    for (uint32_t slot = 0; slot < population.capacity(); ++slot) {
      Vector3 to;
      if (!population.way_point(population.agent_of(slot), to)) continue;
      const Vector3 from = position(slot);
      REQUIRE(to.y == from.y);
      const float x = to.x - from.x, z = to.z - from.z, length = std::sqrt(x * x + z * z);
      if (length == 0) continue;
      const float part = std::min(metres / length, 1.0f);
      REQUIRE(world.set_position(population.agent_of(slot), {from.x + x * part, from.y, from.z + z * part}));
    }
  }
  // Until the walk has ended; how it did.
  NodeChange walk(uint32_t slot, uint32_t most_frames = 2000) {
    watched = slot;
    last_change = NodeChange::began;
    for (uint32_t i = 0; i < most_frames && last_change == NodeChange::began; ++i) {
      walk_frame();
      const Vector3 at = position(slot);
      uint32_t column = 0, row = 0;
      REQUIRE(world.cell_of(at, column, row));
      if (i > 0) REQUIRE(world.cells().at(column, row) != kImpassableCell);
      cells.insert({column, row});
    }
    return last_change;
  }

  GridOptions grid;
  PointColumn places;
  uint32_t watched = 0;  // whose walk it is
  NodeChange last_change = NodeChange::began;
  std::set<std::pair<uint32_t, uint32_t>> cells;
};

}  // namespace ishi::testing
