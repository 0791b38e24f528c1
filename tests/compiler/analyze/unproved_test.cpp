#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/test_results.h"

// Claims of which one situation shows that they are wrong: none of them is proved.

namespace ishi::compiler::unproved_test {

namespace {

std::vector<Outcome> outcomes_of(const std::string& text) {
  std::vector<Outcome> outcomes;
  for (const TestResult& result : results_of(text)) outcomes.push_back(result.outcome);
  return outcomes;
}

using Outcomes = std::vector<Outcome>;

}  // namespace

TEST_CASE("a sum of as many as there can be is rounded up, perhaps") {
  CHECK(outcomes_of(R"(ishi: 1
things: { thug: {} }
candidates: { mob: { of: thug, capacity: 10, fields: { weight: { type: number, range: 0..0.1 } } } }
actions:
  run: { when: "sum(mob, it.weight) > 1", score: 0.5 }
  stay: { score: 0.3 }
agents: { cat: { actions: [run, stay] } }
tests:
  ten of them:
    agent: cat
    candidates:
      mob: [{ weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 },
            { weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 }, { weight: 0.1 }]
    expect: { picks: run }
  never: { agent: cat, for_all: {}, never: { picks: run } }
)") == Outcomes{Outcome::passed, Outcome::unknown});
}

TEST_CASE("what a test fills is something else where the way to another state remembers or forgets") {
  const std::string pickups = R"(ishi: 1
things: { pickup: { fields: { energy: { type: number, range: 0..1, default: 0.5 } } } }
blackboard: { go: boolean, what: pickup }
memory: { pickups: { of: pickup, capacity: 4, forget: never } }
actions:
  fetch: { for_each: { item: pickups }, score: 0.5 + item.energy }
  idle: { score: 0.3 }
agents:
  cat:
    actions: [fetch, idle]
    states:
      calm: { to: { alert: go } }
      alert: { enter: [remember: { pickups: what }] }
  dog:
    actions: [fetch, idle]
    states:
      calm: { to: { alert: go }, finally: [forget: { pickups: what }] }
      alert: {}
tests:
)";
  CHECK(outcomes_of(pickups + R"(
  it fetches: { agent: cat, state: calm, given: { go: true, what: someone }, remembers: { pickups: [] }, expect: { picks: fetch } }
  never: { agent: cat, state: calm, for_all: { go: true, what: someone }, remembers: { pickups: [] }, never: { picks: fetch } }
  where it stays: { agent: cat, state: calm, for_all: { go: false }, remembers: { pickups: [] }, never: { picks: fetch } }
)") == Outcomes{Outcome::passed, Outcome::unknown, Outcome::proved});
  CHECK(outcomes_of(pickups + R"(
  it idles:
    agent: dog
    state: calm
    world: { can: { is: pickup, energy: 1 } }
    given: { go: true, what: can }
    remembers: { pickups: [{ is: can }] }
    expect: { picks: idle }
  always:
    agent: dog
    state: calm
    world: { can: { is: pickup, energy: 1 } }
    for_all: { go: true, what: can }
    remembers: { pickups: [{ is: can }] }
    always: { picks: fetch }
)") == Outcomes{Outcome::passed, Outcome::unknown});
}

TEST_CASE("what is drawn with no chance at all refutes nothing") {
  const auto results = results_of(R"(ishi: 1
blackboard: { hp: { type: number, range: 0..1 } }
actions:
  walk: { score: 0.5, do: [wait: 3s] }
  limp: { score: 0.3 * hp, do: [wait: 3s] }
agents:
  cat: { actions: [walk, limp], select: { minimum: -1, weighted: { top: 1 } } }
  dog: { actions: [walk, limp], select: { minimum: -1, weighted: {} } }
tests:
  the best alone: { agent: cat, for_all: { hp: any }, never: { picks: limp } }
  what scores nothing: { agent: dog, for_all: { hp: 0 }, never: { picks: limp } }
  what scores something: { agent: dog, for_all: { hp: any }, never: { picks: limp } }
)");
  REQUIRE(results.size() == 3);
  CHECK(results[0].outcome == Outcome::unknown);
  CHECK(results[1].outcome == Outcome::unknown);
  CHECK(results[2].outcome == Outcome::refuted);
  CHECK(results[2].message.find("(0.0000)") == std::string::npos);
}

TEST_CASE("who claims a member may have to do with another one than the best") {
  CHECK(outcomes_of(R"(ishi: 1
things: { deer: { fields: { hp: { type: number, range: 0..10 } } } }
memory: { prey: { of: deer, capacity: 3, forget: 20s } }
actions:
  hunt: { for_each: { one: prey }, score: 0.1 * one.hp, claims: one }
  rest: { score: 0.35 }
agents: { wolf: { actions: [hunt, rest] } }
tests:
  the second best:
    agent: wolf
    world: { a: { is: deer, hp: 4 }, b: { is: deer, hp: 3 } }
    remembers: { prey: [{ is: a }, { is: b }] }
    taken: [a]
    expect: { order: [rest, hunt], score: { hunt: 0.3 } }
  order:
    agent: wolf
    for_all: {}
    world: { a: { is: deer, hp: 4 }, b: { is: deer, hp: 3 } }
    remembers: { prey: [{ is: a }, { is: b }] }
    order: [hunt, rest]
  score:
    agent: wolf
    for_all: {}
    world: { a: { is: deer, hp: 4 }, b: { is: deer, hp: 3 } }
    remembers: { prey: [{ is: a }, { is: b }] }
    score: { hunt: 0.4 }
  one of them:
    agent: wolf
    for_all: {}
    world: { a: { is: deer, hp: 4 }, b: { is: deer, hp: 3 } }
    remembers: { prey: [{ is: a }, { is: b }] }
    score: { hunt: 0.3..0.4 }
)") == Outcomes{Outcome::passed, Outcome::unknown, Outcome::unknown, Outcome::proved});
}

TEST_CASE("an action for members of a set that the test leaves open is refuted with one member in it") {
  const std::string text = R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
blackboard: { x: { type: number, range: 0..1 } }
SETS
tasks: { work: { takes: 1s } }
actions:
  p: { for_each: { f: known }, score: x, do: [work] }
  r: { score: 0.1, do: [work] }
agents: { it: { actions: [p, r] } }
tests:
  never: { agent: it, for_all: { x: any }, never: { picks: p } }
  nobody: { agent: it, for_all: { x: any }, FIELD: { known: [] }, never: { picks: p } }
)";
  struct Sets {
    const char* written;
    const char* field;
  };
  const Sets sets = GENERATE(Sets{"memory: { known: { of: person, capacity: 3, forget: 10s } }", "remembers"},
                             Sets{"candidates: { known: { of: person, capacity: 3 } }", "candidates"});
  std::string filled = text;
  filled.replace(filled.find("SETS"), 4, sets.written);
  filled.replace(filled.find("FIELD"), 5, sets.field);
  const std::vector<TestResult> results = results_of(filled);
  REQUIRE(results.size() == 2);
  CHECK(results[0].outcome == Outcome::refuted);
  CHECK(results[0].message.find(std::string(sets.field) + ": { known: [{}] }") != std::string::npos);
  CHECK(results[1].outcome == Outcome::proved);
}

}  // namespace ishi::compiler::unproved_test
