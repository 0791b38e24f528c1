#pragma once

#include <random>
#include <utility>
#include <vector>

#include "ishi/save.h"
#include "navigation/grid_state.h"
#include "population/world_state.h"
#include "runtime/navigation/maps.h"
#include "runtime/navigation/walk_world.h"

// Many who walk to the same place over a map, and what each would find alone.

namespace ishi::testing {

struct CrowdOptions {
  uint32_t walkers = 100;
  raw::Navigation navigation{.id = id_of("navigation", "infantry")};
  uint32_t searches = 2;
};

struct Crowd : WalkWorld {
  Crowd(const Map& of, const CrowdOptions& options)
      : WalkWorld(spec(options), {.columns = of.columns,
                                  .rows = of.rows,
                                  .origin = {-0.5f, 0, -0.5f},
                                  .searches = options.searches}),
        map(of),
        navigation(options.navigation) {
    for (int32_t row = 0; row < static_cast<int32_t>(map.rows); ++row) {
      for (int32_t column = 0; column < static_cast<int32_t>(map.columns); ++column) put({column, row});
    }
  }
  static BodySpec spec(const CrowdOptions& options) {
    BodySpec spec = spec_of(walk_by(0), options.navigation);
    spec.capacity = options.walkers;
    return spec;
  }

  [[nodiscard]] static std::pair<int, int> cell_of(Vector3 at) {
    return {static_cast<int>(std::floor(at.x + 0.5f)), static_cast<int>(std::floor(at.z + 0.5f))};
  }
  // As the map has it by now.
  void put(CellPlace cell) {
    REQUIRE(
        world.set_cell(static_cast<uint32_t>(cell.column), static_cast<uint32_t>(cell.row), map.at(cell)));
  }
  [[nodiscard]] CellPlace open_cell(std::mt19937& random) const {
    for (;;) {
      const CellPlace cell{static_cast<int32_t>(random() % map.columns),
                           static_cast<int32_t>(random() % map.rows)};
      if (map.at(cell) != kImpassable) return cell;
    }
  }
  uint32_t send(CellPlace from, CellPlace to) {
    return spawn_at(static_cast<float>(from.column), static_cast<float>(from.row),
                    static_cast<float>(to.column), static_cast<float>(to.row));
  }
  void send_all(uint32_t count, CellPlace to, std::mt19937& random) {
    for (uint32_t i = 0; i < count; ++i) send(open_cell(random), to);
  }
  // A frame in which nobody is moved. The first way of each walker is kept.
  void stand(uint32_t expansions = 20'000) {
    walk_frame(0, expansions);
    ways.resize(population.capacity());
    for (uint32_t slot = 0; slot < population.capacity(); ++slot) {
      const Entity walker = population.agent_of(slot);
      if (ways[slot].end == Way::End::none && walker != kNobody) REQUIRE(population.way(walker, ways[slot]));
    }
  }
  [[nodiscard]] bool all_have_ways() const {
    for (uint32_t slot = 0; slot < population.capacity(); ++slot) {
      const bool is_there = cell_of(position(slot)) == cell_of(places.get(slot));
      if (!is_there && (slot >= ways.size() || ways[slot].end == Way::End::none)) return false;
    }
    return true;
  }
  // How many frames it took until everybody had a way.
  uint32_t wait(uint32_t expansions = 20'000) {
    uint32_t frames = 0;
    for (; !all_have_ways(); ++frames) {
      REQUIRE(frames < 20'000);
      stand(expansions);
    }
    return frames;
  }

  [[nodiscard]] uint32_t shared_searches() const {
    uint32_t count = 0;
    const GridState& state = *world.state()->grid;
    for (uint32_t i = 0; i < grid.searches; ++i) count += state.owners[i].is_shared() ? 1 : 0;
    return count;
  }
  // What each walker's own search finds, from how many cells in all, and how many walkers' ways are other
  // ones than that in what they cost or in how near to the place they come.
  struct Alone {
    uint64_t expansions = 0;
    uint32_t unreachable = 0, others = 0, cut = 0;
  };
  [[nodiscard]] Alone alone() const {
    TravelOptions options;
    options.diagonals = navigation.neighbours == 8;
    options.corners = navigation.corners != 0;
    options.steps = navigation.max_steps;
    options.turn_side = navigation.turn_side;
    options.turn_back = navigation.turn_back;
    const Travel travel(options);
    Alone alone;
    PathSearch search;
    REQUIRE(search.allocate(map.columns, map.rows));
    for (uint32_t slot = 0; slot < population.capacity(); ++slot) {
      const auto [start, place] = std::pair(cell_of(position(slot)), cell_of(places.get(slot)));
      if (start == place) continue;
      search.begin(map.grid(), travel,
                   {.start = {start.first, start.second}, .place = {place.first, place.second}});
      search.run(map.grid(), travel, 0xffffffff);
      alone.expansions += search.expanded();
      const bool is_reached = search.status() == PathStatus::reached;
      alone.unreachable += is_reached ? 0 : 1;
      // Of a long way no more than the beginning is kept.
      const bool is_cut = ways[slot].end == Way::End::part && search.way(map.grid(), {}) > ways[slot].steps;
      const bool is_same =
          ways[slot].end == (is_reached ? Way::End::place : Way::End::nearest) &&
          ways[slot].cost == static_cast<float>(search.cost()) / static_cast<float>(travel.unit);
      alone.cut += is_cut ? 1 : 0;
      alone.others += is_same || is_cut ? 0 : 1;
    }
    return alone;
  }

  // The world goes on as what a save of it gives.
  void save_and_load() {
    size_t size = 0;
    REQUIRE(world.save_size(size));
    std::vector<std::byte> bytes(size);
    REQUIRE(world.save(bytes, size));
    const Asset* const assets[] = {&asset};
    World loaded;
    Population of_loaded;
    Reload reload;
    REQUIRE(World::load({bytes.data(), size}, {.assets = assets, .strict = true}, loaded, {&of_loaded, 1},
                        reload));
    reload = {};
    world = std::move(loaded);
    population = of_loaded;
    fetch();
  }
  // Onto another asset, which must live on.
  void reload_onto(const Asset& other) {
    const AssetChange change{&asset, &other};
    Reload reload;
    REQUIRE(world.prepare_reload({&change, 1}, reload));
    REQUIRE(world.commit_reload(reload));
    fetch();
  }
  void fetch() {
    REQUIRE(Scratch::create(world, scratch));
    REQUIRE(population.column(id_of("blackboard", "place"), places));
    for (size_t i = 0; i < wants.size(); ++i)
      wants[i] = population.column<float>(id_of("blackboard", "want_" + std::to_string(i)));
  }

  Map map;
  std::vector<Way> ways;  // by slot, the first one of each
  raw::Navigation navigation;
};

}  // namespace ishi::testing
