#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/compiled.h"
#include "testing/run_tests.h"
#include "trials.h"

// An action whose member goes has failed, in whichever frame its agent thinks.

namespace ishi::compiler::lost_members_test {
namespace {

constexpr std::string_view kGuard = R"(ishi: 1
things:
  person: {{}}
  well: {{ offers: {{ draw: {{ score: 0.7, cooldown_after_failure: 9s, do: [hit], finally: [{{ emit: lost, when: failed }}, {{ emit: left, when: aborted }}] }} }} }}
events: {{ lost: {{}}, left: {{}}, drop: {{ fields: {{ who: person }} }} }}
memory: {{ foes: {{ of: person, capacity: 1, forget: 1s }} }}
candidates:
  marks: {{ of: person, capacity: 4 }}
  wells: {{ of: well, capacity: 4 }}
tasks: {{ hit: {{ takes: 9s }}, stand: {{ takes: 1s }} }}
actions:
  hunt: {{ for_each: {{ m: {set} }}, score: 0.7, {more} cooldown_after_failure: 9s, do: [hit], finally: [{{ emit: lost, when: failed }}, {{ emit: left, when: aborted }}] }}
  idle: {{ score: 0.1, do: [stand] }}
planners:
  plots:
    rewards: {{ blood: 1 }}
    plans:
      stab: {{ for_each: {{ m: marks }}, rewards: {{ blood: 0.7 }}, cooldown_after_failure: 9s, do: [hit], finally: [{{ emit: lost, when: failed }}, {{ emit: left, when: aborted }}] }}
agents:
  guard:
    {what}
    think: {{ every: {rhythm} }}
    on: {{ drop: [forget: {{ foes: event.who }}] }}
tests:
  it fails:
    agent: guard
    world: {{ thug: {{ is: person }}, thief: {{ is: person }}, deep: {{ is: well }} }}
    run: 4s
    at: {{ {at:.4f}s: {first}, {then:.4f}s: {second} }}
    expect: {{ emits: {{ lost: {{}} }}, times: {{ hit: 1 }} }}
)";

struct Way {
  std::string_view name, set, what, first, second;
  std::string_view more = "";  // fields of the action
};

constexpr std::string_view kHunts = "actions: [hunt, idle]";
constexpr std::string_view kGiven = "{ candidates: { marks: [thug] } }";
constexpr std::string_view kWithdrawn = "{ candidates: { marks: [] } }";
constexpr Way kWays[] = {
    {"its fact is too old", "foes", kHunts, "{ remembers: { foes: [{ is: thug }] } }",
     "{ emit: { drop: { who: thief } } }"},
    {"a handler forgets it", "foes", kHunts, "{ remembers: { foes: [{ is: thug }] } }",
     "{ emit: { drop: { who: thug } } }"},
    {"the game withdraws it", "marks", kHunts, kGiven, kWithdrawn},
    {"it leaves the world", "marks", kHunts, kGiven, "{ remove: thug }"},
    {"the action may not be interrupted", "marks", kHunts, kGiven, kWithdrawn, "interruptible: false, "},
    {"the action claims it", "marks", kHunts, kGiven, kWithdrawn, "claims: m, "},
    {"the action waits for it", "marks", kHunts, kGiven, kWithdrawn, "claims: m, fifo: true, "},
    {"the agent draws", "marks", "actions: [hunt]\n    select: { weighted: {} }", kGiven, kWithdrawn},
    {"the action is a state's", "marks", "actions: [idle]\n    states: { alert: { actions: [hunt] } }",
     kGiven, kWithdrawn},
    {"what offers it leaves the set", "marks", "actions: [idle]\n    offers: wells",
     "{ candidates: { wells: [deep] } }", "{ candidates: { wells: [] } }"},
    {"what offers it leaves the world", "marks", "actions: [idle]\n    offers: wells",
     "{ candidates: { wells: [deep] } }", "{ remove: deep }"},
    {"the member of a plan leaves", "marks", "actions: [idle]\n    planner: plots", kGiven, kWithdrawn},
};

TEST_CASE("an action whose member goes fails, at any phase of its agent's thoughts") {
  for (const Way& way : kWays) {
    for (const std::string_view rhythm : {"1frames", "0.05s", "0.07s", "0.7s"}) {
      for (uint32_t phase = 0; phase < 24; phase += phase_step()) {
        const double at = 0.5 + phase * 0.0071;
        Compiled compiled(fmt::format(
            fmt::runtime(kGuard), fmt::arg("set", way.set), fmt::arg("what", way.what),
            fmt::arg("rhythm", rhythm), fmt::arg("at", at), fmt::arg("first", way.first),
            fmt::arg("then", at + 0.75), fmt::arg("second", way.second), fmt::arg("more", way.more)));
        compiled.load();
        const Program& program = *compiled.program;
        const TestResult result =
            run_tests(program.model, program.tests, program.units.main_file, compiled.asset, {})[0];
        CAPTURE(way.name, rhythm, at, result.message);
        REQUIRE(result.outcome == Outcome::passed);
      }
    }
  }
}

}  // namespace
}  // namespace ishi::compiler::lost_members_test
