#include <catch2/catch.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "compiler/compiled.h"
#include "simulate/simulation.h"
#include "simulate/situation.h"
#include "testing/run_tests.h"

// Runs of which only the outcome counts, as of mutants: they end as soon as nothing can change it. And agents
// that nobody asks about, who do the same as others.

namespace ishi::compiler::quick_runs_test {
namespace {

constexpr std::string_view kYard = R"(ishi: 1
things: { person: {}, animal: {} }
teams: { watch: {} }
events: { radio: { fields: { who: animal } } }
blackboard:
  calls: { type: integer, range: 0..99 }
  alarm: { type: number, scope: world, range: 0..9, merge: sum }
tasks:
  idle: { takes: 0.4s }
  shoot: { params: { at: animal }, takes: 0.7s, effects: { alarm: alarm + 1 } }
  sit: { takes: 2s }
tokens: { gun: 1, chair: { count: 2, scope: team } }
memory: { foes: { of: animal, capacity: 3, forget: 2s } }
senses: { eyes: { sight: { range: 12m, field: 360deg }, of: animal, remember: foes } }
needs: { tired: { start: 0.2, rise: 0.05/s } }
actions:
  attack:
    for_each: { foe: foes }
    claims: [gun]
    score: 0.6 + random * 0.2
    do: [{ emit: { radio: { who: foe } }, to: team }, { shoot: { at: foe } }]
  sit: { when: needs.tired > 0.5, claims: chair, score: 0.9, do: sit, after: { tired: -0.4 } }
  rest: { score: 0.2 + needs.tired + random * 0.1, do: [idle] }
agents:
  guard:
    actions: [attack, sit, rest]
    senses: [eyes]
    on: { radio: [set: { calls: calls + 1 }] }
    states: { calm: { to: { busy: alarm > 3 } }, busy: {} }
    think: { every: 150ms }
scenes:
  yard:
    world: { rat: { is: animal, position: [0, 0, 5] } }
    agents:
      ann: { agent: guard, team: watch, self: { is: person } }
      bob: { agent: guard, team: watch, self: { is: person, position: [2, 0, 0] } }
      cid: { agent: guard, team: watch, self: { is: person, position: [4, 0, 0] } }
tests:
)";

struct Quick {
  Outcome outcome{};
  uint64_t frames = 0;  // that were played at most
};

// Runs the one test; each of its frames calls `progress`.
Quick run(const std::string& test, bool is_quick) {
  Compiled compiled(std::string(kYard) + "  it: { scene: yard, run: 40s, expect: { " + test + " } }\n");
  compiled.load();
  Quick quick;
  const Stop stop = [&quick] { return ++quick.frames, false; };
  const auto results =
      run_tests(compiled.program->model, compiled.program->tests, compiled.program->units.main_file,
                compiled.asset, {.stops_at_failure = is_quick, .stop = &stop});
  REQUIRE(results.size() == 1);
  quick.outcome = results[0].outcome;
  return quick;
}

}  // namespace

TEST_CASE("a run ends as soon as nothing can change its outcome") {
  constexpr uint64_t kAll = 40 * kFramesPerSecond, kSome = 4 * kFramesPerSecond, kNone = 8;
  struct Row {
    const char* expect;
    uint64_t frames;
  };
  for (const Row& row : std::vector<Row>{
           {"holds: [{ token: gun, at_most: 1 }]", kNone},
           {"holds: [{ token: gun, at_most: 2 }]", kNone},
           {"holds: [{ token: gun, at_least: 1 }]", kSome},
           {"holds: [{ token: gun, at_most: 1, at_least: 1 }]", kSome},
           {"holds: [{ token: gun, at_most: 1, by: [ann, bob] }]", kNone},
           {"agents: { bob: { picks: rest, within: 3s } }", kSome},
           {"agents: { ann: { does_in_order: [idle, idle] } }", kSome},
           {"agents: { ann: { does_in_order: [idle], picks: rest, within: 3s } }", kSome},
           // All of the run counts.
           {"holds: [{ token: chair, at_most: 2 }]", kAll},  // of each team
           {"agents: { ann: { does_in_order: [idle, idle], never_does: sit } }", kAll},
           {"agents: { bob: { picks: [rest, sit, attack] } }", kAll},
           {"agents: { bob: { picks: rest, within: 3s }, ann: { key: { calls: 0..50 } } }", kAll},
       }) {
    CAPTURE(row.expect);
    const Quick quick = run(row.expect, true);
    const Quick whole = run(row.expect, false);
    CHECK(quick.outcome == whole.outcome);
    CHECK(whole.frames >= kAll);
    if (quick.outcome == Outcome::passed) CHECK(quick.frames <= row.frames + kNone);
    if (row.frames == kAll && quick.outcome == Outcome::passed) CHECK(quick.frames >= kAll);
  }
}

TEST_CASE("agents that nobody observes do what they do otherwise") {
  Compiled compiled(std::string(kYard) +
                    "  it: { scene: yard, run: 40s, expect: { holds: [{ token: gun, at_most: 1 }] } }\n");
  compiled.load();
  const Model& model = compiled.program->model;
  Diagnostics diagnostics;
  const Situation situation = read_situation(model, model.tests[0].value, diagnostics);
  for (const uint32_t unobserved : {1U, 2U, 7U}) {  // a bit for each agent
    Simulation all(compiled.asset, model, situation), some(compiled.asset, model, situation);
    REQUIRE(all.open(3));
    REQUIRE(some.open(3));
    for (uint32_t agent = 0; agent < 3; ++agent) {
      if ((unobserved >> agent & 1) != 0) some.leave_unobserved(agent);
    }
    for (uint32_t frame = 0; frame < 40 * kFramesPerSecond; ++frame) {
      REQUIRE(all.frame());
      REQUIRE(some.frame());
      REQUIRE(all.stage().world().state_hash() == some.stage().world().state_hash());
      for (uint32_t agent = 0; agent < 3; ++agent) {
        const auto& events = all.agent(agent).events();
        if ((unobserved >> agent & 1) == 0) {
          REQUIRE(some.agent(agent).events().size() == events.size());
          continue;
        }
        // Its events of options, tasks and steps are the same.
        std::vector<std::pair<SimulatedEvent::Kind, uint32_t>> wanted, noted;
        using Kind = SimulatedEvent::Kind;
        for (const SimulatedEvent& event : events) {
          if (event.kind <= Kind::node_changed) wanted.emplace_back(event.kind, event.index);
        }
        for (const SimulatedEvent& event : some.agent(agent).events()) {
          REQUIRE(event.text.empty());
          if (event.kind <= Kind::node_changed) noted.emplace_back(event.kind, event.index);
        }
        REQUIRE(noted == wanted);
      }
    }
  }
}

}  // namespace ishi::compiler::quick_runs_test
