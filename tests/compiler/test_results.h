#pragma once

#include <string>
#include <vector>

#include "testing/run_tests.h"

namespace ishi::compiler {

// What the tests in a behaviour come to, which has no errors.
[[nodiscard]] std::vector<TestResult> results_of(const std::string& text);

// The lines of a test that says the situation of a refutation.
[[nodiscard]] std::string lines_of(const TestResult& result);

}  // namespace ishi::compiler
