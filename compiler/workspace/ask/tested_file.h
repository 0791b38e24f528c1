#pragma once

#include <string_view>
#include <vector>

#include "source/stop.h"
#include "testing/run_tests.h"
#include "workspace/checked_file.h"

namespace ishi::compiler {

// The results of a file's tests.
struct TestedFile {
  std::vector<TestResult> results;
  std::vector<CoverageItem> coverage;  // if it was asked for
};

struct TestQuestion {
  std::string_view filter{};  // only tests whose name contains it
  bool has_coverage = false;
  TestProgress progress{};
  const Stop* stop = nullptr;
};

// Runs the tests of a file. `diagnostics`: hold what is wrong with it, and get what is found on the way; with
// errors nothing is run.
[[nodiscard]] TestedFile test_file(const CheckedFile& checked, const TestQuestion& question,
                                   Diagnostics& diagnostics);

}  // namespace ishi::compiler
