#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/asset.h"
#include "model/model.h"
#include "testing/coverage.h"
#include "testing/failed_condition.h"
#include "testing/witness_text.h"

namespace ishi::compiler {

// Of a test with `for_all`: proved, refuted by a situation, or unknown, which is no success either.
enum class Outcome : uint8_t { passed, failed, proved, refuted, unknown, error };

[[nodiscard]] constexpr bool is_good(Outcome outcome) {
  return outcome == Outcome::passed || outcome == Outcome::proved;
}

struct TestResult {
  std::string name;
  Span span;  // of the test's name
  Outcome outcome = Outcome::passed;
  std::string message;  // what was expected and what came instead, a line each; if passed, what to know of it
  WitnessText witness{};  // the situation that refutes it
};

// Told now and then which share of the tests is done, 0 to 1.
using TestProgress = std::function<void(double share)>;

// Runs the tests of the model's main file against its blob. `filter`: only tests whose name contains it.
// `asset` must hold all agents of the model. `conditions` says more of actions whose `when` does not hold,
// `coverage` watches what they try.
std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  std::string_view filter, const FailedCondition* conditions = nullptr,
                                  const TestProgress& progress = {}, CoverageWatch* coverage = nullptr);

// "passed", "failed", "proved", "refuted", "undecided", "error".
[[nodiscard]] std::string_view outcome_name(Outcome outcome);

}  // namespace ishi::compiler
