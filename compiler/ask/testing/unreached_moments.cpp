#include "testing/unreached_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "language/unit.h"

namespace ishi::compiler {
namespace {

constexpr double kPlayed = 10;  // seconds that `play` shows unless it is told otherwise

// The test of a scene that runs longest. Null if the scene has no test, if a test does not say how long it
// runs, or if a test stands in another file than the scene: further files may then have tests of it.
const Test* longest_test_in(const Model& model, uint32_t scene) {
  const Test* longest = nullptr;
  for (const auto& [name, test] : model.tests) {
    if (test.scene.index != scene) continue;
    if (!test.run.given) return nullptr;
    if (longest == nullptr || test.run.value > longest->run.value) longest = &test;
  }
  return longest;
}

void report(Span span, std::string message, const Test& longest, double seconds, Diagnostics& diagnostics) {
  const std::string run = show(longest.run.value, Quantity::duration);
  diagnostics.report(Code::moment_unreached, span, std::move(message))
      .label(longest.run.span, fmt::format("the longest test of it here lasts {}", run))
      .help(fmt::format("write an earlier time, or let a test run longer than {}",
                        show(seconds, Quantity::duration)));
}

}  // namespace

void check_unreached_moments(const Model& model, Diagnostics& diagnostics) {
  for (uint32_t i = 0; i < model.scenes.size(); ++i) {
    const auto& [name, scene] = model.scenes[i];
    const Test* const longest = longest_test_in(model, i);
    if (longest == nullptr) continue;
    const double end = std::max(longest->run.value, kPlayed);
    for (const auto& moment : scene.around.at) {
      if (moment.time.given && moment.time.value >= end)
        report(moment.time.span, fmt::format("every test of `{}` is over before this happens", name.text),
               *longest, moment.time.value, diagnostics);
    }
    for (const auto& [entity, movement] : scene.moves) {
      if (movement.starts.given && movement.starts.value >= end)
        report(movement.starts.span,
               fmt::format("every test of `{}` is over before `{}` sets off", name.text, entity.text),
               *longest, movement.starts.value, diagnostics);
    }
  }
}

}  // namespace ishi::compiler
