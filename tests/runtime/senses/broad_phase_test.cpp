#include <random>

#include "runtime/allocations.h"
#include "runtime/senses/sense_world.h"

// The grid gives what comparing every observer with every target gives.

namespace ishi::testing::broad_phase_test {
namespace {

struct Layout {
  float spread;  // metres
  float range;
  Vector3 center{};
};

struct Outcome {
  uint64_t hash = 0;
  SenseCounters counters;
};

Outcome run(const Layout& layout, uint32_t seed, const SenseOptions& options) {
  WatchWorld w(
      {.senses = {touch(layout.range), sight(layout.range * 0.7f, 0.3f), sight(layout.range, 0, true)},
       .has_awareness = true,
       .rise = 0.5f,
       .agents = 40,
       .entities = 200,
       .every_frames = 3});
  std::mt19937 random(seed);
  const auto number = [&] { return static_cast<float>(random()) / 4294967296.0f - 0.5f; };
  const auto place = [&] {
    return Vector3{layout.center.x + number() * layout.spread,
                   layout.center.y + number() * 0.1f * layout.spread,
                   layout.center.z + number() * layout.spread};
  };
  for (int i = 0; i < 30; ++i) w.spawn(place(), {number(), number(), number()});
  std::vector<Entity> others;
  for (int i = 0; i < 100; ++i) others.push_back(w.person(place()));
  for (int frame = 0; frame < 6; ++frame) {
    w.begin_frame(16'667);
    w.sense(options);
    for (const OcclusionQuery& query : w.queries)
      REQUIRE(w.watchers.answer(query.ticket, query.ticket.query % 3 == 0 ? Sight::blocked : Sight::clear));
    w.think();
    w.end_frame();
    for (size_t i = 0; i < others.size(); i += 3) REQUIRE(w.world.set_position(others[i], place()));
  }
  return {w.world.state_hash(), w.watchers.sense_counters()};
}

}  // namespace

TEST_CASE("the grid gives bit for bit what the plain double loop gives") {
  const Layout layouts[] = {{50, 6},
                            {50, 0},
                            {50, 1e6f},
                            {2000, 30},
                            {0, 5},
                            {1, 0.01f},
                            {40, 5, {999'990, 0, -999'990}},
                            {2e6f, 100'000},
                            {2e6f, 0.5f}};
  for (const Layout& layout : layouts) {
    for (uint32_t seed = 0; seed < 6; ++seed) {
      CAPTURE(layout.spread, layout.range, seed);
      const Outcome with = run(layout, seed, {});
      const Outcome without = run(layout, seed, {.broad_phase = false});
      CHECK(with.hash == without.hash);
      CHECK(with.counters.noticed == without.counters.noticed);
      CHECK(with.counters.queries == without.counters.queries);
      CHECK(with.counters.field_tests == without.counters.field_tests);
      CHECK(with.counters.candidates <= without.counters.candidates);
    }
  }
}

TEST_CASE("the size of jobs changes nothing") {
  CHECK(run({50, 6}, 1, {.agents_per_job = 1}).hash == run({50, 6}, 1, {}).hash);
}

TEST_CASE("who is far away is not even compared") {
  const Outcome outcome = run({2000, 10}, 1, {});
  const Outcome all = run({2000, 10}, 1, {.broad_phase = false});
  CHECK(outcome.counters.distance_tests * 20 < all.counters.distance_tests);
}

TEST_CASE("sensing allocates nothing") {
  WatchWorld w({.senses = {touch(3), sight(10, 0, true), hearing()}});
  for (int i = 0; i < 6; ++i) w.spawn({static_cast<float>(i), 0, 0});
  const Entity other = w.person({0, 0, 1});
  w.queries.reserve(64);
  const uint64_t before = Allocations::made();
  for (int i = 0; i < 10; ++i) {
    REQUIRE(w.world.make_sound(senses::kBottle, other));
    w.begin_frame(1000);
    w.sense();
    for (const OcclusionQuery& query : w.queries) REQUIRE(w.watchers.answer(query.ticket, Sight::clear));
    w.think();
    w.end_frame();
  }
  CHECK(Allocations::made() == before);
}

}  // namespace ishi::testing::broad_phase_test
