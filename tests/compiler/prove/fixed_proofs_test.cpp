#include <catch2/catch.hpp>
#include <string>

#include "compiler/test_results.h"

// Proofs beside a `world`, `candidates` or `remembers` of the test: what is fixed by these, and what is not.

namespace ishi::compiler::fixed_proofs_test {

namespace {

constexpr const char* kFriends = R"yaml(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 }, friend: entity } } }
blackboard: { who: person, pt: point }
candidates:
  foes: { of: person, capacity: 4 }
  jobs: { fields: { owner: entity }, capacity: 3 }
memory: { mem: { of: person, capacity: 4, forget: 10s } }
actions:
  go:    { when: "distance(who.friend, pt) > 1m", score: 0.5 }
  chase: { for_each: { f: foes }, when: "distance(f.friend, pt) > 1m", score: 0.6 }
  seek:  { for_each: { f: mem }, when: "distance(f.friend, pt) > 1m", score: 0.7 }
  job:   { for_each: { j: jobs }, when: "distance(j.owner, pt) > 1m", score: 0.8 }
  own:   { for_each: { j: jobs }, when: j.owner == self, score: 0.75 }
  mine:  { when: who == self, score: 0.95 }
  stay:  { score: 0.1 }
agents: { it: { actions: [go, chase, seek, job, own, mine, stay] } }
tests:
  claim: { agent: it, )yaml";

TestResult result_of(const std::string& claim) {
  const auto results = results_of(kFriends + claim + " }\n");
  REQUIRE(results.size() == 1);
  return results[0];
}

void check_refuted(const std::string& claim) {
  const TestResult result = result_of(claim);
  INFO(result.message);
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("self: { position: ") != std::string::npos);
}

}  // namespace

TEST_CASE("a field of a test's world that names the agent does not say where the agent is") {
  check_refuted(
      "for_all: { who: ann, pt: [0, 0, 0] }, world: { ann: { is: person, friend: self } }, "
      "never: { picks: go }");
  check_refuted(
      "for_all: { pt: [0, 0, 0] }, world: { ann: { is: person, friend: self } }, "
      "candidates: { foes: [{ is: ann }] }, never: { picks: chase }");
  check_refuted(
      "for_all: { pt: [0, 0, 0] }, world: { ann: { is: person, friend: self } }, "
      "remembers: { mem: [{ is: ann }] }, never: { picks: seek }");
}

TEST_CASE("a member's own field that names the agent does not say where the agent is") {
  check_refuted(
      "for_all: { who: nothing, pt: [0, 0, 0] }, candidates: { jobs: [{ owner: self }] }, "
      "never: { picks: job }");
}

TEST_CASE("what a test's world says of somebody else is fixed") {
  CHECK(
      result_of("for_all: { who: ann, pt: [0, 0, 0] }, world: { bob: {}, ann: { is: person, friend: bob } }, "
                "never: { picks: go }")
          .outcome == Outcome::proved);
}

TEST_CASE("whether a member belongs to the agent is decided by whom it names") {
  CHECK(result_of("for_all: {}, world: { bob: {} }, candidates: { jobs: [{ owner: bob }] }, "
                  "never: { picks: own }")
            .outcome == Outcome::proved);
  CHECK(result_of("for_all: { who: nothing }, candidates: { jobs: [{ owner: self }] }, "
                  "never: { picks: [nothing, stay, go] }")
            .outcome == Outcome::proved);
}

TEST_CASE("a key may name the agent itself") {
  const TestResult result = result_of("for_all: {}, never: { picks: mine }");
  INFO(result.message);
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("who: self") != std::string::npos);
}

TEST_CASE("what a choice without inertia makes of fixed members is proved and refuted") {
  const std::string herd = R"yaml(ishi: 1
things: { deer: { fields: { hp: { type: number, range: 0..10 } } } }
blackboard: { hungry: { type: number, range: 0..1 }, least: { type: number, range: 0..10 } }
memory: { herd: { of: deer, capacity: 3, forget: 20s } }
choices:
  prey: { for_each: { one: herd }, when: one.hp > least, score: one.hp * hungry }
actions:
  hunt: { when: prey.known and prey.hp > 3, score: 0.1 * prey.hp }
  rest: { score: 0.35 }
agents: { wolf: { actions: [hunt, rest] } }
tests:
  claim:
    agent: wolf
    world: { a: { is: deer, hp: 4 }, b: { is: deer, hp: 6 } }
    remembers: { herd: [{ is: a }, { is: b }] }
)yaml";
  const auto outcome_of = [&](const std::string& claim) {
    const auto results = results_of(herd + claim);
    REQUIRE(results.size() == 1);
    INFO(results[0].message);
    CHECK(results[0].outcome != Outcome::error);
    return results[0].outcome;
  };
  CHECK(outcome_of("    for_all: { hungry: 0.1..1, least: 0..3 }\n    always: { picks: hunt }\n"
                   "    score: { hunt: 0.6 }\n") == Outcome::proved);
  // Of equals the first.
  CHECK(outcome_of("    for_all: { hungry: 0, least: 0..3 }\n    score: { hunt: 0.4 }\n") == Outcome::proved);
  CHECK(outcome_of("    for_all: { hungry: 0.1..1, least: 4..5 }\n    score: { hunt: 0.6 }\n") ==
        Outcome::proved);
  CHECK(outcome_of("    for_all: { hungry: any, least: 7..10 }\n    never: { picks: hunt }\n") ==
        Outcome::proved);
  CHECK(outcome_of("    for_all: { hungry: any, least: any }\n    always: { picks: hunt }\n") ==
        Outcome::refuted);
  CHECK(outcome_of("    for_all: { hungry: any, least: 0..3 }\n    score: { hunt: 0.6 }\n") ==
        Outcome::refuted);
}

}  // namespace ishi::compiler::fixed_proofs_test
