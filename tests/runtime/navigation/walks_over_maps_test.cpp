#include <array>
#include <cmath>
#include <random>
#include <vector>

#include "navigation/walks.h"
#include "runtime/navigation/maps.h"
#include "runtime/navigation/walk_world.h"

// Whoever walks over a map as the manual says asks for one way and walks it to its end, through no wall.

namespace ishi::testing::walks_over_maps_test {
namespace {

using namespace bodies;

constexpr uint32_t kMapColumns = 33, kMapRows = 25;

struct Walkers {
  const char* name;
  raw::Navigation navigation;
};

const std::vector<Walkers>& walkers() {
  static const uint64_t kId = id_of("navigation", "infantry");
  static const std::vector<Walkers> kWalkers = {
      {"four neighbours", {.id = kId}},
      {"eight, around corners", {.id = kId, .neighbours = 8, .corners = 0}},
      {"eight, across corners", {.id = kId, .neighbours = 8, .corners = 1}},
      {"eight, around corners, slow to turn",
       {.id = kId, .turn_side = 1, .turn_back = 2, .neighbours = 8, .corners = 0}},
      {"eight, across corners, slow to turn",
       {.id = kId, .turn_side = 1, .turn_back = 2, .neighbours = 8, .corners = 1}},
  };
  return kWalkers;
}

Map map_of(uint32_t kind, uint32_t seed) {
  switch (kind) {
    case 0: return Map::rooms(kMapColumns, kMapRows, seed);
    case 1: return Map::maze(kMapColumns, kMapRows, seed);
    default: return Map::scattered(kMapColumns, kMapRows, 25, 1, seed);
  }
}

struct Figures {
  uint32_t walks = 0, searches = 0, frames = 0, frames_in_walls = 0, unfinished = 0;
};

// Physics move a walker by up to so many metres off where it went, but into no wall.
void push(WalkWorld& w, uint32_t slot, float off_by, std::mt19937& random) {
  const auto off = [&] { return (static_cast<float>(random() % 201) / 100 - 1) * off_by; };
  const Vector3 from = w.position(slot);
  const Vector3 at{from.x + off(), from.y, from.z + off()};
  uint32_t column = 0, row = 0;
  const bool is_inside = static_cast<bool>(w.world.cell_of(at, column, row));
  if (!is_inside || w.world.cells().at(column, row) == kImpassableCell) return;
  REQUIRE(w.world.set_position(w.population.agent_of(slot), at));
}

// One after the other, at `metres` a frame, as the loop of the manual moves them.
void walk_over(const Map& map, const raw::Navigation& navigation, float metres, uint32_t walks, uint32_t seed,
               Figures& figures, float off_by = 0) {
  WalkWorld w(spec_of(walk_by(0), navigation),
              {.columns = map.columns, .rows = map.rows, .origin = {-0.5f, 0, -0.5f}});
  std::vector<std::pair<uint32_t, uint32_t>> open;
  for (uint32_t row = 0; row < map.rows; ++row) {
    for (uint32_t column = 0; column < map.columns; ++column) {
      const bool is_wall =
          map.cells[map.grid().index_of({static_cast<int32_t>(column), static_cast<int32_t>(row)})] ==
          kImpassable;
      if (is_wall) w.block({{column, row}});
      if (!is_wall) open.push_back({column, row});
    }
  }
  std::mt19937 random(seed);
  for (uint32_t i = 0; i < walks; ++i) {
    const auto& [x, z] = open[random() % open.size()];
    const auto& [to_x, to_z] = open[random() % open.size()];
    // Not from the centre of a cell, as agents seldom stand there.
    const auto off = [&] { return static_cast<float>(random() % 90) / 100 - 0.45f; };
    const uint32_t slot = w.spawn_at(static_cast<float>(x) + off(), static_cast<float>(z) + off(),
                                     static_cast<float>(to_x), static_cast<float>(to_z));
    w.watched = slot;
    w.last_change = NodeChange::began;
    const uint64_t before = w.world.path_counters().searches;
    Way way;
    bool is_reachable = true, is_whole = true;
    uint32_t frames = 0;
    for (; frames < 4000 && w.last_change == NodeChange::began && is_reachable; ++frames) {
      w.walk_frame(metres);
      if (off_by > 0) push(w, slot, off_by, random);
      REQUIRE(w.population.way(w.population.agent_of(slot), way));
      is_reachable = way.end != Way::End::nearest;
      is_whole = is_whole && way.end != Way::End::part;
      uint32_t column = 0, row = 0;
      REQUIRE(w.world.cell_of(w.position(slot), column, row));
      figures.frames_in_walls += w.world.cells().at(column, row) == kImpassableCell ? 1 : 0;
      ++figures.frames;
    }
    const bool walks_far = (x != to_x || z != to_z) && is_reachable && is_whole;
    if (walks_far) {
      ++figures.walks;
      figures.searches += static_cast<uint32_t>(w.world.path_counters().searches - before);
      figures.unfinished += w.last_change == NodeChange::completed ? 0 : 1;
    }
    REQUIRE(w.population.despawn(w.population.agent_of(slot)));
  }
}

}  // namespace

TEST_CASE("one search is enough for a walk, and no frame of it is in a wall") {
  for (uint32_t map = 0; map < 3; ++map) {
    Figures all;
    for (const Walkers& kind : walkers()) {
      Figures figures;
      for (const float metres : {0.1f, 0.23f, 0.7f})
        walk_over(map_of(map, 7 + map), kind.navigation, metres, 16, 40 + map, figures);
      INFO(kind.name << " over map " << map << ": " << figures.walks << " walks, " << figures.frames
                     << " frames");
      CHECK(figures.walks > 20);
      CHECK(figures.searches == figures.walks);
      CHECK(figures.frames_in_walls == 0);
      CHECK(figures.unfinished == 0);
      all.walks += figures.walks;
      all.searches += figures.searches;
      all.frames += figures.frames;
    }
    constexpr const char* kNames[] = {"rooms", "a maze", "scattered walls"};
    WARN("over " << kNames[map] << ": " << all.walks << " walks of " << all.frames << " frames, "
                 << static_cast<double>(all.searches) / all.walks << " searches a walk");
  }
}

TEST_CASE("who cuts a corner between two walls goes through the corner itself") {
  raw::Navigation navigation{.id = id_of("navigation", "infantry"), .neighbours = 8, .corners = 1};
  for (int from = 0; from < 16; ++from) {
    WalkWorld w(spec_of(walk_by(0), navigation));
    w.block({{5, 4}, {4, 5}});
    const float x = 4 + static_cast<float>(from % 4) * 0.29f - 0.43f,
                z = 4 + static_cast<float>(from / 4) * 0.29f - 0.43f;
    const uint32_t slot = w.spawn_at(x, z, 5, 5);
    CHECK(w.walk(slot) == NodeChange::completed);  // which looks where the agent is in each frame
    CHECK(w.world.path_counters().searches == 1);
  }
}

TEST_CASE("a walker that physics keep off walls gets around a corner, at every distance") {
  // A round body beside one wall: it never comes to the corner itself.
  for (const float radius : {0.02f, 0.1f, 0.2f, 0.3f}) {
    for (uint32_t corner = 0; corner < 8; ++corner) {
      for (int from = 0; from < 25; ++from) {
        CAPTURE(radius, corner, from);
        const int right = (corner & 1) != 0 ? 1 : -1, ahead = (corner & 2) != 0 ? 1 : -1;
        WalkWorld w(
            spec_of(walk_by(0), {.id = id_of("navigation", "infantry"), .neighbours = 8, .corners = 1}));
        const int wall_x = (corner & 4) != 0 ? 10 + right : 10, wall_z = (corner & 4) != 0 ? 10 : 10 + ahead;
        w.block({{static_cast<uint32_t>(wall_x), static_cast<uint32_t>(wall_z)}});
        const auto push_off = [&](float& x, float& z) {
          const float near_x =
              std::clamp(x, static_cast<float>(wall_x) - 0.5f, static_cast<float>(wall_x) + 0.5f);
          const float near_z =
              std::clamp(z, static_cast<float>(wall_z) - 0.5f, static_cast<float>(wall_z) + 0.5f);
          const float off = std::sqrt((x - near_x) * (x - near_x) + (z - near_z) * (z - near_z));
          if (off >= radius || off == 0) return;
          x = near_x + (x - near_x) / off * radius;
          z = near_z + (z - near_z) / off * radius;
        };
        float x = 10 + static_cast<float>(from % 5) * 0.22f - 0.44f,
              z = 10 + static_cast<float>(from / 5) * 0.22f - 0.44f;
        push_off(x, z);
        const uint32_t slot =
            w.spawn_at(x, z, static_cast<float>(10 + 3 * right), static_cast<float>(10 + 3 * ahead));
        w.watched = slot;
        w.last_change = NodeChange::began;
        for (int frame = 0; frame < 200 && w.last_change == NodeChange::began; ++frame) {
          Vector3 to;
          w.walk_frame(0);
          if (!w.population.way_point(w.population.agent_of(slot), to)) continue;
          const float far = std::sqrt((to.x - x) * (to.x - x) + (to.z - z) * (to.z - z));
          const float part = far > 0.13f ? 0.13f / far : 1.0f;
          x += (to.x - x) * part;
          z += (to.z - z) * part;
          push_off(x, z);
          REQUIRE(w.world.set_position(w.population.agent_of(slot), {x, 1, z}));
        }
        REQUIRE(w.last_change == NodeChange::completed);
        REQUIRE(w.world.path_counters().searches == 1);
      }
    }
  }
}

TEST_CASE("walkers whose steps are off by a little go on and ask no more") {
  for (const Walkers& kind : walkers()) {
    for (uint32_t map = 0; map < 3; ++map) {
      CAPTURE(kind.name, map);
      Figures figures;
      walk_over(map_of(map, 27 + map), kind.navigation, 0.2f, 24, 60 + map, figures, 0.06f);
      CHECK(figures.walks > 8);
      CHECK(figures.unfinished == 0);
      CHECK(figures.searches == figures.walks);
    }
  }
}

TEST_CASE("one search is enough past a wall, also for the move phase") {
  // Ten by ten cells, a wall of three: the way turns beside it.
  const bool moves = GENERATE(false, true);
  CAPTURE(moves);
  WalkWorld w(
      spec_of(walk_by(0), {.id = id_of("navigation", "infantry"), .neighbours = 8, .corners = 0, .speed = 1}),
      {.columns = 10, .rows = 10, .origin = {-0.5f, 0, -0.5f}});
  w.block({{1, 4}, {2, 4}, {3, 4}});
  const uint32_t slot = w.spawn_at(1, 3, 7, 6);
  w.watched = slot;
  w.last_change = NodeChange::began;
  for (int frame = 0; frame < 200 && w.last_change == NodeChange::began; ++frame) {
    if (!moves) {
      w.walk_frame(0.1f);
      continue;
    }
    w.begin_frame();
    w.think();
    w.act();
    REQUIRE(w.world.find_paths({.expansions = 20'000}));
    MoveBatch batch;
    std::span<const Move> all;
    REQUIRE(w.population.begin_move({}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(w.population.move(batch, job, w.scratch));
    REQUIRE(w.population.end_move(batch, all));
    const std::vector<Move> made(all.begin(), all.end());
    Vector3 to;
    const bool has_point = w.population.way_point(w.population.agent_of(slot), to);
    REQUIRE(w.world.end_frame());
    for (const NodeEvent& event : w.commands.nodes) {
      if (AssetParts(w.asset).node(event.node).kind == NodeKind::walk) w.last_change = event.change;
    }
    for (const Move& move : made) {
      const Vector3 at = w.position(slot);
      const float far =
          has_point ? std::sqrt((to.x - at.x) * (to.x - at.x) + (to.z - at.z) * (to.z - at.z)) : 0.0f;
      const float metres = std::min(0.1f * move.speed, far);
      REQUIRE(w.world.set_position(move.agent,
                                   {at.x + move.heading.x * metres, at.y, at.z + move.heading.z * metres}));
    }
  }
  CHECK(w.last_change == NodeChange::completed);
  CHECK(w.world.path_counters().searches == 1);
}

TEST_CASE(
    "who is pushed into the cell beside a diagonal step goes on, and who is pushed further off asks again") {
  raw::Navigation navigation{.id = id_of("navigation", "infantry"), .neighbours = 8, .corners = 0};
  for (const bool far : {false, true}) {
    WalkWorld w(spec_of(walk_by(0), navigation));
    const uint32_t slot = w.spawn_at(2, 2, 12, 12);
    w.walk_frame(0);
    REQUIRE(w.world.set_position(w.population.agent_of(slot), {far ? 7.0f : 3.0f, 1, 2}));
    CHECK(w.walk(slot) == NodeChange::completed);
    CHECK(w.world.path_counters().searches == (far ? 2 : 1));
  }
}

TEST_CASE("a way says how long it is, what it costs and where it ends") {
  WalkWorld w(spec_of(walk_by(0)));
  for (uint32_t row = 0; row < kRows; ++row) w.block({{20, row}});
  const uint32_t near = w.spawn_at(2, 2, 9, 2), beyond = w.spawn_at(18, 2, 30, 2);
  Way way;
  REQUIRE(w.population.way(w.population.agent_of(near), way));
  CHECK(way.end == Way::End::none);
  CHECK_FALSE(way.is_asked);
  w.begin_frame();
  w.think();
  w.act();
  REQUIRE(w.population.way(w.population.agent_of(near), way));
  CHECK(way.end == Way::End::none);
  CHECK(way.is_asked);
  REQUIRE(w.world.end_frame());
  w.walk_frame(0);
  REQUIRE(w.population.way(w.population.agent_of(near), way));
  CHECK(way.end == Way::End::place);
  CHECK(way.steps == 7);
  CHECK(way.cost == 7);
  CHECK_FALSE(way.is_asked);
  REQUIRE(w.population.way(w.population.agent_of(beyond), way));
  CHECK(way.end == Way::End::nearest);
  CHECK(way.steps == 1);
  CHECK(w.population.way(w.population.agent_of(w.population.capacity()), way).code ==
        StatusCode::stale_handle);
}

TEST_CASE("a long straight way is kept whole, and of any way 128 steps at least") {
  {
    WalkWorld w(spec_of(walk_by(0)), {.columns = 2500, .rows = 4, .origin = {-0.5f, 0, -0.5f}});
    const uint32_t slot = w.spawn_at(0, 1, 2400, 1);
    w.walk_frame(0);
    Way way;
    REQUIRE(w.population.way(w.population.agent_of(slot), way));
    CHECK(way.steps == 2048);
    CHECK(way.end == Way::End::part);
    CHECK(w.walk(slot, 12'000) == NodeChange::completed);
    CHECK(w.world.path_counters().searches == 2);
  }
  // Whatever directions follow each other, what is kept is read again.
  std::mt19937 random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    std::vector<uint8_t> directions;
    const uint32_t longest = 1U << random() % 12;
    while (directions.size() < 3000)
      directions.insert(directions.end(), 1 + random() % longest, static_cast<uint8_t>(random() % 8));
    WalkState kept;
    kept.steps = static_cast<uint16_t>(kept.keep(directions));
    REQUIRE(kept.steps >= 128);
    REQUIRE(kept.steps <= kMostWaySteps);
    uint32_t read = 0;
    WayReader way(kept);
    REQUIRE(way.is_sound());
    for (; !way.is_at_end(); way.advance()) {
      REQUIRE(way.direction() == directions[read++]);
      if (random() % 64 != 0) continue;
      way.put_to(kept);  // as a walker that has come so far
      const WayReader again(kept);
      REQUIRE(again.direction() == way.direction());
    }
    REQUIRE(read == kept.steps);
  }
}

}  // namespace ishi::testing::walks_over_maps_test
