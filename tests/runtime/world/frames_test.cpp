#include <algorithm>
#include <set>

#include "ishi/tools.h"
#include "runtime/guard_world.h"
#include "runtime/score_world.h"

// The parts of a frame: who is due, and what may be called when.

namespace ishi::testing::frames_test {
namespace {

TEST_CASE("with an interval of four, each agent thinks every fourth frame") {
  ScoreWorld w({.think_every_frames = 4, .capacity = 100});
  for (int i = 0; i < 90; ++i) w.spawn();
  std::vector<int> thoughts(100);
  for (int frame = 0; frame < 8; ++frame) {
    const auto due = w.think();
    CHECK((due.size() == 22 || due.size() == 23));
    CHECK(std::is_sorted(due.begin(), due.end()));
    for (const uint32_t slot : due) ++thoughts[slot];
  }
  for (uint32_t slot = 0; slot < 100; ++slot) {
    CHECK(thoughts[slot] == (w.population.agent_of(slot) == kNobody ? 0 : 2));
  }
}

TEST_CASE("slots that think in the same frame follow each other") {
  ScoreWorld w({.think_every_frames = 3, .capacity = 10});
  for (int i = 0; i < 10; ++i) w.spawn();
  CHECK(w.think() == std::vector<uint32_t>{0, 1, 2});
  CHECK(w.think() == std::vector<uint32_t>{3, 4, 5});
  CHECK(w.think() == std::vector<uint32_t>{6, 7, 8, 9});
  CHECK(w.think() == std::vector<uint32_t>{0, 1, 2});
}

TEST_CASE("a spawn takes the lowest free slot") {
  ScoreWorld w({.think_every_frames = 2, .capacity = 130});
  std::vector<Entity> agents;
  for (uint32_t i = 0; i < 130; ++i) {
    agents.push_back(w.spawn());
    CHECK(w.slot_of(agents.back()) == i);
  }
  for (const uint32_t slot : {129u, 65u, 70u}) REQUIRE(w.population.despawn(agents[slot]));
  CHECK(w.slot_of(w.spawn()) == 65);
  CHECK(w.slot_of(w.spawn()) == 70);
  CHECK(w.slot_of(w.spawn()) == 129);
}

TEST_CASE("every slot is given out, however capacity and interval divide") {
  const uint32_t capacity = GENERATE(1u, 7u, 64u, 65u, 130u);
  const uint32_t interval = GENERATE(1u, 2u, 3u, 64u, 100u, 0xffff'ffffu);
  ScoreWorld w({.options = 1, .think_every_frames = interval, .capacity = capacity});
  std::set<uint32_t> slots;
  for (uint32_t i = 0; i < capacity; ++i) slots.insert(w.slot_of(w.spawn()));
  CHECK(slots.size() == capacity);
  CHECK(*slots.rbegin() == capacity - 1);
}

TEST_CASE("where the interval is longer than the population, each agent still thinks once in it, alone") {
  ScoreWorld w({.think_every_frames = 10, .capacity = 3});
  for (int i = 0; i < 3; ++i) w.spawn();
  for (int round = 0; round < 3; ++round) {
    std::vector<std::vector<uint32_t>> due(10);
    for (std::vector<uint32_t>& slots : due) slots = w.think();
    CHECK(due[0] == std::vector<uint32_t>{0});
    CHECK(due[1] == std::vector<uint32_t>{1});
    CHECK(due[2] == std::vector<uint32_t>{2});
    CHECK(std::count_if(due.begin(), due.end(), [](const auto& slots) { return slots.empty(); }) == 7);
  }
}

TEST_CASE("a batch is cut into jobs that hold every row once") {
  ScoreWorld w({.capacity = 10});
  for (int i = 0; i < 10; ++i) w.spawn();
  REQUIRE(w.world.begin_frame({}));
  Batch batch;
  REQUIRE(w.population.begin_think({.agents_per_job = 4}, batch));
  REQUIRE(batch.jobs() == 3);
  CHECK(batch.size() == 10);
  CHECK(batch.rows(0).size() == 4);
  CHECK(batch.rows(2).size() == 2);
  CHECK(batch.rows(2)[1] == 9);
  CHECK(batch.rows(3).empty());
}

TEST_CASE("neither the frame nor the time may fall") {
  GuardWorld w;
  REQUIRE(w.world.begin_frame({5, 1000}));
  REQUIRE(w.world.end_frame());
  CHECK(w.world.begin_frame({4, 2000}).code == StatusCode::clock_fell);
  CHECK(w.world.begin_frame({6, 999}).code == StatusCode::clock_fell);
  CHECK(w.world.clock().frame == 5);
  CHECK(w.world.begin_frame({5, 1000}));
  REQUIRE(w.world.end_frame());
  CHECK(w.world.begin_frame({6, uint64_t{3600} * 1'000'000}));
}

TEST_CASE("in a frame nothing comes, goes or moves") {
  GuardWorld w;
  const Entity agent = w.spawn();
  const Entity person = w.spawn_person();
  REQUIRE(w.world.begin_frame({}));
  const uint64_t before = w.world.state_hash();
  Entity entity;
  Population other;
  CHECK(w.world.begin_frame({}).code == StatusCode::wrong_phase);
  CHECK(w.world.spawn_entity({}, entity).code == StatusCode::wrong_phase);
  CHECK(w.world.despawn_entity(person).code == StatusCode::wrong_phase);
  CHECK(w.guards.spawn({}, entity).code == StatusCode::wrong_phase);
  CHECK(w.guards.despawn(agent).code == StatusCode::wrong_phase);
  CHECK(w.world.set_position(person, {1, 1, 1}).code == StatusCode::wrong_phase);
  CHECK(w.world.set_facing(person, {1, 0, 0}).code == StatusCode::wrong_phase);
  CHECK(w.world.add_population(w.asset, kGuard, {.capacity = 1}, other).code == StatusCode::wrong_phase);
  CHECK(w.world.state_hash() == before);
}

TEST_CASE("thinking has its place in a frame") {
  GuardWorld w;
  w.spawn();
  Batch batch;
  CHECK(w.guards.begin_think(batch).code == StatusCode::wrong_phase);
  CHECK(w.guards.think(batch, 0, w.scratch).code == StatusCode::wrong_phase);
  CHECK(w.guards.end_think(batch).code == StatusCode::wrong_phase);
  CHECK(w.world.end_frame().code == StatusCode::wrong_phase);
  REQUIRE(w.world.begin_frame({}));
  CHECK(w.guards.think(batch, 0, w.scratch).code == StatusCode::wrong_phase);
  REQUIRE(w.guards.begin_think(batch));
  CHECK(w.guards.begin_think(batch).code == StatusCode::wrong_phase);
  CHECK(w.world.end_frame().code == StatusCode::wrong_phase);
  CHECK(w.guards.end_think(batch).code == StatusCode::jobs_missing);
  CHECK(Tools(w.guards).set_option(w.guards.agent_of(0), 0).code == StatusCode::wrong_phase);
  CHECK(w.guards.set_profile(w.guards.agent_of(0), kNoProfileId).code == StatusCode::wrong_phase);
  CHECK(w.guards.set_team(w.guards.agent_of(0), TeamId(0)).code == StatusCode::wrong_phase);
  CHECK(w.guards.think(batch, 1, w.scratch).code == StatusCode::out_of_range);
  Scratch empty;
  CHECK(w.guards.think(batch, 0, empty).code == StatusCode::scratch_too_small);
  REQUIRE(w.guards.think(batch, 0, w.scratch));
  CHECK(w.guards.think(batch, 0, w.scratch).code == StatusCode::job_done);
  REQUIRE(w.guards.end_think(batch));
  CHECK(w.guards.begin_think(batch).code == StatusCode::wrong_phase);
  REQUIRE(w.world.end_frame());
  CHECK(Tools(w.guards).set_option(w.guards.agent_of(0), 0));
}

TEST_CASE("an old batch, or one of another population, is refused") {
  GuardWorld w;
  Population others;
  REQUIRE(w.world.add_population(w.asset, kGuard, {.capacity = 4}, others));
  w.spawn();
  REQUIRE(w.world.begin_frame(w.next_clock()));
  Batch old, of_others;
  REQUIRE(w.guards.begin_think(old));
  REQUIRE(others.begin_think(of_others));
  CHECK(w.guards.think(of_others, 0, w.scratch).code == StatusCode::batch_stale);
  CHECK(w.guards.end_think(of_others).code == StatusCode::batch_stale);
  REQUIRE(w.guards.think(old, 0, w.scratch));
  REQUIRE(w.guards.end_think(old));
  REQUIRE(others.end_think(of_others));
  REQUIRE(w.world.end_frame());
  REQUIRE(w.world.begin_frame(w.next_clock()));
  Batch batch;
  REQUIRE(w.guards.begin_think(batch));
  CHECK(w.guards.think(old, 0, w.scratch).code == StatusCode::batch_stale);
}

TEST_CASE("a batch has options that make sense") {
  GuardWorld w;
  REQUIRE(w.world.begin_frame({}));
  Batch batch;
  CHECK(w.guards.begin_think({.agents_per_job = 0}, batch).code == StatusCode::bad_options);
  BatchOptions older;
  older.size = 0;
  CHECK(w.guards.begin_think(older, batch).code == StatusCode::bad_options);
}

TEST_CASE("a scratch serves every population that was there when it was made") {
  GuardWorld w;
  BlobContent content = score_content({.options = 40});
  const Asset asset = load_valid(content);
  Population choosers;
  REQUIRE(w.world.add_population(asset, AgentId::of("chooser"), {.capacity = 4}, choosers));
  Entity agent;
  REQUIRE(choosers.spawn({}, agent));
  REQUIRE(w.world.begin_frame({}));
  Batch batch;
  REQUIRE(choosers.begin_think(batch));
  Scratch scratch;
  REQUIRE(Scratch::create(w.world, scratch));
  CHECK(choosers.think(batch, 0, scratch));
}

}  // namespace
}  // namespace ishi::testing::frames_test
