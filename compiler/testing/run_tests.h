#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/failed_condition.h"
#include "ishi/asset_info.h"
#include "model/model.h"
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
  bool stops_at_failure = false;      // the first test that is not good is the last one that is run
  const Stop* stop = nullptr;         // asked in each frame of a run and by proofs
};

// Runs the tests of the model's main file against its blob. `asset` must hold all agents of the model.
std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  const TestRunOptions& options = {});

}  // namespace ishi::compiler
