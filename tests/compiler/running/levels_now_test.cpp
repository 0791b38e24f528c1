#include <fmt/format.h>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "compiler/village.h"
#include "ishi/id.h"
#include "runtime/phases.h"

// Whoever reads a carried level reads it as it is now, however long ago the agent thought.

namespace ishi::compiler::levels_now_test {
namespace {

std::string sleeper(const std::string& rest, uint32_t every) {
  return fmt::format(R"(ishi: 1
blackboard: {{ rested: boolean, noted: number }}
tasks: {{ doze: {{}} }}
needs: {{ tired: {{ start: 0.8, rise: 0.01/s }} }}
actions: {{ rest: {} }}
agents: {{ smith: {{ actions: [rest], think: {{ every: {}frames }} }} }}
)",
                     rest, every);
}

float now(Village& v) {
  float level = -1;
  REQUIRE(v.smiths.level_now(v.smith, MotiveId::of("tired"), v.scratch, level));
  return level;
}

// In which frame the sleeper has rested; 0: in none of 200.
uint32_t rested_in(const std::string& text) {
  Village v(text);
  for (uint32_t frame = 1; frame <= 200; ++frame) {
    v.step();
    if (v.key<uint8_t>("rested") != 0) return frame;
  }
  return 0;
}

}  // namespace

TEST_CASE(
    "a body that waits for a level ends when the level is there, in whichever rhythm the agent thinks") {
  // From 0.8 down by 0.09 a second: below 0.05 after 8.34 s, in the 85th frame.
  const std::string steps = "[{ do: doze, until: needs.tired < 0.05 }, set: { rested: true }]";
  const uint32_t expected =
      rested_in(sleeper("{ when: not rested, score: 1, during: { tired: -0.1/s }, do: " + steps + " }", 1));
  CHECK(expected == 85);
  for (const uint32_t every : {2U, 3U, 7U, 16U, 64U, 199U, 1000U}) {
    INFO("every " << every << " frames");
    CHECK(rested_in(sleeper("{ when: not rested, score: 1, during: { tired: -0.1/s }, do: " + steps + " }",
                            every)) == expected);
  }
}

TEST_CASE("so is an action that goes on while a level is high, and one that is broken into") {
  for (const uint32_t every : {1U, 5U, 1000U}) {
    INFO("every " << every << " frames");
    CHECK(rested_in(sleeper(
              "{ when: not rested, while: needs.tired > 0.05, score: 1, during: { tired: -0.1/s }, do: doze, "
              "finally: [set: { rested: true }] }",
              every)) == 85);
  }
}

TEST_CASE("steps compute with the level of now") {
  Village v(sleeper("{ score: 1, do: [{ wait: 1s }, { set: { noted: needs.tired } }, doze] }", 1000));
  for (int i = 0; i < 12; ++i) v.step();
  CHECK(std::abs(v.key<float>("noted") - 0.811f) < 1e-4f);
}

TEST_CASE("the game asks for the level of now, which stores nothing and which the next thought finds") {
  for (const uint32_t every : {1U, 10U, 50U}) {
    Village v(sleeper("{ score: 1, do: doze }", every));
    Village silent(sleeper("{ score: 1, do: doze }", every));
    for (int i = 1; i <= 120; ++i) {
      v.step();
      silent.step();
      const uint64_t before = v.world.state_hash();
      CHECK(std::abs(now(v) - (0.8f + 0.001f * static_cast<float>(i))) < 2e-4f);
      CHECK(v.world.state_hash() == before);
      CHECK(silent.world.state_hash() == before);
    }
  }
  Village v(sleeper("{ score: 1, do: doze }", 10));
  float level = 0;
  CHECK(v.smiths.level_now(kNobody, MotiveId::of("tired"), v.scratch, level).code ==
        StatusCode::stale_handle);
  CHECK(v.smiths.level_now(v.smith, MotiveId::of("brave"), v.scratch, level).code == StatusCode::unknown_id);
}

TEST_CASE("a level that rises by chance is read as the next thought makes it, and reading draws nothing") {
  const std::string text =
      replaced(sleeper("{ score: 1, do: doze }", 7), "rise: 0.01/s", "rise: 0.02/s * random");
  Village asked(text), silent(text);
  const auto stored = [](Village& v) {
    Column<float> levels;
    REQUIRE(v.smiths.levels(MotiveId::of("tired"), levels));
    return levels[v.slot];
  };
  float before = 0, read = 0;
  int thoughts = 0;
  for (int i = 0; i < 100; ++i) {
    ++asked.frame;
    REQUIRE(asked.world.begin_frame({asked.frame, asked.frame * 100'000}));
    before = stored(asked);
    for (int k = 0; k < 3; ++k) {
      read = now(asked);
      CHECK(read == now(asked));
    }
    CHECK(stored(asked) == before);
    if (phases::think(asked.smiths, asked.scratch) > 0) {
      ++thoughts;
      CHECK(stored(asked) == read);
    }
    while (asked.smiths.wants_act()) {
      phases::act(asked.smiths, asked.scratch);
    }
    REQUIRE(asked.world.end_frame());
    silent.step();
    CHECK(silent.world.state_hash() == asked.world.state_hash());
  }
  CHECK(thoughts > 10);
}

TEST_CASE("a save holds the level that is stored, and the loaded world reads the same of now") {
  Village v(sleeper("{ score: 1, do: doze }", 50));
  for (int i = 0; i < 33; ++i) v.step();
  size_t bytes = 0;
  REQUIRE(v.world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(v.world.save(save, bytes));
  World loaded;
  Population smiths;
  Reload changes;
  Scratch scratch;
  const Asset* const asset = &v.assets.back();
  REQUIRE(World::load(save, {.assets = {&asset, 1}}, loaded, {&smiths, 1}, changes));
  REQUIRE(Scratch::create(loaded, scratch));
  Column<float> levels;
  REQUIRE(smiths.levels(MotiveId::of("tired"), levels));
  CHECK(levels[v.slot] == v.level("tired"));
  float level = 0;
  REQUIRE(smiths.level_now(loaded.entity(v.smith), MotiveId::of("tired"), scratch, level));
  CHECK(level == now(v));
  CHECK(level > levels[v.slot]);
}

}  // namespace ishi::compiler::levels_now_test
