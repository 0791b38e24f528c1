#include "workspace/file_test_runs.h"

#include <utility>

namespace ishi::compiler {

FileTestRuns::FileTestRuns(std::shared_ptr<const CheckedFile> file, std::string name, const Stop* stop,
                           TestProgress progress)
    : file_(std::move(file)),
      name_(std::move(name)),
      diagnostics_(file_->diagnostics),
      session_(*file_, {.filter = name_, .progress = std::move(progress), .stop = stop}, diagnostics_) {}

std::vector<TestRun> FileTestRuns::take() {
  std::vector<TestRun> runs;
  for (const TestResult& result : session_.take().results) {
    if (!name_.empty() && result.name != name_) continue;
    runs.push_back({std::string(result.name), is_good(result.outcome),
                    std::string(outcome_name(result.outcome)), result.message, result.span.begin,
                    result.span.end});
  }
  return runs;
}

}  // namespace ishi::compiler
