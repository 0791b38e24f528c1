#include <array>

#include "runtime/navigation/walk_world.h"

// Ways to places that move while they are searched.

namespace ishi::testing::moving_place_test {
namespace {

using namespace bodies;

// A search across it takes many calls of a few dozen cells.
void build_wall(WalkWorld& w) {
  for (uint32_t row = 0; row + 1 < kRows; ++row) w.block({{20, row}});
}

// Another cell in each frame, to and fro.
Vector3 place_in(uint32_t frame) { return {30 + static_cast<float>(frame % 8), 0, 2}; }

TEST_CASE("whoever follows a place that never stands still gets a way all the same") {
  WalkWorld w(spec_of(walk_by(0)), 1);
  build_wall(w);
  const uint32_t slot = w.spawn_at(2, 2, 30, 2);
  for (uint32_t frame = 0; w.position(slot).x < 21; ++frame) {
    REQUIRE(frame < 1000);
    w.places.set(slot, place_in(frame));
    w.walk_frame(0.25f, 40);
  }
}

TEST_CASE("the way to where the place was is walked until the one to where it is now is found") {
  WalkWorld w(spec_of(walk_by(0)), 1);
  build_wall(w);
  const uint32_t slot = w.spawn_at(2, 2, 30, 2);
  std::array<Vector3, 128> points;
  uint32_t count = 0;
  w.walk_frame(0, 40);
  w.places.set(slot, {36, 0, 2});
  while (w.world.path_counters().searches == 0) w.walk_frame(0, 40);
  REQUIRE(w.population.path(w.population.agent_of(slot), points, count));
  REQUIRE(count > 0);
  CHECK(points[count - 1].x == 30);
  CHECK(w.world.path_counters().waiting == 1);
  while (w.world.path_counters().searches == 1) w.walk_frame(0, 40);
  REQUIRE(w.population.path(w.population.agent_of(slot), points, count));
  REQUIRE(count > 0);
  CHECK(points[count - 1].x == 36);
  CHECK(w.world.path_counters().waiting == 0);
}

TEST_CASE("a place that has moved while its way was searched is no reason to fail") {
  WalkWorld w(spec_of(walk_by(0)), 1);
  w.block({{1, 0}, {0, 1}});
  // Nothing is nearer to the first place than where the agent stands.
  const uint32_t slot = w.spawn_at(0, 0, 5, 5);
  w.walk_frame(0, 1);
  CHECK(w.world.path_counters().waiting == 1);
  w.places.set(slot, {2, 0, 2});
  w.begin_frame();
  w.think();
  w.act();
  REQUIRE(w.world.end_frame());
  REQUIRE(w.world.set_cell(1, 0, 0));
  CHECK(w.walk(slot) == NodeChange::completed);
}

TEST_CASE("all who follow a place that never stands still get their ways, in turn") {
  constexpr uint32_t kWalkers = 20;
  BodySpec spec = spec_of(walk_by(0));
  spec.capacity = kWalkers;
  WalkWorld w(spec, 2);
  build_wall(w);
  for (uint32_t i = 0; i < kWalkers; ++i)
    w.spawn_at(static_cast<float>(i % 5), static_cast<float>(i / 5), 30, 2);
  // Each searches from fewer cells than the grid has, once for itself and at most once more before it is the
  // turn of the last.
  constexpr uint32_t kCalls = 2 * kWalkers * kColumns * kRows / 300;
  for (uint32_t frame = 0; frame < kCalls; ++frame) {
    for (uint32_t slot = 0; slot < kWalkers; ++slot) w.places.set(slot, place_in(frame));
    w.walk_frame(0, 300);
  }
  for (uint32_t slot = 0; slot < kWalkers; ++slot) {
    Vector3 at;
    CHECK(w.population.way_point(w.population.agent_of(slot), at));
  }
}

TEST_CASE("a search for a walk that another one has replaced is dropped") {
  BodySpec spec = spec_of(walk_by(0));
  spec.options[1] = {.body = sequence({walk_by(0)})};
  WalkWorld w(spec, 1);
  build_wall(w);
  const uint32_t slot = w.spawn_at(2, 2, 30, 2);
  for (uint32_t i = 0; i < 3; ++i) w.walk_frame(0, 40);
  w.want(slot, 1);
  w.places.set(slot, {2, 0, 6});
  while (w.world.path_counters().waiting != 0) w.walk_frame(0, 40);
  CHECK(w.world.path_counters().searches == 1);
  CHECK(w.world.path_counters().expansions < 300);
}

TEST_CASE("the state tells to which place a search goes on") {
  std::array<uint64_t, 2> hashes{};
  for (uint32_t run = 0; run < 2; ++run) {
    WalkWorld w(spec_of(walk_by(0)), 1);
    build_wall(w);
    const uint32_t slot = w.spawn_at(2, 2, run == 0 ? 30 : 31, 2);
    w.walk_frame(0, 40);
    w.places.set(slot, {31, 0, 2});
    w.walk_frame(0, 40);
    hashes[run] = w.world.state_hash();
  }
  CHECK(hashes[0] != hashes[1]);
}

TEST_CASE("job sizes change nothing about how a moving place is followed") {
  BodySpec spec = spec_of(walk_by(0));
  spec.capacity = 20;
  std::array<uint64_t, 2> hashes{};
  for (uint32_t run = 0; run < 2; ++run) {
    WalkWorld w(spec, 3);
    w.agents_per_job = run == 0 ? 256 : 3;
    build_wall(w);
    for (uint32_t i = 0; i < 20; ++i) w.spawn_at(static_cast<float>(i % 5), static_cast<float>(i / 5), 30, 2);
    for (uint32_t frame = 0; frame < 150; ++frame) {
      for (uint32_t slot = 0; slot < 20; ++slot) w.places.set(slot, place_in(frame / (1 + slot % 4)));
      w.walk_frame(0.25f, 300);
    }
    hashes[run] = w.world.state_hash();
  }
  CHECK(hashes[0] == hashes[1]);
}

}  // namespace
}  // namespace ishi::testing::moving_place_test
