#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "diagnostics/diagnostics.h"
#include "diagnostics/render_text.h"
#include "explain/failed_condition.h"
#include "ishi/asset_info.h"
#include "pipeline/pipeline.h"
#include "simulate/simulation.h"
#include "source/read_file.h"
#include "testing/run_tests.h"
#include "trials.h"

// What a designer reads of a run that did not go as a test expects. That runs go as they should is shown by
// tests/cases/pass/runs.ishi.yaml.

namespace ishi::compiler::runs_test {

namespace {

constexpr std::string_view kGuard = R"(ishi: 1
things: { person: {} }
blackboard:
  ammo:   { type: integer, range: 0..6, default: 6 }
  hp:     { type: number, range: 0..100, default: 100 }
  turned: { type: angle, range: -180deg..180deg }
  home:   point
  threat: person
tasks:
  aim:  { takes: 0.5s }
  fire: { requires: ammo > 0, effects: { ammo: ammo - 1, turned: turned + 30deg }, takes: 0.5s }
  hide: { takes: 5s }
actions:
  shoot: { when: threat.known, score: 0.5, do: [aim, fire], interruptible: elapsed > 0.2s, cooldown: 1s }
  hide:  { when: hp < 50 and time > 1s, score: 0.9, do: hide }
  rest:  { score: 0.1 }
agents:
  guard: { actions: [shoot, hide, rest] }
tests:
  it:
    agent: guard
)";

// The result of the first test of a file.
TestResult result_of_file(const std::string& text) {
  Compiled compiled(text);
  compiled.load();
  const Program& program = *compiled.program;
  const FailedCondition conditions(program.model, program.units, compiled.sources);
  return run_tests(program.model, program.tests, program.units.main_file, compiled.asset,
                   {.conditions = &conditions})[0];
}

// The result of a test with these lines.
TestResult result_of(const std::string& lines) { return result_of_file(std::string(kGuard) + lines); }

// What is said of a test that fails.
std::string told(const std::string& lines) {
  const TestResult result = result_of(lines);
  CHECK(result.outcome == Outcome::failed);
  return result.message;
}

}  // namespace

TEST_CASE("tasks that are started in another order are told with their times") {
  CHECK(told("    given: { threat: someone }\n    run: 1s\n    expect: { does: [aim, hide] }\n") ==
        "expected `does: [aim, hide]`, but the tasks started are aim (0.00s), fire (0.50s)");
}

TEST_CASE("too few tasks are told as all there are") {
  CHECK(told("    given: { threat: someone }\n    run: 1s\n    expect: { does: [aim, fire, aim] }\n") ==
        "expected `does: [aim, fire, aim]`, but the only tasks started are aim (0.00s), fire (0.50s)");
  CHECK(told("    run: 1s\n    expect: { does: [aim] }\n") ==
        "expected `does: [aim]`, but no task is started");
}

TEST_CASE("of many tasks those about the first wrong one are told") {
  std::string ten;
  for (int i = 0; i < 5; ++i) ten += "aim, fire, ";
  CHECK(told("    given: { threat: someone, hp: 90 }\n    run: 15s\n    expect: { does: [" + ten +
             "hide] }\n") ==
        "expected `does: […, aim, fire, aim, fire, hide]`, but the tasks started are …, aim (6.00s), fire "
        "(6.50s), aim (8.00s), fire (8.50s), aim (10.00s), fire (10.50s)");
}

TEST_CASE("what is not picked in time is told with what ran, and when it is picked") {
  const std::string given =
      "    given: { threat: someone }\n    run: 3s\n    at: { 2s: { set: { hp: 10 } } }\n";
  CHECK(told(given + "    expect: { picks: hide, within: 1.5s }\n") ==
        "expected `hide` within 1.5s, but it ran shoot 0.00s–1.00s, rest 1.02s–1.50s; it picks `hide` at "
        "2.00s");
  CHECK(told(given + "    expect: { picks: nothing, within: 500ms }\n") ==
        "expected nothing within 0.5s, but it ran shoot 0.00s–0.50s");
}

TEST_CASE("what is not picked at the end is told with its scores and since when") {
  CHECK(told("    given: { threat: someone }\n    run: 3s\n    expect: { picks: rest }\n") ==
        "expected `rest` (0.1000) at the end, but it picks `shoot` (0.5000 + inertia 0.03) since 2.00s");
}

TEST_CASE("what cools down at the end is told as that") {
  CHECK(
      told("    given: { threat: someone }\n    run: 1.5s\n    expect: { picks: shoot }\n") ==
      "expected `shoot` (0.5000, but it cools down for 0.52s more) at the end, but it picks `rest` (0.1000 + "
      "inertia 0.03) since 1.02s");
}

TEST_CASE("a condition that does not hold at the end is explained by the keys and the time of the end") {
  CHECK(told("    given: { hp: 20 }\n    run: 3s\n    at: { 1s: { set: { hp: 60 } } }\n    expect: { picks: "
             "hide }\n") ==
        "expected `hide` (its `when` does not hold: `hp < 50` is false: `hp` is 60) at the end, but it picks "
        "`rest` (0.1000 + inertia 0.03) since 0.00s");
}

TEST_CASE("of what runs, which may ask how long it has, no part of its condition is told") {
  CHECK(
      told("    given: { threat: someone }\n    run: 150ms\n    at: { 0.1s: { set: { threat: nothing } } }\n"
           "    running: shoot\n    expect: { score: { shoot: 0.5 } }\n") ==
      "expected a score of `shoot`, but its `when` does not hold");
}

TEST_CASE("too many switches are told with all that ran") {
  CHECK(told("    given: { threat: someone }\n    run: 3s\n    expect: { max_switches: 1 }\n") ==
        "expected at most 1 switch, but there are 2: shoot 0.00s–1.00s, rest 1.02s–2.00s, shoot 2.00s–3.00s");
}

TEST_CASE("keys that are otherwise at the end are told in their units, and since when") {
  CHECK(told("    given: { threat: someone }\n    run: 1.5s\n    expect:\n      key: { ammo: 6, hp: 50..60, "
             "turned: 45deg, "
             "home: [0, 0, 1], threat: nothing }\n") ==
        "expected `ammo` to be 6 at the end, but it is 5, since 1.00s\n"
        "expected `hp` to be 50..60 at the end, but it is 100, as from the beginning\n"
        "expected `turned` to be 45deg at the end, but it is 30deg, since 1.00s\n"
        "expected `home` to be [0, 0, 1] at the end, but it is [0, 0, 0], as from the beginning\n"
        "expected `threat` to be nothing at the end, but it is someone, as from the beginning");
}

TEST_CASE("a number is met to a hundred-thousandth, an integer exactly, a range with its ends") {
  const auto outcome = [](const std::string& hp) {
    return result_of("    given: { hp: 10.5 }\n    run: 1s\n    expect: { key: { hp: " + hp + " } }\n")
        .outcome;
  };
  CHECK(outcome("10.5") == Outcome::passed);
  CHECK(outcome("10.500005") == Outcome::passed);
  CHECK(outcome("10.50003") == Outcome::failed);
  CHECK(outcome("10.5..11") == Outcome::passed);
  CHECK(outcome("10..10.5") == Outcome::passed);
  CHECK(outcome("10.51..11") == Outcome::failed);
}

TEST_CASE("a coordinate is met to a hundredth or in a range, and both sides of a failure differ") {
  const auto outcome = [](const std::string& home) {
    return result_of("    given: { home: [1.2015, 0, 6.2] }\n    run: 1s\n    expect: { key: { home: " +
                     home + " } }\n")
        .outcome;
  };
  CHECK(outcome("[1.202, 0, 6.2]") == Outcome::passed);
  CHECK(outcome("[1.21, 0, 6.2]") == Outcome::passed);
  CHECK(outcome("[1.22, 0, 6.2]") == Outcome::failed);
  CHECK(outcome("[1.2, -1..1, 6..7]") == Outcome::passed);
  CHECK(outcome("[1.2, 0.5..1, 6..7]") == Outcome::failed);
  CHECK(told("    given: { home: [1234.582, 0, 6.2] }\n    run: 1s\n    expect: { key: { home: [1234.6, 0, "
             "6.2] } }\n") ==
        "expected `home` to be [1234.6, 0, 6.2] at the end, but it is [1234.582, 0, 6.2], as from the "
        "beginning");
}

TEST_CASE("a time that is shown is the frame that it is shown for") {
  for (uint64_t frame = 0; frame < 3 * kFramesPerSecond; ++frame) {
    const double seconds = static_cast<double>(frame) / kFramesPerSecond;
    INFO(frame);
    CHECK(frame_at(shown_seconds(seconds)) == frame);
    CHECK(frame_at(seconds) == frame);
  }
  CHECK(frame_at(0.018) == 1);  // shown as 0.02s
  CHECK(frame_at(0.021) == 2);
  CHECK(frames_of(0.02) == 2);  // a run is as long as it says
}

TEST_CASE("sounds that steps make are expected as events are") {
  const std::string coins = R"(ishi: 1
things: { person: {} }
events: { done: {} }
sounds: { coin: { radius: 20m }, bell: { radius: 20m } }
tasks: { pick: { takes: 0.5s } }
actions: { rob: { score: 0.5, do: [pick, emit: coin] } }
agents: { thief: { actions: [rob] } }
tests:
  it: { agent: thief, run: 2s, expect: { emits: )";
  CHECK(result_of_file(coins + "{ coin: {} } } }\n").outcome == Outcome::passed);
  const TestResult none = result_of_file(coins + "{} } }\n");
  CHECK(none.outcome == Outcome::failed);
  CHECK(none.message == "expected it to emit nothing, but it emits coin (0.50s), coin (1.02s), coin (1.53s)");
  CHECK(result_of_file(coins + "{ bell: {} } } }\n").message ==
        "expected it to emit `bell`, but it emits coin (0.50s), coin (1.02s), coin (1.53s)");
  CHECK(result_of_file(coins + "{ coin: {} }, within: 0.4s } }\n").message ==
        "expected it to emit `coin` within 0.4s, but it does so at 0.50s");
}

TEST_CASE("what an agent emits before the event that is waited for is told as that") {
  const TestResult result = result_of_file(R"(ishi: 1
events: { shout: {} }
tasks: { stand: { takes: 0.5s } }
teams: { a: {} }
actions: { call: { score: 0.5, cooldown: 9s, do: [stand, { emit: shout, to: team }] }, rest: { score: 0.1 } }
agents: { guard: { actions: [call, rest], think: { on: [shout] } } }
tests:
  it: { agent: guard, run: 2s, expect: { emits: { shout: {} }, after: shout, within: 1s } }
)");
  CHECK(result.outcome == Outcome::failed);
  CHECK(result.message ==
        "expected it to emit `shout` within 1s of `shout` (0.50s), but it does so at 0.50s, before `shout` "
        "arrives in the same frame");
}

TEST_CASE("a profile that does not count in the state of an agent is noted") {
  const TestResult result = result_of_file(R"(ishi: 1
blackboard: { n: { type: number, range: 0..1, default: 0.4 } }
drives: { fear: { level: n } }
importance: { calm: { fear: 1 }, wild: { fear: 2 } }
tasks: { stand: { takes: 1s } }
actions: { run: { reduces: { fear: 1 }, do: [stand] }, idle: { score: 0.1, do: [stand] } }
agents: { guard: { importance: calm, actions: [run, idle], states: { a: { to: { b: n > 0.9 } }, b: { importance: wild } } } }
tests:
  the calm one: { agent: guard, importance: calm, state: b, expect: { score: { run: 0.8 } } }
)");
  CHECK(result.outcome == Outcome::passed);
  CHECK(result.message ==
        "note: `importance` decides nothing here: in the state `b` its own profile `wild` counts");
}

TEST_CASE("who comes later sets off when it comes") {
  const std::string later = R"(ishi: 1
things: { dog: {} }
memory: { dogs: { of: dog, capacity: 2, forget: 1s } }
senses: { eyes: { sight: { range: 5m }, of: dog, remember: dogs } }
tasks: { stand: { takes: 1s } }
actions: { idle: { score: 0.1, do: [stand] } }
agents: { guard: { senses: [eyes], actions: [idle] } }
scenes:
  s:
    agents: { ann: { agent: guard, self: { position: [0, 0, 40] } } }
    moves: { rex: { path: [[0, 0, 0], [0, 0, 100]], speed: 4m/s } }
    at: { 10s: { add: { rex: { is: dog, position: [0, 0, 0] } } } }
tests:
  it: { scene: s, run: 25s, expect: { at: { 12s: { remembers: { dogs: nothing } }, 20s: { remembers: { dogs: rex } } } } }
)";
  CHECK(result_of_file(later).message.empty());
}

TEST_CASE("a failure that comes to nothing is told, and no reason to fail") {
  const TestResult result = result_of(
      "    given: { threat: someone }\n    run: 1s\n    fails: { hide: 0.5s }\n    expect: { picks: shoot "
      "}\n");
  CHECK(result.outcome == Outcome::passed);
  CHECK(result.message ==
        "note: `fails: { hide: 0.5s }` came to nothing: no hide ran then or was started later");
}

TEST_CASE("the seconds of all runs make the progress of a file") {
  Compiled compiled(std::string(kGuard) +
                    "    run: 3min\n    expect: { picks: rest }\n"
                    "  that:\n    agent: guard\n    run: 1min\n    expect: { picks: rest }\n");
  compiled.load();
  std::vector<double> shares;
  run_tests(compiled.program->model, compiled.program->tests, compiled.program->units.main_file,
            compiled.asset, {.progress = [&](double share) { shares.push_back(share); }});
  CHECK(shares.size() > 8);  // some seconds of a run at a time
  CHECK(std::ranges::is_sorted(shares));
  CHECK(std::ranges::count(shares, 0.75) == 1);  // the first run is over
  CHECK(shares.back() == 1);
}

TEST_CASE("who is not noticed is told with the test of the sense that they fail") {
  const std::string watcher = R"(ishi: 1
things: { person: { fields: { asleep: boolean } } }
memory: { foes: { of: person, capacity: 1, forget: 10s } }
senses:
  eyes:
    sight: { range: 10m, field: 90deg }
    of: person
    when: not it.asleep
    visibility: 0.5
    remember: foes
actions: { rest: { score: 0.1 } }
agents: { watcher: { senses: [eyes], actions: [rest] } }
tests:
  noticing:
    agent: watcher
    world: { bob: { is: person, position: [0, 0, 4] }, ann: { is: person, position: )";
  const auto told_of = [&](std::string_view rest) {
    const TestResult result =
        result_of_file(watcher + std::string(rest) + "\n    expect: { notices: { eyes: ann } }\n");
    CHECK(result.outcome == Outcome::failed);
    return result.message;
  };
  const std::string bob = "expected `eyes` to notice `ann`, but it notices `bob`; ";
  CHECK(told_of("[0, 0, 7] } }") == bob + "`ann` is 7.00 m away, and it reaches 5.00 m there");
  CHECK(told_of("[3, 0, 0] } }") == bob + "`ann` is 90 degrees beside where the agent looks");
  CHECK(told_of("[0, 0, 3], asleep: true } }") == bob + "for `ann` its `when` does not hold");
  CHECK(told_of("[0, 0, 5] } }") == bob + "nearer ones leave no room for `ann`");
  CHECK(told_of("[0, 0, 3] } }\n    hidden: [ann]") ==
        "expected `eyes` to notice `ann`, but it notices nothing; `ann` is hidden");
}

TEST_CASE("what is not so at a time is told with that time") {
  CHECK(told("    given: { threat: someone }\n    run: 2s\n"
             "    expect: { at: { 1s: { picks: shoot, key: { ammo: 6 } }, 0.2s: { picks: shoot } } }\n") ==
        "expected `ammo` to be 6 at 1s, but it is 5, since 1.00s");
  CHECK(told("    given: { hp: 90 }\n    run: 2s\n    expect: { at: { 500ms: { picks: hide } } }\n") ==
        "expected `hide` (its `when` does not hold: `hp < 50` is false: `hp` is 90; `time > 1s` is false: "
        "`time` "
        "is 0.5s) at 0.5s, but it picks `rest` (0.1000 + inertia 0.03) since 0.00s");
}

TEST_CASE("what is picked though it never should be, and tasks in another order, are told") {
  CHECK(told("    given: { threat: someone }\n    run: 2s\n    expect: { never_picks: shoot }\n") ==
        "expected it never to pick `shoot`, but it does at 0.00s");
  CHECK(told("    given: { threat: someone }\n    expect: { never_picks: [rest, shoot] }\n") ==
        "expected it never to pick `shoot`, but it does: `shoot` (0.5000)");
  CHECK(told("    given: { threat: someone }\n    run: 1s\n    expect: { does_in_order: [fire, aim] }\n") ==
        "expected it to start `aim` after `fire`, but the tasks started are aim (0.00s), fire (0.50s)");
}

constexpr std::string_view kSquad = R"(ishi: 1
teams: { watch: {} }
things: { person: {} }
events: { radio: {} }
tokens: { gun: 2 }
blackboard: { called: boolean, hurt: boolean }
tasks: { idle: { takes: 1s } }
importance: { brave: {}, coward: { fear: 2 } }
drives: { fear: { level: 'if(hurt, 0.5, 0)' } }
memory: { foes: { of: person, capacity: 4, forget: 3s } }
senses: { eyes: { sight: { range: 10m, field: 360deg }, of: person, remember: foes } }
actions:
  attack: { for_each: { foe: foes }, claims: [gun], score: 0.8, do: [idle] }
  flee: { reduces: { fear: 0.9 }, do: [idle, { emit: radio, to: team }] }
  rest: { score: 0.5, do: [idle] }
agents:
  guard:
    actions: [attack, flee, rest]
    senses: [eyes]
    on: { radio: [set: { called: true }] }
    states: { calm: { to: { alert: called } }, alert: {} }
scenes:
  yard:
    agents: { ann: guard, bob: guard }
    world: { thief: { is: person, position: [4, 0, 0] } }
    at: { 1s: { emit: { ann.radio: {} } } }
tests:
  it:
)";

constexpr std::string_view kRadio = R"(ishi: 1
events: { radio: {}, order: {} }
blackboard: { called: boolean, delay: { type: duration, range: 0s..2s } }
tasks: { hum: { takes: 0.3s }, run: { takes: 1s } }
actions:
  stroll: { score: 0.2, do: [hum] }
  help: { score: 0.5, do: [run, { emit: radio, to: game }] }
  call: { score: 0.5, cooldown: 60s, do: [wait: delay, { emit: radio, to: team }] }
agents:
  caller: { actions: [call] }
  guard:
    think: { every: 100ms }
    on: { radio: [set: { called: true }], order: [set: { called: true }] }
    states: { calm: { actions: [stroll], to: { alert: called } }, alert: { actions: [help] } }
scenes:
  caller_first: { agents: { ann: caller, bob: guard } }
  guard_first: { agents: { bob: guard, ann: caller } }
tests:
  it:
)";

TEST_CASE("what an agent did before an event does not count as done after it, at any phase of its thoughts") {
  for (uint32_t phase = 0; phase < 26; phase += phase_step()) {
    const double at = 1 + phase * 0.0083;
    for (const std::string scene : {"caller_first", "guard_first"}) {
      for (const std::string event : {"radio", "order"}) {
        const auto outcome_of = [&](const std::string& expected) {
          return result_of_file(
                     fmt::format(
                         "{}    scene: {}\n    run: 3s\n    at: {{ 0s: {{ set: {{ ann.delay: {:.4f}s }} }}, "
                         "{:.4f}s: {{ emit: {{ bob.order: {{}} }} }} }}\n"
                         "    expect: {{ agents: {{ bob: {{ {}, after: {}, within: 0.5s }} }} }}\n",
                         kRadio, scene, at, at, expected, event))
              .outcome;
        };
        CAPTURE(at, scene, event);
        CHECK(outcome_of("state: calm") == Outcome::failed);
        CHECK(outcome_of("picks: stroll") == Outcome::failed);
        CHECK(outcome_of("emits: { radio: {} }") == Outcome::failed);
        CHECK(outcome_of("state: alert, picks: help") == Outcome::passed);
      }
    }
  }
}

TEST_CASE("tokens, events and memories that are not as expected are told with who and when") {
  const auto told_of = [](const std::string& lines) {
    const TestResult result = result_of_file(std::string(kSquad) + lines);
    CHECK(result.outcome == Outcome::failed);
    return result.message;
  };
  const std::string run = "    scene: yard\n    run: 3s\n    expect: ";
  CHECK(told_of(run + "{ holds: [{ token: gun, at_most: 1 }, { token: gun, at_least: 3 }] }\n") ==
        "expected at most 1 to hold `gun` at the same time, but at 0.00s `ann` and `bob` do\n"
        "expected at least 3 to hold `gun` at some time, but at most 2 do, at 0.00s: `ann` and `bob`");
  CHECK(told_of(run + "{ agents: { ann: { picks: flee, after: radio, within: 1s } } }\n") ==
        "ann: expected `flee` within 1s of `radio` (1.00s), but it ran attack 0.00s–2.00s");
  CHECK(told_of(run + "{ agents: { bob: { state: alert, after: radio, within: 1s } } }\n") ==
        "bob: expected something after `radio`, but that never reaches it");
  CHECK(told_of("    scene: yard\n    run: 3s\n    at: { 2s: { remove: ann } }\n"
                "    expect: { agents: { ann: { state: calm } } }\n") ==
        "ann: expected the state `calm` at the end, but it has left");
  CHECK(told_of(run + "{ agents: { ann: { remembers: { foes: nothing } } } }\n") ==
        "ann: expected `foes` to hold nothing at the end, but it holds `thief`");
  CHECK(told_of("    agent: guard\n    importance: any\n    given: { hurt: true }\n    expect: { picks: rest "
                "}\n") ==
        "with the importance profile `coward`:\nexpected `rest` (0.5000), but it picks `flee` (0.9000)");
}

}  // namespace ishi::compiler::runs_test
