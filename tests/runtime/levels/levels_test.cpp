#include <catch2/catch.hpp>
#include <limits>

#include "ishi/id.h"
#include "ishi/ishi.h"
#include "ishi/tools.h"
#include "runtime/blob_builder.h"
#include "runtime/phases.h"
#include "runtime/refusal.h"

// Levels that agents carry: how they advance with time, and what the game may do with them.

namespace ishi::testing::levels_test {
namespace {

using Code = OperationCode;

constexpr MotiveId kHunger = MotiveId::of("hunger");
constexpr MotiveId kFear = MotiveId::of("fear");
constexpr uint64_t kSecond = 1'000'000;

// `hunger` is carried and rises by what the key `rate` says a second; `fear` is computed. Option 0 scores the
// hunger.
BlobContent hungry(uint32_t think_every_frames = 1) {
  BlobContent c;
  c.sources = {{1}};
  c.keys = {{id_of("blackboard", "rate"), number_variable(-10, 10, 0)}};
  c.motives = {{.id = kFear.value}, {.id = kHunger.value, .carried = 1, .start = 0.25f}};
  ProgramBuilder program(c);
  const auto rate = program.with_parameter(Code::key, 0);
  const auto seconds = program.add(Code::level_seconds);
  const auto rise = program.add(Code::multiply, rate, seconds);
  const auto level = program.add(Code::level_after, rise, {0}, {0}, 1);
  const auto score = program.add(Code::gate, program.constant(1), level);
  const std::vector<ScoredOption> scored = {{"eat", score}};
  add_agent(c, "cat", program, scored);
  raw::Agent& agent = c.agents.back();
  agent.think_least = agent.think_most = think_every_frames;
  c.levels.assign(1, program.at(level));
  agent.levels = {0, 1};
  c.sort_by_id();
  return c;
}

struct HungryWorld {
  Asset asset;
  World world;
  Population population;
  Scratch scratch;
  Column<float> rate, level;
  uint64_t frame = 0;
  uint32_t slot = 0;

  explicit HungryWorld(uint32_t think_every_frames = 1, uint32_t agents = 1)
      : asset(load_valid(hungry(think_every_frames))) {
    REQUIRE(World::create({.entities = agents + 1}, world));
    REQUIRE(world.add_population(asset, AgentId::of("cat"), {.capacity = agents}, population));
    REQUIRE(Scratch::create(world, scratch));
    for (uint32_t i = 0; i < agents; ++i) {
      Entity agent;
      REQUIRE(population.spawn({}, agent));
    }
    rate = population.column<float>(id_of("blackboard", "rate"));
    REQUIRE(population.levels(kHunger, level));
  }

  Status at(uint64_t microseconds) {
    if (const Status status = world.begin_frame({++frame, microseconds}); !status) return status;
    phases::think(population, scratch);
    phases::act(population, scratch);
    return world.end_frame();
  }
};

TEST_CASE("a level begins with its start, and rises by the time between two thoughts") {
  HungryWorld w;
  CHECK(w.level[0] == 0.25f);
  w.rate[0] = 0.1f;
  REQUIRE(w.at(0));
  CHECK(w.level[0] == 0.25f);
  REQUIRE(w.at(2 * kSecond));
  CHECK(w.level[0] == Approx(0.45));
  REQUIRE(w.at(2 * kSecond));  // time stands still
  CHECK(w.level[0] == Approx(0.45));
}

TEST_CASE("one second is as much as sixty sixtieths of it") {
  HungryWorld once;
  HungryWorld often;
  HungryWorld rarely(7);
  for (HungryWorld* w : {&once, &often, &rarely}) w->rate[0] = 0.3f;
  REQUIRE(once.at(kSecond));
  for (uint64_t i = 1; i <= 60; ++i) REQUIRE(often.at(i * kSecond / 60));
  for (uint64_t i = 1; i <= 60; ++i) REQUIRE(rarely.at(i * kSecond / 60));
  CHECK(once.level[0] == Approx(0.55).margin(1e-6));
  CHECK(often.level[0] == Approx(once.level[0]).margin(1e-6));
  // Who thinks in every seventh frame is at most six frames behind.
  CHECK(rarely.level[0] <= often.level[0]);
  CHECK(rarely.level[0] >= often.level[0] - 0.3f * 6 / 60 - 1e-4f);
}

TEST_CASE("what rises too slowly for a float to take in at once is not lost") {
  for (const float rate : {0.005f / 3600, 0.05f / 3600, -0.03f / 3600}) {
    HungryWorld w;
    w.level[0] = 0.6f;
    w.rate[0] = rate;
    for (uint64_t i = 1; i <= 36'000; ++i) REQUIRE(w.at(i * kSecond / 60));  // ten minutes
    CHECK(w.level[0] == Approx(0.6 + 600.0 * static_cast<double>(rate)).margin(2e-7));
  }
}

TEST_CASE("an hour at once fills a level and no more, and time does not go backwards") {
  HungryWorld w;
  w.rate[0] = 0.1f;
  REQUIRE(w.at(3600 * kSecond));
  CHECK(w.level[0] == 1);
  w.rate[0] = -10;
  REQUIRE(w.at(7200 * kSecond));
  CHECK(w.level[0] == 0);
  w.rate[0] = 0.1f;
  CHECK(w.at(7199 * kSecond).code == StatusCode::clock_fell);
  CHECK(w.level[0] == 0);
}

TEST_CASE("whatever a game writes into a level, it is read within 0 to 1") {
  HungryWorld w;
  for (const float written : {2.0f, -1.0f, std::numeric_limits<float>::quiet_NaN()}) {
    w.level[0] = written;
    REQUIRE(w.at(w.frame * kSecond));
    CHECK(w.level[0] == (written > 1 ? 1.0f : 0.0f));
  }
}

TEST_CASE("levels that are not carried, or unknown, are refused") {
  HungryWorld w;
  Column<float> column;
  CHECK(w.population.levels(kFear, column).code == StatusCode::wrong_type);
  CHECK(w.population.levels(MotiveId::of("thirst"), column).code == StatusCode::unknown_id);
  CHECK(Population().levels(kHunger, column).code == StatusCode::not_created);
  CHECK(Tools(w.population).agent_bytes().levels == 16);
}

TEST_CASE("who is spawned anew begins anew") {
  HungryWorld w;
  w.rate[0] = 0.1f;
  REQUIRE(w.at(5 * kSecond));
  CHECK(w.level[0] == Approx(0.75));
  REQUIRE(w.population.despawn(w.population.agent_of(0)));
  Entity agent;
  REQUIRE(w.population.spawn({}, agent));
  CHECK(w.level[0] == 0.25f);
  w.rate[0] = 0.1f;
  REQUIRE(w.at(6 * kSecond));
  CHECK(w.level[0] == Approx(0.35));
}

TEST_CASE("how agents are cut into jobs does not change their levels") {
  HungryWorld whole(1, 300);
  HungryWorld cut(1, 300);
  for (uint32_t i = 0; i < 300; ++i) whole.rate[i] = cut.rate[i] = 0.001f * static_cast<float>(i);
  REQUIRE(whole.at(kSecond));
  REQUIRE(cut.world.begin_frame({1, kSecond}));
  Batch batch;
  REQUIRE(cut.population.begin_think({.agents_per_job = 7}, batch));
  for (uint32_t job = batch.jobs(); job-- > 0;) REQUIRE(cut.population.think(batch, job, cut.scratch));
  REQUIRE(cut.population.end_think(batch));
  for (uint32_t i = 0; i < 300; ++i) CHECK(cut.level[i] == whole.level[i]);
}

TEST_CASE("what a blob may not say of levels is refused") {
  BlobContent content = hungry();
  SECTION("a start outside 0 to 1") {
    content.motives[1].start = 1.5f;
    check_refused(content, StatusCode::level_start, content.motives[1]);
  }
  SECTION("a start of what is computed") {
    content.motives[0].start = 0.5f;
    check_refused(content, StatusCode::level_start, content.motives[0]);
  }
  SECTION("an unknown way of being carried") {
    content.motives[1].carried = 2;
    check_refused(content, StatusCode::unknown_enumerator, content.motives[1]);
  }
  SECTION("an agent that does not say what its level becomes") {
    content.levels.clear();
    content.agents[0].levels = {0, 0};
    check_refused(content, StatusCode::level_result, content.agents[0]);
  }
  SECTION("an operation that there is not") {
    content.levels[0] = 100;
    check_refused(content, StatusCode::level_result, content.levels[0]);
  }
  SECTION("the gate of a score") {
    content.levels[0] = static_cast<uint32_t>(content.operations.size()) - 1;
    check_refused(content, StatusCode::level_result, content.levels[0]);
  }
  SECTION("the level of a motive that is computed") {
    for (raw::Operation& operation : content.operations) {
      if (operation.code == static_cast<uint8_t>(Code::level_after)) operation.parameter = 0;
    }
    Asset asset;
    CHECK(Asset::load(content.write(), asset).code == StatusCode::level_not_carried);
  }
  SECTION("the time of levels where nobody carries one") {
    content.motives.pop_back();
    content.levels.clear();
    content.agents[0].levels = {0, 0};
    for (raw::Operation& operation : content.operations) {
      if (operation.code == static_cast<uint8_t>(Code::level_after))
        operation.code = static_cast<uint8_t>(Code::negate);
      operation.parameter = operation.parameter == 1 ? 0 : operation.parameter;
    }
    content.sort_by_id();
    Asset asset;
    CHECK(Asset::load(content.write(), asset).code == StatusCode::level_not_carried);
  }
  SECTION("a change that is not the agent's own") {
    for (raw::Operation& operation : content.operations) {
      if (operation.code == static_cast<uint8_t>(Code::level_after)) operation.a = 0;
    }
    Asset asset;
    CHECK(Asset::load(content.write(), asset).code == StatusCode::operand_outside_domain);
  }
}

}  // namespace
}  // namespace ishi::testing::levels_test
