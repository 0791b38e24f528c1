#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/test_results.h"

// What tests with `for_all` come to.

namespace ishi::compiler::proofs_test {

namespace {

constexpr const char* kGuard = R"(ishi: 1
things:
  person: { fields: { armed: boolean } }
blackboard:
  hp:     { type: number, range: 0..100, default: 100 }
  ammo:   { type: integer, range: 0..12, default: 12 }
  threat: person
memory:
  foes: { of: person, capacity: 4, forget: 10s }
curves:
  near: { points: [[0m, 1], [10m, 0]] }
actions:
  shoot: { when: threat.known and ammo > 0, score: 0.6 * near(distance(threat)) }
  stab:  { when: threat.known, score: 0.5 * if_armed }
  flee:  { when: threat.known, score: 0.8 * (1 - hp.norm) }
  hunt:  { for_each: { foe: foes }, score: 0.9 }
  muse:  { score: 0.05 * random }
  idle:  { score: 0.1 }
values:
  if_armed: if(threat.known, if(threat.armed, 1, 0), 0)
agents:
  guard: { actions: [shoot, stab, flee, hunt, muse, idle] }
tests:
  it:
    agent: guard
)";

TestResult result_of(const std::string& claim) {
  const auto results = results_of(kGuard + claim);
  REQUIRE(results.size() == 1);
  return results[0];
}

}  // namespace

TEST_CASE("what holds in all situations is proved") {
  CHECK(result_of("    for_all: { ammo: 0 }\n    never: { picks: shoot }\n").outcome == Outcome::proved);
  CHECK(result_of("    for_all: {}\n    never: { picks: nothing }\n").outcome == Outcome::proved);
  CHECK(result_of("    for_all: {}\n    never: { picks: muse }\n").outcome == Outcome::proved);
}

TEST_CASE("what fails somewhere is refuted by the simplest situation that shows it") {
  const TestResult result =
      result_of("    for_all: { threat: someone, hp: 0..60 }\n    never: { picks: flee }\n");
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("it picks `flee`") != std::string::npos);
  const std::map<std::string, std::string> witness(result.witness.given.begin(), result.witness.given.end());
  REQUIRE(witness.contains("hp"));
  CHECK(witness.at("hp") == "0");
}

TEST_CASE("a refutation places those whose place and fields matter") {
  const TestResult near = result_of("    for_all: { hp: 100 }\n    never: { picks: shoot }\n");
  INFO(near.message);
  CHECK(near.outcome == Outcome::refuted);
  const TestResult armed = result_of("    for_all: { hp: 100, ammo: 0 }\n    never: { picks: stab }\n");
  INFO(armed.message);
  CHECK(armed.outcome == Outcome::refuted);
  CHECK(armed.message.find("armed: true") != std::string::npos);
}

TEST_CASE("a claim that holds only for an empty memory is refuted with a fact in it") {
  const TestResult result = result_of("    for_all: {}\n    never: { picks: hunt }\n");
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("[{}]") != std::string::npos);
}

TEST_CASE("an action for a member competes only where its set has one") {
  constexpr const char* kHunter = R"(ishi: 1
things: { person: { fields: { armed: boolean } } }
blackboard: { ammo: { type: integer, range: 0..12 } }
memory: { foes: { of: person, capacity: 4, forget: 10s } }
candidates: { posts: { of: person, capacity: 4 } }
actions:
  alone:  { for_each: { foe: foes }, when: count(foes) == 0, score: 0.9 }
  crowd:  { for_each: { foe: foes }, when: ammo > 0, score: 0.2 * count(foes) }
  beside: { for_each: { post: posts }, when: count(foes) == 0, score: 0.7 }
  idle:   { score: 0.1 }
agents: { hunter: { actions: [alone, crowd, beside, idle] } }
tests:
  it:
    agent: hunter
)";
  const auto outcome_of = [&](const std::string& claim) {
    const auto results = results_of(kHunter + claim);
    REQUIRE(results.size() == 1);
    INFO(claim << results[0].message);
    return results[0].outcome;
  };
  CHECK(outcome_of("    for_all: {}\n    never: { picks: alone }\n") == Outcome::proved);
  CHECK(outcome_of("    for_all: {}\n    score: { crowd: 0.2..0.8 }\n") == Outcome::proved);
  CHECK(outcome_of("    for_all: {}\n    score: { crowd: 0.3..0.8 }\n") == Outcome::refuted);
  // Another set says nothing of this one.
  CHECK(outcome_of("    for_all: {}\n    never: { picks: beside }\n") != Outcome::proved);
  CHECK(outcome_of("    for_all: {}\n    order: [crowd, idle]\n") == Outcome::proved);
  CHECK(outcome_of("    for_all: {}\n    never: { picks: crowd }\n") == Outcome::refuted);
  CHECK(outcome_of("    for_all: {}\n    always: { picks: [crowd, beside, idle] }\n") == Outcome::proved);
}

TEST_CASE("a claim that depends on a member is refuted with the fields and the place that it needs") {
  const char* const sets =
      GENERATE("memory: { known: { of: person, capacity: 3, forget: 10s, fields: { liked: boolean } } }",
               "candidates: { known: { of: person, capacity: 3, fields: { liked: boolean } } }",
               "candidates: { known: { of: [person, crate], capacity: 3, fields: { liked: boolean } } }");
  const TestResult result = results_of(std::string("ishi: 1\n") + sets + R"(
things:
  person: { fields: { hp: { type: number, range: 0..100 } } }
  crate:  { fields: { hp: { type: number, range: 0..100 } } }
actions:
  greet: { for_each: { one: known }, when: one.hp > 60 and one.liked and distance(one) > 3m, score: 0.5 }
  rest:  { score: 0.1 }
agents: { it: { actions: [greet, rest] } }
tests:
  refuted: { agent: it, for_all: {}, never: { picks: greet } }
)")[0];
  INFO(sets << "\n" << result.message);
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("liked: true") != std::string::npos);
  CHECK(result.message.find("position: [") != std::string::npos);
}

TEST_CASE("several members of an open set together refute a claim") {
  const TestResult result = results_of(R"(ishi: 1
things: { person: { fields: { hp: { type: number, range: 0..100 } } } }
memory: { known: { of: person, capacity: 3, forget: 10s } }
actions:
  greet: { for_each: { one: known }, when: "count(known, it.hp > 60) > 1", score: 0.5 }
  rest:  { score: 0.1 }
agents: { it: { actions: [greet, rest] } }
tests:
  refuted: { agent: it, for_all: {}, never: { picks: greet } }
)")[0];
  INFO(result.message);
  CHECK(result.outcome == Outcome::refuted);
  CHECK(result.message.find("remembers: { known: [{ hp: ") != std::string::npos);
}

TEST_CASE("a single number is met to a hundred thousandth, a range exactly") {
  CHECK(result_of("    for_all: { hp: 50, threat: someone }\n    score: { flee: 0.4 }\n").outcome ==
        Outcome::proved);
  CHECK(result_of("    for_all: { hp: 50..51, threat: someone }\n    score: { flee: 0.4 }\n").outcome ==
        Outcome::refuted);
  CHECK(result_of("    for_all: { hp: 50..51 }\n    score: { flee: 0.39..0.41 }\n").outcome ==
        Outcome::proved);
}

TEST_CASE("one situation and all of them are measured by the same ends of a range") {
  const auto results = results_of(
      "ishi: 1\nactions: { wait: { score: 0.6 } }\nagents: { cat: { actions: [wait] } }\ntests:\n"
      "  one: { agent: cat, expect: { score: { wait: 0..0.6 } } }\n"
      "  all: { agent: cat, for_all: {}, score: { wait: 0..0.6 } }\n"
      "  less: { agent: cat, expect: { score: { wait: 0..0.5999 } } }\n");
  REQUIRE(results.size() == 3);
  CHECK(results[0].outcome == Outcome::passed);
  CHECK(results[1].outcome == Outcome::proved);
  CHECK(results[2].outcome == Outcome::failed);
}

namespace {

constexpr const char* kLantern = R"yaml(ishi: 1
blackboard:
  lamp:  boolean
  alarm: { type: number, range: 0..1 }
actions:
  shine: { score: "if(lamp, 0.9, 0.1)" }
  doze:  { score: 0.2 }
agents:
  keeper:
    actions: [doze]
    states:
      calm: { to: { awake: alarm > 0.5 } }
      awake: { actions: [shine], enter: [set: { lamp: true }], to: { calm: alarm < 0.2 } }
tests:
  claim:
    agent: keeper
)yaml";

TestResult result_of_keeper(const std::string& claim) {
  const auto results = results_of(kLantern + claim);
  REQUIRE(results.size() == 1);
  INFO(results[0].message);
  return results[0];
}

}  // namespace

TEST_CASE("what a state sets when the agent goes over to it is not as the claim says") {
  const TestResult sets = result_of_keeper(
      "    state: calm\n    for_all: { lamp: false, alarm: 0..1 }\n    never: { picks: shine }\n");
  CHECK(sets.outcome == Outcome::refuted);
  CHECK(sets.message.find("state: calm") != std::string::npos);
  CHECK(sets.message.find("alarm: ") != std::string::npos);
  CHECK(sets.message.find("lamp: true") == std::string::npos);
}

TEST_CASE("a claim about a state is about those to which the agent may go over from there") {
  CHECK(result_of_keeper("    state: calm\n    for_all: { alarm: 0..0.4 }\n    never: { picks: shine }\n")
            .outcome == Outcome::proved);
  CHECK(result_of_keeper("    state: calm\n    for_all: { alarm: 0.6..1 }\n    always: { picks: shine }\n")
            .outcome != Outcome::refuted);
  CHECK(result_of_keeper("    state: awake\n    for_all: { lamp: true, alarm: 0.2..1 }\n    always: { picks: "
                         "shine }\n")
            .outcome == Outcome::proved);
  CHECK(result_of_keeper("    state: awake\n    for_all: { lamp: true, alarm: 0..0.1 }\n    never: { picks: "
                         "shine }\n")
            .outcome == Outcome::proved);
}

TEST_CASE("others may hold the tokens of those that would win") {
  const std::string whistle =
      "ishi: 1\ntokens: { whistle: { count: 1 }, drum: { count: 1 } }\n"
      "actions:\n"
      "  pipe: { score: 0.5, claims: whistle }\n"
      "  hum: { score: 0.3 }\n"
      "  sing: { score: 0.2, claims: whistle }\n"
      "  beat: { score: 0.6, claims: [whistle, drum] }\n"
      "agents: { bard: { actions: [pipe, hum, sing, beat] } }\n"
      "tests:\n"
      "  hums: { agent: bard, for_all: {}, never: { picks: hum } }\n"
      "  sings: { agent: bard, for_all: {}, never: { picks: sing } }\n"
      "  pipes: { agent: bard, for_all: {}, never: { picks: pipe } }\n";
  const auto results = results_of(whistle);
  REQUIRE(results.size() == 3);
  CHECK(results[0].outcome == Outcome::refuted);
  CHECK(results[0].message.find("taken: [whistle, drum]") != std::string::npos);
  CHECK(results[1].outcome == Outcome::proved);
  CHECK(results[2].outcome == Outcome::refuted);
  CHECK(results[2].message.find("taken: [drum]") != std::string::npos);
}

TEST_CASE("a refutation says where the agent is, where somebody looks, and each number as it is") {
  const std::string text =
      "ishi: 1\nblackboard:\n  camp: point\n  threat: entity\n"
      "  turn: { type: angle, range: 0deg..90deg }\n  wait: { type: duration, range: 0ms..9000ms }\n"
      "actions:\n"
      "  return: { score: \"if(distance(camp) > 10m, 1, 0)\" }\n"
      "  duck: { score: \"if(angle(threat.facing, direction(camp)) < 90deg and threat.known, 2, 0)\" }\n"
      "  rest: { score: 0.5 }\n"
      "  late: { score: \"if(time > 100s, 9, 0)\" }\n"
      "  pause: { score: \"if(wait > 1.2345s, 99, 0)\" }\n"
      "agents: { scout: { actions: [return, duck, rest, late, pause] } }\n"
      "tests:\n"
      "  returns: { agent: scout, for_all: { threat: nothing, camp: [0, 0, 0] }, never: { picks: return } }\n"
      "  late: { agent: scout, for_all: {}, never: { picks: late } }\n"
      "  waits: { agent: scout, for_all: { wait: 0ms..1234.5678ms }, never: { picks: pause } }\n";
  const auto results = results_of(text);
  REQUIRE(results.size() == 3);
  INFO(results[0].message << results[1].message << results[2].message);
  CHECK(results[0].outcome == Outcome::refuted);
  CHECK(results[0].message.find("self: { position: [") != std::string::npos);
  CHECK(results[1].outcome == Outcome::refuted);
  CHECK(results[1].message.find("which no test can say") != std::string::npos);
  CHECK(results[1].message.find("facing") == std::string::npos);
  CHECK(results[2].outcome == Outcome::refuted);
  CHECK(results[2].message.find("wait: 1234.5678ms") != std::string::npos);
}

namespace {

constexpr const char* kPlaces = R"yaml(ishi: 1
things:
  beast: { fields: { fierce: boolean, size: { type: number, range: 0..10, default: 3 } } }
blackboard:
  wolf: beast
  lair: point
  hp:   { type: number, range: 0..100, default: 100 }
  iron: { type: integer, range: 0..5 }
  x:    { type: number, range: -1..1 }
  near_by: { type: length, range: 0m..50m }
needs:
  rest: { start: 0.5 }
curves:
  near: { points: [[0m, 1], [40m, 0]] }
drives:
  fear: { level: near(distance(wolf)) }
actions:
  flee:    { when: wolf.known, reduces: { fear: +1.0 } }
  approach: { when: wolf.known, score: 1 - distance(wolf) / 40m }
  turn:    { when: bearing(wolf) > 30deg, score: 0.6 }
  close:   { when: distance(wolf) < 20m, score: 0.7 }
  home:    { score: 0.6 * near(distance(lair)) }
  face:    { when: wolf.known and wolf.fierce and bearing(wolf) < -10deg, score: 0.8 }
  late:    { when: elapsed > 1s, score: 0.9 }
  gamble:  { score: 0.51 * random }
  large:   { when: wolf.size > 9, score: 0.9 }
  cube:    { score: x^3 }
  wave:    { score: "mod(x, 0.4) + sin(x * 1rad) - cos(x * 1rad)" }
  forge:   { when: iron > 0, score: 0.4 }
  smelt:   { when: iron == 0, score: 0.3 }
  stay:    { score: 0.5 }
agents:
  a_flee: { actions: [flee, stay] }
  a_approach: { actions: [approach, stay] }
  a_turn: { actions: [turn, stay] }
  a_close: { actions: [close, stay] }
  a_home: { actions: [home, stay] }
  a_face: { actions: [face, stay] }
  a_late: { actions: [late, stay] }
  a_gamble: { actions: [gamble, stay] }
  a_large: { actions: [large, stay] }
  a_cube: { actions: [cube, stay] }
  a_wave: { actions: [wave, stay] }
  smith: { actions: [forge, smelt, stay] }
tests:
)yaml";

// What it tells, as a part of a test.
TestResult result_with(const std::string& agent, const std::string& lines) {
  const auto results = results_of(std::string(kPlaces) + "  it:\n    agent: " + agent + "\n" + lines);
  REQUIRE(results.size() == 1);
  return results[0];
}

}  // namespace

TEST_CASE("a refutation in which places matter is a test that says the same") {
  struct Claim {
    const char *agent, *for_all, *never;
  };
  const Claim claims[] = {
      {"a_flee", "{ wolf: someone }", "stay"},
      {"a_approach", "{ wolf: someone }", "stay"},
      {"a_approach", "{ wolf: someone }", "approach"},
      {"a_turn", "{ wolf: someone }", "stay"},
      {"a_turn", "{}", "turn"},
      {"a_close", "{}", "close"},
      {"a_close", "{ wolf: someone }", "stay"},
      {"a_home", "{}", "stay"},
      {"a_home", "{}", "home"},
      {"a_face", "{}", "face"},
  };
  for (const Claim& claim : claims) {
    const std::string for_all = claim.for_all, never = claim.never;
    const TestResult result =
        result_with(claim.agent, "    for_all: " + for_all + "\n    never: { picks: " + never + " }\n");
    INFO(claim.agent << " " << never << ": " << result.message);
    REQUIRE(result.outcome == Outcome::refuted);
    const TestResult told =
        result_with(claim.agent, lines_of(result) + "    expect: { picks: " + never + " }\n");
    INFO(told.message);
    CHECK(told.outcome == Outcome::passed);
  }
}

TEST_CASE("a refutation is told as seen from the agent") {
  const TestResult result =
      result_with("a_flee", "    for_all: { wolf: someone }\n    always: { picks: flee }\n");
  INFO(result.message);
  CHECK(result.witness.self.empty());
  CHECK(result.message.find("1000000") == std::string::npos);
}

TEST_CASE("what no test can say refutes nothing, and is named") {
  const auto never = [](const std::string& agent, const std::string& action) {
    return result_with(agent, "    for_all: {}\n    never: { picks: " + action + " }\n");
  };
  const TestResult random = never("a_gamble", "gamble");
  CHECK(random.outcome == Outcome::unknown);
  CHECK(random.message.find("what is drawn (`random`)") != std::string::npos);
}

TEST_CASE("nothing runs in a proof, so no time has elapsed") {
  CHECK(result_with("a_late", "    for_all: {}\n    never: { picks: late }\n").outcome == Outcome::proved);
}

TEST_CASE("nobody's fields are their defaults") {
  CHECK(result_with("a_large", "    for_all: { wolf: nothing }\n    never: { picks: large }\n").outcome ==
        Outcome::proved);
  CHECK(result_with("a_large", "    for_all: {}\n    never: { picks: large }\n").outcome == Outcome::refuted);
}

TEST_CASE("powers, remainders and angles are decided, of one value and of a range") {
  const auto always = [](const std::string& agent, const std::string& x, const std::string& action) {
    return result_with(agent, "    for_all: { x: " + x + " }\n    always: { picks: " + action + " }\n")
        .outcome;
  };
  CHECK(always("a_cube", "-0.5", "stay") == Outcome::proved);
  CHECK(always("a_cube", "-1..0.79", "stay") == Outcome::proved);
  CHECK(always("a_cube", "-1..0.8", "stay") == Outcome::refuted);
  CHECK(always("a_wave", "0.1", "stay") == Outcome::proved);
  CHECK(always("a_wave", "-0.39..0.39", "stay") == Outcome::proved);
  CHECK(always("a_wave", "-1..1", "stay") == Outcome::refuted);
}

TEST_CASE("a claim about an action that is nowhere eligible is no success, and says so") {
  const TestResult score = result_with("smith", "    for_all: { iron: 0 }\n    score: { forge: 5..6 }\n");
  CHECK(score.outcome == Outcome::failed);
  CHECK(score.message ==
        "in all these situations `forge` is nowhere eligible, so `score` says nothing of it: its `when`, "
        "`iron > 0`, holds nowhere");
  const TestResult order = result_with("smith", "    for_all: { iron: 0 }\n    order: [forge, stay]\n");
  CHECK(order.outcome == Outcome::failed);
  const TestResult apart = result_with("smith", "    for_all: {}\n    order: [forge, smelt]\n");
  CHECK(apart.outcome == Outcome::failed);
  CHECK(apart.message.find("`forge` and `smelt` are nowhere eligible together") != std::string::npos);
  CHECK(result_with("smith", "    for_all: {}\n    score: { forge: 0.4 }\n").outcome == Outcome::proved);
  CHECK(result_with("smith", "    for_all: { iron: 0 }\n    never: { picks: forge }\n").outcome ==
        Outcome::proved);
}

namespace {

constexpr const char* kFlocks = R"yaml(ishi: 1
things:
  sheep: { fields: { fat: { type: number, range: 0..10, default: 5 } } }
blackboard:
  prey: sheep
candidates:
  flock: { of: sheep, capacity: 4 }
  herd:  { of: sheep, capacity: 4, scope: world }
memory:
  seen: { of: sheep, capacity: 4, forget: 10s }
actions:
  fat:      { for_each: { s: flock }, when: s.fat > 5, score: 0.2 }
  lean:     { for_each: { s: flock }, when: s.fat < 5, score: 0.9 }
  fat_herd: { for_each: { s: herd }, when: s.fat > 5, score: 0.2 }
  lean_herd: { for_each: { s: herd }, when: s.fat < 5, score: 0.9 }
  recall:   { for_each: { s: seen }, when: s.last_seen < 5s, score: 0.3 }
  same:     { for_each: { s: flock }, when: s == prey, score: 0.8 }
  graze:    { when: prey.fat > 8, score: 0.4 }
agents:
  wolf: { actions: [fat, lean] }
  dog: { actions: [fat_herd, lean_herd] }
  owl: { actions: [recall] }
  fox: { actions: [same] }
  cow:
    states:
      calm: { actions: [graze], to: { wild: prey.known } }
      wild: { actions: [graze], enter: [{ set: { prey: nothing } }] }
tests:
)yaml";

Outcome outcome_of_flock(const std::string& agent, const std::string& rest) {
  const auto results =
      results_of(std::string(kFlocks) + "  it:\n    agent: " + agent + "\n    for_all: {}\n" + rest);
  REQUIRE(results.size() == 1);
  INFO(results[0].message);
  return results[0].outcome;
}

}  // namespace

TEST_CASE("two actions for members of a set may be for two of its members") {
  CHECK(outcome_of_flock("wolf", "    order: [fat, lean]\n") == Outcome::refuted);
  CHECK(outcome_of_flock("dog", "    order: [fat_herd, lean_herd]\n") == Outcome::refuted);
  CHECK(outcome_of_flock("wolf", "    order: [lean, fat]\n") == Outcome::proved);
}

TEST_CASE("members that a test gives are all that a set holds, whoever shares it") {
  const std::string of_agent = "    candidates: { flock: [{ fat: 9 }, { fat: 1 }] }\n";
  const std::string of_world = "    candidates: { herd: [{ fat: 9 }, { fat: 1 }] }\n";
  CHECK(outcome_of_flock("wolf", of_agent + "    order: [fat, lean]\n") == Outcome::refuted);
  CHECK(outcome_of_flock("wolf", of_agent + "    always: { picks: lean }\n") == Outcome::proved);
  CHECK(outcome_of_flock("dog", of_world + "    order: [fat_herd, lean_herd]\n") == Outcome::refuted);
  CHECK(outcome_of_flock("dog", of_world + "    always: { picks: lean_herd }\n") == Outcome::proved);
}

TEST_CASE("whoever is a candidate may be whom a key names") {
  const std::string two = "    candidates: { flock: [{ fat: 9 }, { fat: 1 }] }\n";
  CHECK(outcome_of_flock("fox", two + "    never: { picks: same }\n") == Outcome::unknown);
  CHECK(outcome_of_flock("fox", "    candidates: { flock: [] }\n    never: { picks: same }\n") ==
        Outcome::proved);
}

TEST_CASE("whom a state forgets on the way is not whom the claim names") {
  const auto results = results_of(std::string(kFlocks) +
                                  "  it:\n    agent: cow\n    for_all: { prey: dolly }\n"
                                  "    world: { dolly: { is: sheep, fat: 9 } }\n    state: calm\n"
                                  "    always: { picks: graze }\n");
  REQUIRE(results.size() == 1);
  INFO(results[0].message);
  CHECK(results[0].outcome == Outcome::refuted);
}

TEST_CASE("what is remembered was seen a while ago in a world of any age") {
  CHECK(outcome_of_flock("owl", "    remembers: { seen: [{ fat: 2 }] }\n    always: { picks: recall }\n") !=
        Outcome::proved);
}

}  // namespace ishi::compiler::proofs_test
