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

namespace {

constexpr const char* kWolf = R"yaml(ishi: 1
things: { animal: { fields: { hp: { type: number, range: 0..10, default: 5 }, armed: boolean } } }
blackboard:
  fire: entity
  hp: { type: number, range: 0..100, default: 100 }
  ammo: { type: integer, range: 0..12, default: 12 }
memory: { herd: { of: animal, capacity: 3, forget: 20s } }
curves: { near: { points: [[0m, 1], [10m, 0]] } }
actions:
  flee:  { when: fire.known, score: near(distance(fire)) }
  shoot: { when: ammo > 0, score: 1 - hp.norm }
  hunt:  { for_each: { one: herd }, when: one.armed, score: 0.6 }
  watch: { when: "count(herd, it.hp > 8) > 1", score: 0.55 }
  rest:  { score: 0.5 }
agents:
  wolf:
    actions: [flee, shoot, hunt, watch, rest]
tests:
  claim: { agent: wolf, )yaml";

TestResult wolf(const std::string& claim) {
  const auto results = results_of(kWolf + claim + " }\n");
  REQUIRE(results.size() == 1);
  return results[0];
}

}  // namespace

TEST_CASE("a place of the agent and of a world beside it say how far it is between them") {
  const std::string at_fire =
      "for_all: { fire: camp, ammo: 0 }, remembers: { herd: [] }, world: { camp: { position: [0, 0, 1] } }, ";
  CHECK(wolf(at_fire + "self: { position: [0, 0, 3] }, always: { picks: flee }, score: { flee: 0.8 }")
            .outcome == Outcome::proved);
  CHECK(wolf(at_fire + "self: { position: [0, 0, 9] }, always: { picks: rest }").outcome == Outcome::proved);
  const TestResult anywhere = wolf(at_fire + "always: { picks: flee }");
  CHECK(anywhere.outcome == Outcome::refuted);
  const TestResult refuted = wolf(at_fire + "self: { position: [0, 0, 3] }, never: { picks: flee }");
  CHECK(refuted.outcome == Outcome::refuted);
  CHECK(refuted.message.find("self: { position: [0, 0, 3] }") != std::string::npos);
  // A part of the agent that `self` does not name may be anything.
  CHECK(wolf(at_fire + "self: { is: animal }, always: { picks: flee }").outcome == Outcome::refuted);
}

TEST_CASE("`where` restricts a claim to the situations in which it holds") {
  CHECK(wolf("for_all: { hp: any, ammo: any, fire: nothing }, where: ammo * 10 > hp and hp < 40, "
             "remembers: { herd: [] }, always: { picks: shoot }")
            .outcome == Outcome::proved);
  const TestResult refuted = wolf(
      "for_all: { hp: any, ammo: any, fire: nothing }, where: ammo * 10 > hp, remembers: { herd: [] }, "
      "always: { picks: shoot }");
  CHECK(refuted.outcome == Outcome::refuted);
  CHECK(wolf("for_all: { hp: any, ammo: any, fire: any }, where: fire.known and distance(fire) < 2m, "
             "remembers: { herd: [] }, never: { picks: rest }")
            .outcome == Outcome::proved);
  CHECK(wolf("for_all: { hp: 0..20 }, where: hp.norm > 0.1 and ammo < 1, never: { picks: shoot }").outcome ==
        Outcome::proved);
}

TEST_CASE("what members of an open set refute is refuted") {
  const TestResult one = wolf("for_all: { hp: 100, fire: nothing }, never: { picks: hunt }");
  INFO(one.message);
  CHECK(one.outcome == Outcome::refuted);
  CHECK(one.message.find("remembers: { herd: [") != std::string::npos);
  const TestResult two = wolf("for_all: { hp: 100, fire: nothing }, never: { picks: watch }");
  INFO(two.message);
  CHECK(two.outcome == Outcome::refuted);
  CHECK(two.message.find("remembers: { herd: [") != std::string::npos);
}

TEST_CASE("`where` about what a change of state sets anew is undecided, and says so") {
  const auto results = results_of(R"yaml(ishi: 1
blackboard: { n: { type: integer, range: 0..5 }, a: { type: number, range: 0..1 } }
actions: { one: { score: a }, two: { score: 0.5 } }
agents:
  it:
    actions: [one, two]
    states:
      calm:  { to: { tense: a > 0.5 } }
      tense: { enter: [set: { n: 2 }] }
tests:
  claim: { agent: it, for_all: { a: any }, where: n > 3 and a > 0.6, always: { picks: one } }
)yaml");
  REQUIRE(results.size() == 1);
  CHECK(results[0].outcome == Outcome::unknown);
  CHECK(results[0].message.find("`n`, which `where` reads, changes") != std::string::npos);
}

}  // namespace ishi::compiler::fixed_proofs_test
