#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/failed_condition.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "testing/coverage.h"
#include "testing/test_result.h"

namespace ishi::compiler {

// Told now and then which share of the tests is done, 0 to 1.
using TestProgress = std::function<void(double share)>;

// Runs the tests of the model's main file against its blob. `filter`: only tests whose name contains it.
// `asset` must hold all agents of the model. `conditions` says more of actions whose `when` does not hold,
// `coverage` watches what they try.
std::vector<TestResult> run_tests(const Model& model, uint32_t main_file, const Asset& asset,
                                  std::string_view filter, const FailedCondition* conditions = nullptr,
                                  const TestProgress& progress = {}, CoverageWatch* coverage = nullptr);

}  // namespace ishi::compiler
