#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/test_results.h"
#include "compiler/village.h"
#include "ishi/ishi.h"

// Methods that are drawn by lot.

namespace ishi::compiler::drawn_methods_test {

namespace {

const std::string kBard = R"(ishi: 1
tasks: { hum: {}, sing: {}, yawn: {} }
actions:
  perform:
    score: 0.5
    do:
      - repeat:
          - draw:
              hum:  { weight: 2, do: [hum] }
              sing: { weight: 2, do: [sing] }
              yawn: { do: [yawn] }
agents: { smith: { actions: [perform] } }
)";

// Which tasks start one after the other, `count` of them.
std::vector<uint64_t> tasks_of(Village& v, size_t count) {
  std::vector<uint64_t> tasks;
  for (size_t i = 0; i < 20 * count && tasks.size() < count; ++i) {
    v.step();
    for (const Start& start : std::vector<Start>(v.starts)) {
      tasks.push_back(start.task.value);
      v.report(start);
    }
  }
  return tasks;
}

TEST_CASE("methods of a draw are done as often as their weights say") {
  constexpr int kDraws = 600;
  for (const auto& [a, b] : {std::pair{1.0, 1.0}, {3.0, 1.0}, {0.5, 4.5}, {200.0, 100.0}}) {
    const double share = a / (a + b), spread = 4 * std::sqrt(share * (1 - share) * kDraws);
    const auto results = results_of(fmt::format(
        R"(ishi: 1
blackboard: {{ a: {{ type: number, range: 0..1000 }}, b: {{ type: number, range: 0..1000 }} }}
tasks: {{ hum: {{ takes: 0.05s }}, sing: {{ takes: 0.05s }} }}
actions:
  perform:
    score: 0.5
    do:
      - repeat: {{ do: [draw: {{ hum: {{ weight: a, do: [hum] }}, sing: {{ weight: b, do: [sing] }} }}], times: {} }}
      - wait: 1000s
agents: {{ bard: {{ actions: [perform] }} }}
tests:
  it: {{ agent: bard, given: {{ a: {}, b: {} }}, run: 200s, expect: {{ times: {{ hum: {}..{} }} }} }}
)",
        kDraws, a, b, static_cast<int>(share * kDraws - spread), static_cast<int>(share * kDraws + spread)));
    REQUIRE(results.size() == 1);
    INFO(a << " to " << b << ": " << results[0].message);
    CHECK(results[0].outcome == Outcome::passed);
  }
}

TEST_CASE("what is drawn is the same after a save, a way back and a reload that changes nothing") {
  constexpr size_t kBefore = 7, kAfter = 12;
  Village undisturbed(kBard);
  std::vector<uint64_t> expected = tasks_of(undisturbed, kBefore + kAfter);
  REQUIRE(expected.size() == kBefore + kAfter);
  CHECK(std::set<uint64_t>(expected.begin(), expected.end()).size() == 3);
  expected.erase(expected.begin(), expected.begin() + kBefore);

  Village v(kBard);
  static_cast<void>(tasks_of(v, kBefore));
  size_t size = 0;
  REQUIRE(v.world.save_size(size));
  std::vector<std::byte> bytes(size);
  REQUIRE(v.world.save(bytes, size));
  CHECK(tasks_of(v, kAfter) == expected);
  const Asset* const assets[] = {&v.compiled(kBard)};
  REQUIRE(World::load(bytes, {.assets = assets, .strict = true, .number = v.world.number()}, v.world,
                      {&v.smiths, 1}, v.reload));
  REQUIRE(Scratch::create(v.world, v.scratch));
  v.change(replaced(kBard, "score: 0.5", "score: 0.6"));
  CHECK(tasks_of(v, kAfter) == expected);
}

TEST_CASE("a goal that foresees draws what leads to its end, in whichever order it tries them") {
  const auto results = results_of(R"(ishi: 1
blackboard:
  coins: { type: integer, range: 0..99 }
  open:  boolean
tasks:
  pay:   { requires: coins > 0, takes: 0.1s, effects: { open: true } }
  pick:  { requires: coins > 9, takes: 0.1s, effects: { open: true } }
  climb: { takes: 0.1s, effects: { open: true } }
  knock: { takes: 0.1s }
  enter: { requires: open, takes: 0.1s, effects: { open: false } }
goals:
  get_in:
    foresee: true
    do:
      - draw:
          by_coin: { weight: 5, do: [pay] }
          by_lock: { weight: 5, do: [pick] }
          by_word: { weight: 5, do: [knock] }
          by_wall: { do: [climb] }
      - enter
actions:
  rob:
    score: 0.5
    do: [{ repeat: { do: [get_in], times: 60 } }, wait: 1000s]
agents: { thief: { actions: [rob] } }
tests:
  one way is left: { agent: thief, run: 60s, expect: { times: { climb: 60, enter: 60, knock: 0, pay: 0 } } }
  two ways are left:
    agent: thief
    given: { coins: 5 }
    run: 60s
    expect: { times: { enter: 60, climb: 3..18, pay: 42..57, knock: 0, pick: 0 } }
)");
  REQUIRE(results.size() == 2);
  for (const TestResult& result : results) {
    INFO(result.name << ": " << result.message);
    CHECK(result.outcome == Outcome::passed);
  }
}

}  // namespace
}  // namespace ishi::compiler::drawn_methods_test
