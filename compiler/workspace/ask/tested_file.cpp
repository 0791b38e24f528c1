#include "workspace/ask/tested_file.h"

#include <algorithm>
#include <optional>

#include "ishi/asset_info.h"

namespace ishi::compiler {

TestedFile test_file(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics) {
  TestedFile tested;
  const Program& program = *checked.program;
  const bool has_tests = std::ranges::any_of(
      program.model.tests, [&](const auto& test) { return is_own(test, program.units.main_file); });
  if (diagnostics.has_errors()) return tested;
  const std::vector<uint8_t> blob = blob_of(checked, {.all_agents = has_tests}, diagnostics);
  Asset asset;
  if (!has_tests || blob.empty() || !Asset::load(blob, asset)) return tested;
  const FailedCondition conditions(program.model, program.units, checked.sources);
  std::optional<CoverageWatch> coverage;
  if (question.has_coverage) coverage.emplace(program.model, asset, checked.sources);
  tested.results = run_tests(program.model, program.units.main_file, asset,
                             {.filter = question.filter,
                              .conditions = &conditions,
                              .progress = question.progress,
                              .coverage = coverage ? &*coverage : nullptr,
                              .stop = question.stop});
  if (coverage) tested.coverage = coverage->items();
  return tested;
}

}  // namespace ishi::compiler
