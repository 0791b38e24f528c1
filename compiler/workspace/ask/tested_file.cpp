#include "workspace/ask/tested_file.h"

#include <algorithm>
#include <optional>

#include "ishi/asset_info.h"

namespace ishi::compiler {

TestSession::TestSession(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics)
    : conditions_(checked.program->model, checked.program->units, checked.sources) {
  const Program& program = *checked.program;
  const bool has_tests = std::ranges::any_of(
      program.model.tests, [&](const auto& test) { return is_own(test, program.units.main_file); });
  if (diagnostics.has_errors()) return;
  const std::vector<uint8_t> blob = blob_of(checked, {.all_agents = has_tests}, diagnostics);
  if (!has_tests || blob.empty() || !Asset::load(blob, asset_)) return;
  if (question.has_coverage) coverage_.emplace(program.model, asset_, checked.sources);
  runner_.emplace(program.model, program.tests, program.units.main_file, asset_,
                  TestRunOptions{.filter = question.filter,
                                 .conditions = &conditions_,
                                 .progress = question.progress,
                                 .coverage = coverage_ ? &*coverage_ : nullptr,
                                 .stop = question.stop});
}

TestedFile TestSession::take() {
  TestedFile tested;
  if (!runner_) return tested;
  tested.results = std::move(runner_->results());
  if (coverage_) tested.coverage = coverage_->items();
  return tested;
}

TestedFile test_file(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics) {
  TestSession session(checked, question, diagnostics);
  while (session.go_on()) {
  }
  return session.take();
}

}  // namespace ishi::compiler
