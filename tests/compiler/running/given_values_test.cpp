#include <catch2/catch.hpp>
#include <cstddef>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "compiler/crowd.h"

// What a game gives back with its reports, and what later steps read of it. Tests of a designer stand in
// tests/cases/pass/what_steps_give_back.ishi.yaml.

namespace ishi::compiler::given_values_test {
namespace {

constexpr const char* kScout = R"(ishi: 1
things: { person: {} }
enums: { mood: [calm, wild] }
blackboard:
  seen: { type: number, range: 0..100 }
  spot: point
  who: person
  feels: mood
  broken: boolean
tasks:
  look:
    params: { near: { type: number, range: 0..9, default: 4 } }
    gives: { worth: { type: number, range: 0..10 }, spot: point, who: person, feels: mood }
  fix: {}
actions:
  scout:
    score: 1
    do:
      - { look: {}, as: found, on_fail: continue }
      - set: { seen: 50 + found.worth, spot: found.spot, who: found.who, feels: found.feels }
      - wait: 100s
agents: { scout: { actions: [scout] } }
)";

// As the header of the contract has it.
struct alignas(8) Look {
  static constexpr TaskId id = TaskId::of("look");
  static constexpr uint32_t record_bytes = 32;
  float near = 4;
  float worth = 0;
  Vector3 spot{};
  EntityId who{};
  uint8_t feels = 0;
};

Crowd scouts(uint32_t count = 1) { return Crowd(kScout, {.agents = count, .agent = "scout"}); }

Look found(float worth) {
  Look look;
  look.worth = worth;
  look.spot = {1, 2, 3};
  look.feels = 1;
  return look;
}

TEST_CASE("later steps read what a report gives back") {
  Crowd w = scouts();
  w.step();
  REQUIRE(w.starts.size() == 1);
  CHECK(static_cast<const Look*>(w.starts[0].parameters)->near == 4);
  REQUIRE(w.population.complete(w.starts[0].token, found(7)));
  w.step();
  CHECK(w.key<float>("seen")[0] == 57);
  CHECK(w.key<uint8_t>("feels")[0] == 1);
  CHECK(w.population.act_counters().completed == 1);
}

TEST_CASE("values out of range are held, as everywhere, and a member that there is not is the default") {
  Crowd w = scouts();
  w.step();
  Look look = found(1e9f);
  look.feels = 200;
  look.who = EntityId{12345, 678};
  REQUIRE(w.population.complete(w.starts[0].token, look));
  w.step();
  CHECK(w.key<float>("seen")[0] == 60);
  CHECK(w.key<uint8_t>("feels")[0] == 0);
}

TEST_CASE("a task that is reported without what it gives back has failed, and later steps read defaults") {
  Crowd w = scouts();
  w.step();
  CHECK(w.population.report(w.starts[0].token, Ending::completed).code == StatusCode::nothing_given);
  CHECK(w.population.report(w.starts[0].token, Ending::completed).code == StatusCode::already_reported);
  w.step();
  CHECK(w.population.act_counters().failed == 1);
  CHECK(w.key<float>("seen")[0] == 50);
}

TEST_CASE("the record of another task changes nothing, and neither does one that is too large") {
  Crowd w = scouts();
  w.step();
  const Look look = found(7);
  const ishi::Token token = w.starts[0].token;
  const auto code = [&](TaskId task, uint32_t bytes) {
    return w.population.report({token, Ending::completed, task, &look, bytes}).code;
  };
  CHECK(code(TaskId::of("fix"), sizeof look) == StatusCode::wrong_task);
  CHECK(code(Look::id, 4096) == StatusCode::wrong_task);
  REQUIRE(w.population.complete(token, look));
  w.step();
  CHECK(w.key<float>("seen")[0] == 57);
}

TEST_CASE("the record of a task that gives something is refused for one that gives nothing") {
  std::string text = kScout;
  text.insert(text.find("      - wait: 100s"), "      - fix\n");
  Crowd w(text, {.agents = 1, .agent = "scout"});
  w.step();
  REQUIRE(w.population.complete(w.starts[0].token, found(7)));
  w.step();
  REQUIRE(w.starts.size() == 1);
  REQUIRE(w.starts[0].task == TaskId::of("fix"));
  const ishi::Token fix = w.starts[0].token;
  CHECK(w.population.complete(fix, found(7)).code == StatusCode::wrong_task);
  const uint64_t none = 0;
  CHECK(w.population.report({fix, Ending::completed, TaskId::of("such"), &none, 0}).code ==
        StatusCode::wrong_task);
  CHECK(w.population.report(
      {fix, Ending::completed, TaskId::of("fix"), &none, 0}));  // its own, of no parameters
}

TEST_CASE("a report that waits for the next frame, and what was given, are saved and hashed") {
  Crowd w = scouts(2);
  w.step();
  REQUIRE(w.population.complete(w.starts[0].token, found(3)));
  size_t bytes = 0;
  REQUIRE(w.world.save_size(bytes));
  std::vector<std::byte> save(bytes);
  REQUIRE(w.world.save(save, bytes));
  const uint64_t hash = w.world.state_hash();
  const auto play_on = [](Crowd& s, ishi::Token second) {
    s.step();
    REQUIRE(s.population.complete(second, found(9)));
    s.step();
    CHECK(s.key<float>("seen")[0] == 53);
    CHECK(s.key<float>("seen")[1] == 59);
    return s.world.state_hash();
  };
  ishi::Token token = w.starts[1].token;
  const uint64_t end = play_on(w, token);

  Crowd again = scouts(2);
  const Asset* const assets[] = {&again.asset};
  Reload reload;
  std::vector<Population> populations(1);
  REQUIRE(World::load(save, {.assets = assets, .strict = true}, again.world, populations, reload));
  again.population = populations[0];
  CHECK(again.world.state_hash() == hash);
  token.world = again.world.number();
  CHECK(play_on(again, token) == end);
}

TEST_CASE("what lies between the values of a record is no part of the state") {
  std::vector<uint64_t> hashes;
  for (const unsigned char between : {0, 0xff}) {
    Crowd w = scouts();
    w.step();
    alignas(Look) unsigned char record[sizeof(Look)];
    std::memset(record, between, sizeof record);
    const Look look = found(7);
    std::memcpy(record, &look, offsetof(Look, feels) + 1);
    REQUIRE(
        w.population.report({w.starts[0].token, Ending::completed, Look::id, record, Look::record_bytes}));
    hashes.push_back(w.world.state_hash());
  }
  CHECK(hashes[0] == hashes[1]);
}

TEST_CASE("reports from several threads each give their agent its own values") {
  constexpr uint32_t kAgents = 64;
  Crowd w = scouts(kAgents);
  w.step();
  REQUIRE(w.starts.size() == kAgents);
  std::vector<std::thread> threads;
  for (uint32_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (uint32_t i = thread; i < kAgents; i += 4) {
        const float worth = static_cast<float>(w.starts[i].token.slot % 10);
        if (!w.population.complete(w.starts[i].token, found(worth))) return;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  w.step();
  for (uint32_t slot = 0; slot < kAgents; ++slot) CHECK(w.key<float>("seen")[slot] == 50 + slot % 10);
}

}  // namespace
}  // namespace ishi::compiler::given_values_test
