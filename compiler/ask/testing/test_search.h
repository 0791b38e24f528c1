#pragma once

#include <cstdint>

#include "testing/varied_runs.h"

namespace ishi::compiler {

// The quick search of `ishi test`: the first runs of a test that varies, up to one that fails, which is made
// simple.
class TestSearch {
 public:
  // All must outlive this; `conditions` may be null.
  TestSearch(const Model& model, const Asset& asset, const TypedTest& test, const FailedCondition* conditions,
             const TestRunOptions& options);

  // Some more runs. False once all is done: then there is a result.
  bool go_on();
  TestResult& result() { return result_; }
  // Of all runs, that are over.
  [[nodiscard]] double seconds() const;

 private:
  void end();

  const Model& model_;
  const TypedTest& test_;
  const FailedCondition* conditions_;
  const TestRunOptions& options_;
  VariedRuns runs_;
  SearchBlock block_;
  uint64_t most_;
  TestResult result_;
};

// The result of a test after its runs: `searched`, `failed` with its first failing run made simple, or
// undecided where an event has never come. `conditions` as in TestRunOptions; `shrinks`: makes it simple.
[[nodiscard]] TestResult result_of(const Model& model, VariedRuns& runs, const SearchTally& tally,
                                   const FailedCondition* conditions, bool shrinks);

}  // namespace ishi::compiler
