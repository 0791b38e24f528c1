#include <catch2/catch.hpp>
#include <string>

#include "compiler/test_results.h"

// Proofs of agents with states, of curves that are flat, and of sets that no score reads.

namespace ishi::compiler::states_proofs_test {

namespace {

constexpr const char* kKeeper = R"yaml(ishi: 1
blackboard:
  alarm: { type: number, range: 0..1 }
  calm:  { type: number, range: 0..1 }
  lamp:  boolean
  oil:   { type: number, range: 0..1 }
actions:
  shine: { when: lamp, score: 0.9 }
  dim:   { when: not lamp, score: 0.5 }
  doze:  { score: 0.2 }
  fill:  { when: oil >= 0.5, score: 0.7 }
agents:
  keeper:
    actions: [doze]
    states:
      rest:   { to: { awake: alarm > 0.5, filled: alarm > 0.3 } }
      awake:  { actions: [shine, dim], enter: [set: { lamp: true }], to: { rest: alarm < calm } }
      filled:
        actions: [fill]
        enter: [set: { oil: 0.2 }, { set: { oil: 0.6 }, when: lamp }]
        to: { rest: alarm + calm > 0.01 }
tests:
  claim: { agent: keeper, )yaml";

TestResult result_of(const std::string& claim) {
  const auto results = results_of(kKeeper + claim + " }\n");
  REQUIRE(results.size() == 1);
  return results[0];
}

}  // namespace

TEST_CASE("a state that is left by what no option reads is entered and kept in a refutation") {
  const TestResult stays = result_of("state: awake, for_all: { lamp: true }, never: { picks: shine }");
  INFO(stays.message);
  CHECK(stays.outcome == Outcome::refuted);
  const TestResult leaves = result_of("state: awake, for_all: { lamp: true }, never: { picks: doze }");
  INFO(leaves.message);
  CHECK(leaves.outcome == Outcome::refuted);
  // Only where both are nearly 0 does it stay.
  const TestResult narrow = result_of("state: filled, for_all: { oil: 0.7 }, never: { picks: fill }");
  INFO(narrow.message);
  CHECK(narrow.outcome == Outcome::refuted);
}

TEST_CASE("a state that comes first in the text takes the agent from those behind it") {
  CHECK(result_of("state: rest, for_all: { alarm: 0.6..1, lamp: any }, never: { picks: fill }").outcome ==
        Outcome::proved);
}

TEST_CASE("a constant that a state sets is what its options read") {
  CHECK(result_of("state: rest, for_all: { alarm: 0.6..1 }, always: { picks: shine }").outcome ==
        Outcome::proved);
}

TEST_CASE("what a state sets only under a condition is not fixed") {
  CHECK(result_of("state: rest, for_all: { alarm: 0.4, lamp: true }, never: { picks: fill }").outcome ==
        Outcome::refuted);
}

TEST_CASE("a curve is exactly 0 where it is flat") {
  const auto results = results_of(R"(ishi: 1
blackboard: { hp: { type: number, range: 0..100 } }
curves:
  band:   { trapezoid: [20, 30, 40, 50] }
  peak:   { triangle: [20, 30, 40] }
  stair:  { steps: [[0, 0], [60, 1]] }
  line:   { points: [[0, 0], [50, 0], [60, 1]] }
  slope:  { smoothstep: { from: 50, to: 60 } }
actions:
  a: { score: band(hp) }
  b: { score: peak(hp) }
  c: { score: stair(hp) }
  d: { score: line(hp) }
  e: { score: slope(hp) }
agents: { cat: { actions: [a, b, c, d, e] } }
tests:
  band:  { agent: cat, for_all: { hp: 50..100 }, never: { picks: a } }
  peak:  { agent: cat, for_all: { hp: 40..100 }, never: { picks: b } }
  stair: { agent: cat, for_all: { hp: 0..59 }, never: { picks: c } }
  line:  { agent: cat, for_all: { hp: 0..50 }, never: { picks: d } }
  slope: { agent: cat, for_all: { hp: 0..50 }, never: { picks: e } }
  none:  { agent: cat, for_all: { hp: 0..20 }, always: { picks: nothing } }
  wrong: { agent: cat, for_all: { hp: 0..20.1 }, always: { picks: nothing } }
)");
  REQUIRE(results.size() == 7);
  for (size_t i = 0; i < 6; ++i) {
    INFO(results[i].name << ": " << results[i].message);
    CHECK(results[i].outcome == Outcome::proved);
  }
  CHECK(results[6].outcome == Outcome::refuted);
}

TEST_CASE(
    "an undecided claim names the set that the test could fill; members that are tried refute what they "
    "can") {
  const auto results = results_of(R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
blackboard: { x: { type: number, range: 0..1 } }
memory: { known: { of: person, capacity: 3, forget: 10s } }
actions:
  greet: { for_each: { one: known }, when: count(known) > 1, score: x }
  # No situation that is tried has three such members.
  match: { for_each: { one: known }, when: "count(known, abs(it.hp - 12.345) < 0.001) > 2", score: x }
  rest:  { score: 0.1 }
agents: { it: { actions: [greet, match, rest] } }
tests:
  several: { agent: it, for_all: { x: any }, never: { picks: greet } }
  unknown: { agent: it, for_all: { x: any }, never: { picks: match } }
  filled:  { agent: it, for_all: { x: any }, remembers: { known: [{ hp: 5 }, { hp: 6 }] }, never: { picks: greet } }
)");
  REQUIRE(results.size() == 3);
  CHECK(results[0].outcome == Outcome::refuted);
  CHECK(results[1].outcome == Outcome::unknown);
  CHECK(results[1].message.find("it depends on what `known` holds; give this test its own `remembers`") !=
        std::string::npos);
  CHECK(results[2].outcome == Outcome::refuted);
}

}  // namespace ishi::compiler::states_proofs_test
