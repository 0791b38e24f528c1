#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "compiler/compiled.h"
#include "testing/run_tests.h"

// An action that ends in the frame in which something else takes over either completed, and leads to the
// state that follows, or was aborted, and leads nowhere: never both, and never neither.

namespace ishi::compiler::endings_test {
namespace {

constexpr std::string_view kGuard = R"(ishi: 1
blackboard: {{ seen: {{ type: integer, range: 0..1000 }} }}
drives: {{ fear: {{ start: 0.2 }} }}
events: {{ shot: {{}} }}
tasks: {{ search: {{ takes: 1s }}, hide: {{ takes: 9s }} }}
actions:
  patrol:
    score: 0.5
    do: [search]
    finally: [{{ set: {{ seen: seen + 1 }}, when: completed }}, {{ set: {{ seen: seen + 100 }}, when: aborted }}]
  cower: {{ score: drives.fear, do: hide }}
agents:
  guard:
    actions: [cower]
    think: {{ every: {}frames, on: [shot] }}
    on: {{ shot: [raise: {{ fear: +0.7 }}] }}
    states:
      work: {{ actions: [patrol], to: {{ pause: completed }} }}
      pause: {{}}
tests:
)";

// Two tests for a shot in this frame: that the patrol completed, and that it was aborted.
void add_tests(std::string& text, int frame) {
  for (const auto& [seen, state] : {std::pair(1, "pause"), std::pair(100, "work")}) {
    text += fmt::format(
        "  frame {} {}:\n    agent: guard\n    run: 2s\n    at: {{ {}ms: {{ emit: {{ shot: {{}} }} }} }}\n"
        "    expect: {{ state: {}, key: {{ seen: {} }}, picks: cower, level: {{ fear: 0.9 }} }}\n",
        frame, state, frame * 50.0 / 3, state, seen);
  }
}

TEST_CASE("in whatever frame a shot falls, the patrol before it has either completed or been aborted") {
  for (const int every : {1, 2, 3, 7, 30}) {
    std::string text = fmt::format(fmt::runtime(kGuard), every);
    for (int frame = 50; frame < 75; ++frame) add_tests(text, frame);
    Compiled compiled(text);
    compiled.load();
    const Program& program = *compiled.program;
    const auto results = run_tests(program.model, program.tests, program.units.main_file, compiled.asset, {});
    REQUIRE(results.size() == 50);
    bool has_completed = false;
    for (size_t i = 0; i < results.size(); i += 2) {
      CAPTURE(every, 50 + i / 2, results[i].message, results[i + 1].message);
      const bool completes = results[i].outcome == Outcome::passed;
      CHECK(completes != (results[i + 1].outcome == Outcome::passed));
      CHECK(completes >= has_completed);  // a later shot does not come before the end
      has_completed = completes;
    }
    CHECK(has_completed);
    CHECK(results[1].outcome == Outcome::passed);
  }
}

}  // namespace
}  // namespace ishi::compiler::endings_test
