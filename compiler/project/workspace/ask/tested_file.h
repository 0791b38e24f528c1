#pragma once

#include <optional>
#include <string>
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

// The tests of a file, one after the other.
class TestSession {
 public:
  // As test_file() has it. `checked` must outlive it.
  TestSession(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics);
  TestSession(const TestSession&) = delete;
  TestSession& operator=(const TestSession&) = delete;

  // Runs the next test, or a part of its run. False if there is none, or it is stopped.
  bool go_on() { return runner_ && runner_->go_on(); }
  // Of those that were run.
  [[nodiscard]] TestedFile take();

 private:
  Asset asset_;
  FailedCondition conditions_;
  std::optional<CoverageWatch> coverage_;
  const CheckedFile& checked_;
  std::optional<TestRunner> runner_;
};

// Writes the failing tests of results whose runs fail (TestResult::failing_test).
void write_failing_tests(const CheckedFile& checked, std::vector<TestResult>& results);

// The text of a file with these failing tests as new entries; unchanged where there are none. `results` are
// of that file. A test that the file has already is not added again. Nothing where `tests` stands in
// brackets.
[[nodiscard]] std::optional<std::string> with_failing_tests(const CheckedFile& checked,
                                                            const std::vector<TestResult>& results);

// Runs the tests of a file. `diagnostics`: hold what is wrong with it, and get what is found on the way; with
// errors nothing is run.
[[nodiscard]] TestedFile test_file(const CheckedFile& checked, const TestQuestion& question,
                                   Diagnostics& diagnostics);

}  // namespace ishi::compiler
