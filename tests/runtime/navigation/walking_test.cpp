#include <array>
#include <cmath>
#include <cstdlib>
#include <random>

#include "runtime/allocations.h"
#include "runtime/navigation/walk_world.h"

// How agents get to where they walk to.

namespace ishi::testing::walking_test {
namespace {

using namespace bodies;

TEST_CASE("an agent walks to a place, around what blocks the way") {
  WalkWorld w(spec_of(walk_by(0)));
  for (uint32_t row = 0; row < 20; ++row) w.block({{5, row}});
  const uint32_t slot = w.spawn_at(2, 2, 9, 3);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.position(slot).x > 8.4f);
  CHECK(w.cells.size() > 30);
  CHECK(w.world.path_counters().found == 1);
  CHECK(w.world.path_counters().waiting == 0);
}

TEST_CASE("nobody who has arrived has a way point") {
  WalkWorld w(spec_of(sequence({walk_by(0), wait(1000)})));
  const uint32_t slot = w.spawn_at(2, 2, 5, 2);
  w.walk_frame();
  Vector3 at;
  CHECK(w.population.way_point(w.population.agent_of(slot), at));
  CHECK(at.x == 3);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK_FALSE(w.population.way_point(w.population.agent_of(slot), at));
  uint32_t count = 9;
  REQUIRE(w.population.path(w.population.agent_of(slot), {}, count));
  CHECK(count == 0);
}

TEST_CASE("a way can be drawn") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 5, 2);
  w.walk_frame(0);
  std::array<Vector3, 3> points;
  uint32_t count = 0;
  REQUIRE(w.population.path(w.population.agent_of(slot), points, count));
  REQUIRE(count == 3);
  CHECK(points[0].x == 3);
  CHECK(points[2].x == 5);
  CHECK(points[2].y == 1);
  CHECK(points[2].z == 2);
  CHECK(w.population.path(w.population.agent_of(slot), {points.data(), 2}, count).code ==
        StatusCode::buffer_too_small);
  CHECK(count == 3);
}

TEST_CASE("an agent that is there already has nothing to walk") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 2.4f, 1.7f);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.world.path_counters().searches == 0);
}

TEST_CASE("without a grid, or outside of it, a walk fails at once") {
  SECTION("without") {
    BodyWorld w(spec_of(walk_by(0)));
    const uint32_t slot = w.spawn();
    w.want(slot, 0);
    w.step();
    CHECK(w.population.act_counters().failed_options == 1);
    w.begin_frame();
    CHECK(w.world.find_paths().code == StatusCode::no_grid);
  }
  SECTION("outside") {
    WalkWorld w(spec_of(walk_by(0)));
    CHECK(w.walk(w.spawn_at(5, 5, 6, 6), 1) == NodeChange::began);
    const uint32_t slot = w.spawn_at(-3, 2, 5, 2);
    w.begin_frame();
    w.think();
    w.act();
    CHECK(w.population.act_counters().failed_options == 1);
    REQUIRE(w.world.end_frame());
    REQUIRE(w.world.set_position(w.population.agent_of(slot), {std::nanf(""), 0, std::nanf("")}));
    w.walk_frame();
  }
}

TEST_CASE("a place that cannot be reached: as near as it goes, then the walk fails") {
  WalkWorld w(spec_of(walk_by(0)));
  w.block({{8, 9}, {9, 8}, {10, 9}, {9, 10}});
  const uint32_t slot = w.spawn_at(2, 9, 9, 9);
  CHECK(w.walk(slot) == NodeChange::failed);
  CHECK(std::fabs(w.position(slot).x - 7) < 0.6f);
  CHECK(w.world.path_counters().unreachable == 2);
}

TEST_CASE("a place outside of the grid cannot be reached: to the nearest cell, then the walk fails") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(34, 2, 60, 2);
  CHECK(w.walk(slot) == NodeChange::failed);
  CHECK(w.position(slot).x > 38.4f);
  CHECK(w.world.path_counters().found == 0);
  CHECK(w.world.path_counters().unreachable == 2);
}

TEST_CASE("with few steps at a time an agent still arrives") {
  WalkWorld w(spec_of(walk_by(0), {.id = id_of("navigation", "infantry"), .max_steps = 5}));
  const uint32_t slot = w.spawn_at(2, 2, 30, 20);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.world.path_counters().searches > 5);
}

TEST_CASE("a way of more than 128 steps that goes straight for long is kept whole") {
  WalkWorld w(spec_of(walk_by(0)));
  // A corridor to and fro.
  for (uint32_t row = 1; row < kRows; row += 2) {
    for (uint32_t column = 0; column < kColumns; ++column) {
      const uint32_t door = row % 4 == 1 ? kColumns - 1 : 0;
      if (column != door) w.block({{column, row}});
    }
  }
  const uint32_t slot = w.spawn_at(0, 0, 0, 8);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.cells.size() > 160);
  CHECK(w.world.path_counters().searches == 1);
}

TEST_CASE("a place that moves is followed") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 30, 2);
  for (uint32_t i = 0; i < 20; ++i) w.walk_frame();
  CHECK(w.position(slot).x > 5);
  w.places.set(slot, {6, 0, 20});
  w.walk_frame();
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(std::fabs(w.position(slot).z - 20) < 0.6f);
}

TEST_CASE("a way that is blocked on the way is searched anew") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 12, 2);
  for (uint32_t i = 0; i < 8; ++i) w.walk_frame();
  SECTION("by one cell") { w.block({{8, 2}}); }
  SECTION("by many at once") {
    GridCells cells = w.world.cells();
    for (uint32_t row = 0; row < 10; ++row) cells.at(8, row) = kImpassableCell;
    REQUIRE(w.world.cells_changed());
  }
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.world.path_counters().searches == 2);
}

TEST_CASE("what is blocked elsewhere changes no way") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 12, 2);
  for (uint32_t i = 0; i < 8; ++i) w.walk_frame();
  w.block({{30, 20}});
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.world.path_counters().searches == 1);
}

TEST_CASE("a way across a corner that is built up meanwhile is searched anew by who cuts no corners") {
  const bool cuts = GENERATE(false, true);
  const uint8_t corners = cuts ? 1 : 0;
  WalkWorld w(
      spec_of(walk_by(0), {.id = id_of("navigation", "infantry"), .neighbours = 8, .corners = corners}));
  const uint32_t slot = w.spawn_at(2, 2, 8, 8);
  w.walk_frame(0);
  SECTION("on one side") { w.block({{4, 5}}); }
  SECTION("on the other side") { w.block({{5, 4}}); }
  SECTION("where it is") { w.block({{2, 3}, {3, 2}}); }
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.world.path_counters().searches == (cuts ? 1 : 2));
}

TEST_CASE("who is pushed off the way finds another one") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 20, 2);
  for (uint32_t i = 0; i < 8; ++i) w.walk_frame();
  REQUIRE(w.world.set_position(w.population.agent_of(slot), {6, 1, 20}));
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("who is off the grid while ways are found asks again when it is back") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 20, 2);
  SECTION("without a way") {}
  SECTION("with the way to where the place was") {
    w.walk_frame();
    w.places.set(slot, {20, 0, 9});
  }
  w.begin_frame();
  w.think();
  w.act();
  REQUIRE(w.world.end_frame());
  REQUIRE(w.world.set_position(w.population.agent_of(slot), {-5, 1, -5}));
  w.begin_frame();
  REQUIRE(w.world.find_paths());
  REQUIRE(w.world.end_frame());
  CHECK(w.world.path_counters().waiting == 0);
  REQUIRE(w.world.set_position(w.population.agent_of(slot), {2, 1, 2}));
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("away from a place: to the farthest cell, then it is done") {
  WalkWorld w(spec_of(walk_by(0, true), {.id = id_of("navigation", "infantry"), .max_steps = 6}));
  const uint32_t slot = w.spawn_at(10, 10, 8, 8);
  CHECK(w.walk(slot) == NodeChange::completed);
  const Vector3 at = w.position(slot);
  CHECK(std::fabs(at.x - 8) + std::fabs(at.z - 8) > 9);
}

TEST_CASE("who does something else instead walks no more") {
  WalkWorld w(spec_of(walk_by(0)));
  const uint32_t slot = w.spawn_at(2, 2, 20, 2);
  w.walk_frame();
  Vector3 at;
  REQUIRE(w.population.way_point(w.population.agent_of(slot), at));
  w.want(slot, 1);
  w.walk_frame();
  CHECK_FALSE(w.population.way_point(w.population.agent_of(slot), at));
  CHECK(w.world.path_counters().waiting == 0);
  w.want(slot, 0);
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("what breaks into a walk stops it; it begins anew afterwards") {
  const Body interjection{
      .kind = NodeKind::interjection, .children = {wait(1)}, .when = Value::of_key(flag_0)};
  WalkWorld w(spec_of(goal(plain, {sequence({walk_by(0)}), interjection})));
  const uint32_t slot = w.spawn_at(2, 2, 20, 2);
  w.walk_frame();
  Vector3 at;
  REQUIRE(w.population.way_point(w.population.agent_of(slot), at));
  w.column<uint8_t>("flag_0")[slot] = 1;
  w.walk_frame();
  CHECK_FALSE(w.population.way_point(w.population.agent_of(slot), at));
  w.column<uint8_t>("flag_0")[slot] = 0;
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("a walk that runs out of time is tried again") {
  Body body = walk_by(0);
  body.timeout = 1.0f;
  body.retries = 1;
  WalkWorld w(spec_of(std::move(body)));
  const uint32_t slot = w.spawn_at(2, 2, 4, 2);
  for (uint32_t i = 0; i < 11; ++i) w.walk_frame(0);
  CHECK(w.last_change == NodeChange::tried_again);
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("an agent that goes while its way is searched leaves nothing behind") {
  WalkWorld w(spec_of(walk_by(0)), 1);
  const uint32_t first = w.spawn_at(0, 0, 39, 29), second = w.spawn_at(0, 2, 5, 2);
  w.walk_frame(0, 3);
  CHECK(w.world.path_counters().waiting == 2);
  REQUIRE(w.population.despawn(w.population.agent_of(first)));
  CHECK(w.world.path_counters().waiting == 1);
  CHECK(w.walk(second) == NodeChange::completed);
  CHECK(w.world.path_counters().searches == 1);
}

TEST_CASE("many walkers with few searches and small bounds all get their way") {
  BodySpec spec = spec_of(walk_by(0));
  spec.capacity = 100;
  WalkWorld w(spec, 2);
  std::vector<uint32_t> slots;
  for (uint32_t i = 0; i < 100; ++i)
    slots.push_back(w.spawn_at(static_cast<float>(i % 10), static_cast<float>(i / 10), 35, 25));
  uint32_t frames = 0;
  for (; w.world.path_counters().searches < 100; ++frames) {
    REQUIRE(frames < 2000);
    w.walk_frame(0, 200);
    CHECK(w.world.path_counters().expansions <= 200u * (frames + 1));
  }
  for (const uint32_t slot : slots) {
    Vector3 at;
    CHECK(w.population.way_point(w.population.agent_of(slot), at));
  }
}

TEST_CASE("neither job sizes nor what is drawn changes what walkers do") {
  BodySpec spec = spec_of(walk_by(0));
  spec.capacity = 20;
  std::array<uint64_t, 2> hashes{};
  for (uint32_t run = 0; run < 2; ++run) {
    WalkWorld w(spec, 3);
    w.agents_per_job = run == 0 ? 256 : 3;
    std::mt19937 random(3);
    for (uint32_t i = 0; i < 150; ++i) w.block({{random() % kColumns, random() % kRows}});
    for (uint32_t i = 0; i < 20; ++i)
      w.spawn_at(static_cast<float>(random() % 40), static_cast<float>(random() % 30),
                 static_cast<float>(random() % 40), static_cast<float>(random() % 30));
    for (uint32_t i = 0; i < 100; ++i) {
      w.walk_frame(0.25f, 300);
      if (i % 20 == 0) w.block({{random() % kColumns, random() % kRows}});
    }
    hashes[run] = w.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("walking and searching allocate nothing") {
  WalkWorld w(spec_of(walk_by(0)));
  w.spawn_at(2, 2, 30, 20);
  w.spawn_at(5, 9, 1, 25);
  w.walk_frame();
  const uint64_t before = Allocations::made();
  for (uint32_t i = 0; i < 50; ++i) {
    w.begin_frame();
    w.think();
    w.act();
    REQUIRE(w.world.find_paths());
    REQUIRE(w.world.end_frame());
  }
  CHECK(Allocations::made() == before);
}

TEST_CASE("the move phase heads straight for the way point, as fast as the class walks") {
  WalkWorld w(spec_of(walk_by(0), {.id = id_of("navigation", "infantry"), .speed = 3}));
  const uint32_t slot = w.spawn_at(2, 2, 5, 2);
  w.begin_frame();
  w.think();
  w.act();
  for (const bool has_way : {false, true}) {
    if (has_way) REQUIRE(w.world.find_paths());
    if (has_way) {
      REQUIRE(w.world.end_frame());
      w.begin_frame();
    }
    MoveBatch batch;
    std::span<const Move> moves;
    REQUIRE(w.population.begin_move({}, batch));
    CHECK(w.world.find_paths().code == StatusCode::wrong_phase);
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(w.population.move(batch, job, w.scratch));
    REQUIRE(w.population.end_move(batch, moves));
    REQUIRE(moves.size() == 1);
    CHECK(moves[0].slot == slot);
    CHECK(moves[0].heading.x == (has_way ? 1 : 0));
    CHECK(moves[0].speed == (has_way ? 3 : 0));
  }
}

}  // namespace
}  // namespace ishi::testing::walking_test
