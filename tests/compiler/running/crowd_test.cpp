#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <vector>

#include "compiler/crowd.h"
#include "ishi/tools.h"

namespace ishi::compiler::crowd_test {

namespace {

// Frames in which each task does at once what it is declared to do; how often each was started.
std::map<std::string, int> steps(Crowd& crowd, int count) {
  std::map<std::string, int> started;
  for (int i = 0; i < count; ++i) {
    crowd.step([&](const Commands& commands) {
      for (const Start& start : commands.starts) {
        ++started[std::string(crowd.asset.name(Kind::tasks, crowd.asset.find(start.task)))];
        REQUIRE(Tools(crowd.population).apply_effects(start.token));
        REQUIRE(crowd.population.report(start.token, Ending::completed));
      }
    });
  }
  return started;
}

}  // namespace

TEST_CASE("how agents are cut into jobs leaves no trace in the state, whatever events they post") {
  const std::string text = R"(ishi: 1
blackboard: { a: { type: number, range: 0..100 } }
events: { seen: { fields: { x: number, y: number, z: number } }, bell: {} }
actions:
  mixed: { score: 1, do: [{ wait: a * 1ms }, { emit: { seen: { x: a, y: 2, z: 3 } } }, { wait: 10ms }, { emit: bell }] }
agents: { ant: { actions: [mixed] } }
)";
  std::vector<uint64_t> hashes;
  for (const uint32_t agents_per_job : {256u, 3u, 1u}) {
    Crowd crowd(text, {.agents = 40, .agents_per_job = agents_per_job});
    for (uint32_t i = 0; i < 40; ++i) crowd.key<float>("a")[i] = static_cast<float>(i * 37 % 101);
    for (int i = 0; i < 5; ++i) crowd.step();
    hashes.push_back(crowd.world.state_hash());
  }
  CHECK(hashes[1] == hashes[0]);
  CHECK(hashes[2] == hashes[0]);
}

TEST_CASE("two plans that are made at the same time keep apart, and searches are given back") {
  Crowd crowd(R"(ishi: 1
blackboard: { n: { type: integer, range: 0..100 }, m: { type: integer, range: 0..100 }, rest: boolean }
tasks:
  inc_n: { effects: { n: n + 1 }, takes: 1s }
  inc_m: { effects: { m: m + 1 }, takes: 1s }
goals:
  a: { plan: { reach: n >= 6, using: [inc_n, inc_m] } }
  b: { plan: { reach: m >= 6, using: [inc_n, inc_m] } }
actions:
  long: { when: not rest, score: 1, do: [all: [a, b], set: { rest: true }] }
  rest: { when: rest, score: 1 }
agents: { ant: { actions: [long, rest] } }
)",
              {.agents = 2, .population = {.plan_searches = 2, .plan_situations_per_frame = 1}});
  CHECK(steps(crowd, 300) == std::map<std::string, int>{{"inc_n", 12}, {"inc_m", 12}});
  // Whoever plans again begins from what is then.
  for (uint32_t slot = 0; slot < 2; ++slot) {
    crowd.key<uint8_t>("rest")[slot] = 0;
    crowd.key<int32_t>("n")[slot] = 3;
  }
  CHECK(steps(crowd, 300) == std::map<std::string, int>{{"inc_n", 6}});
}

TEST_CASE("an instant goal may stand in a plan as often as it takes") {
  Crowd crowd(R"(ishi: 1
blackboard: { n: { type: integer, range: 0..99 }, alarm: { type: number, range: 0..1, scope: world, merge: max } }
events: { ping: { fields: { a: number, b: number } } }
goals:
  inc: { effects: { n: n + 1 }, do: [emit: { ping: { a: n } }, set: { n: n + 1, alarm: 1 }] }
  many: { plan: { reach: n >= 30, using: [{ inc: {}, cost: 1s }] } }
actions: { go: { score: 1, do: [many] }, idle: { score: 0.1 } }
agents: { ant: { actions: [go, idle] } }
)",
              {.agents = 20});
  size_t pings = 0;
  for (int i = 0; i < 40; ++i) crowd.step([&](const Commands& commands) { pings += commands.events.size(); });
  CHECK(crowd.key<int32_t>("n")[0] == 30);
  CHECK(crowd.key<int32_t>("n")[19] == 30);
  CHECK(pings == 20 * 30);
}

TEST_CASE("a task that ends in the frame in which its live parameter changes is not told of the change") {
  Crowd crowd(R"(ishi: 1
blackboard: { k: { type: number, range: 0..100 } }
tasks: { follow: { params: { x: { type: number, live: true } } } }
actions: { go: { score: 1, do: [any: [follow: { x: k }, { wait: 100s, until: k > 10 }]] } }
agents: { ant: { actions: [go] } }
)",
              {});
  crowd.step();
  REQUIRE(crowd.starts.size() == 1);
  crowd.key<float>("k")[0] = 50;
  size_t updates = 0;
  size_t ends = 0;
  crowd.step([&](const Commands& commands) {
    updates += commands.updates.size();
    ends += commands.ends.size();
  });
  CHECK(ends == 1);
  CHECK(updates == 0);
}

namespace {

constexpr std::string_view kHunt = R"(ishi: 1
things: { beast: {}, crate: {} }
blackboard: { target: beast, boss: beast, box: crate, dead: boolean }
tasks:
  aim: { takes: 1s, effects: { target: boss } }
  blow: { params: { who: beast }, takes: 1s }
  look: { params: { who: entity } }
memory: { seen: { of: entity, capacity: 4, forget: never } }
goals:
  strike: { params: { who: beast }, requires: who.known, effects: { dead: true }, do: [blow: { who: who }, set: { dead: true }] }
  view:  { params: { who: entity }, do: [look: { who: who }] }
)";

}  // namespace

TEST_CASE("a goal in a plan is given what the plan assumes") {
  Crowd crowd(std::string(kHunt) + R"(
actions: { hunt: { when: not dead, score: 1, do: [plan: { reach: dead, using: [aim, { strike: { who: target }, cost: 1s }] }] }, rest: { score: 0.1 } }
agents: { ant: { actions: [hunt, rest] } }
)",
              {});
  Entity boss;
  REQUIRE(crowd.world.spawn_entity({.thing = ThingId::of("beast")}, boss));
  crowd.key<EntityId>("boss")[0] = boss;
  CHECK(steps(crowd, 5) == std::map<std::string, int>{{"aim", 1}, {"blow", 1}});
}

TEST_CASE("nobody plans for somebody who is gone") {
  Crowd crowd(std::string(kHunt) + R"(
actions: { hunt: { score: 1, do: [plan: { reach: dead, using: [{ strike: { who: boss }, cost: 1s }] }] } }
agents: { ant: { actions: [hunt] } }
)",
              {});
  Entity boss;
  REQUIRE(crowd.world.spawn_entity({.thing = ThingId::of("beast")}, boss));
  crowd.key<EntityId>("boss")[0] = boss;
  REQUIRE(crowd.world.despawn_entity(boss));
  CHECK(steps(crowd, 5).empty());
}

TEST_CASE("somebody of another kind than the key's is nobody for goals and memories, too") {
  Crowd crowd(std::string(kHunt) + R"(
actions: { peek: { score: 1, do: [remember: { seen: box }, view: { who: box }] } }
agents: { ant: { actions: [peek] } }
)",
              {});
  Entity beast;
  REQUIRE(crowd.world.spawn_entity({.thing = ThingId::of("beast")}, beast));
  crowd.key<EntityId>("box")[0] = beast;
  crowd.step();
  REQUIRE(crowd.starts.size() == 1);
  CHECK(*static_cast<const Entity*>(crowd.starts[0].parameters) == kNobody);
  std::vector<FactInfo> facts(4);
  uint32_t count = 0;
  REQUIRE(crowd.population.facts(crowd.population.agent_of(0), MemoryId::of("seen"), facts, count));
  CHECK(count == 0);
}

}  // namespace ishi::compiler::crowd_test
