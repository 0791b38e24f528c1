#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "explain/failed_condition.h"
#include "ishi/asset_info.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "simulate/simulated_agent.h"
#include "simulate/typed_test.h"
#include "source/stop.h"
#include "testing/coverage.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// Told now and then which share of the tests is done, 0 to 1.
using TestProgress = std::function<void(double share)>;

struct TestRunOptions {
  std::string_view filter{};                    // only tests whose name contains it
  const FailedCondition* conditions = nullptr;  // says more of actions whose `when` does not hold
  TestProgress progress{};
  CoverageWatch* coverage = nullptr;  // watches what they try
  bool stops_at_failure = false;      // the first test that finds a fault is the last one that is run
  const Stop* stop = nullptr;         // asked in each frame of a run and by proofs
  const TypedTest* only = nullptr;    // this one of the tests alone
  const Lowered* lowered = nullptr;   // the model's, with all agents; null: made where a proof needs it
  // Told of each agent when a run is over, and of each thought that is judged by itself.
  std::function<void(const SimulatedAgent&)> after_run{};
  std::function<void(const Thought&)> after_thought{};
};

class TestAttempt;
class TestSearch;

// The tests of the model's main file, one after the other, against its blob. `tests` are those of the model
// after their check; `asset` must hold all agents of the model. All that it is given must outlive it.
class TestRunner {
 public:
  TestRunner(const Model& model, std::span<const TypedTest> tests, uint32_t main_file, const Asset& asset,
             TestRunOptions options = {});

  TestRunner(const TestRunner&) = delete;
  TestRunner& operator=(const TestRunner&) = delete;
  ~TestRunner();

  // Runs the next one, or a part of its run. False if there is none, or it is stopped.
  bool go_on();
  // Of those that were run.
  [[nodiscard]] std::vector<TestResult>& results() { return results_; }

 private:
  void end(TestResult result);

  const Model& model_;
  const Asset& asset_;
  TestRunOptions options_;
  Lowered own_lowered_;
  const Lowered* lowered_ = nullptr;  // for proofs
  std::vector<const TypedTest*> tests_;
  size_t next_ = 0, failures_ = 0;
  bool has_fault_ = false;
  std::optional<TypedTest> with_profile_;  // a test of all profiles, with the one with which it is tried
  uint32_t profile_ = 0;                   // its place among them
  std::unique_ptr<TestAttempt> attempt_;
  std::unique_ptr<TestSearch> search_;
  double all_ = 0, done_ = 0;  // seconds of the game's time; a thought counts as one
  std::vector<TestResult> results_;
};

// Runs all of them.
std::vector<TestResult> run_tests(const Model& model, std::span<const TypedTest> tests, uint32_t main_file,
                                  const Asset& asset, const TestRunOptions& options = {});

}  // namespace ishi::compiler
