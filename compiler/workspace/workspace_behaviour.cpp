#include <algorithm>
#include <utility>

#include "workspace/ask/tested_file.h"
#include "workspace/workspace.h"

// Questions about what agents do.

namespace ishi::compiler {

std::vector<TestRun> Workspace::run(const std::string& path, std::string_view name) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  if (now->has_errors) return {};
  Diagnostics said_before = now->diagnostics;
  std::vector<TestRun> runs;
  for (const TestResult& result : test_file(*now, {.filter = name}, said_before).results) {
    if (!name.empty() && result.name != name) continue;
    runs.push_back({std::string(result.name), is_good(result.outcome),
                    std::string(outcome_name(result.outcome)), result.message, result.span.begin,
                    result.span.end});
  }
  return runs;
}

std::unique_ptr<AskedSituation> Workspace::ask(const std::string& path, const SituationQuestion& question) {
  const std::scoped_lock lock(mutex_);
  auto asked = std::make_unique<AskedSituation>(question, path);
  asked->read(checked(path));
  return asked;
}

tl::expected<FileDifference, std::string> Workspace::difference(const std::string& path, std::string older,
                                                                const DifferenceQuestion& question) {
  const std::scoped_lock lock(mutex_);
  const auto reader = overlay(path);
  const auto compiled = [&](std::string text) {
    return check_file(path, std::move(text), *reader, *parsed_, CheckDepth::programs);
  };
  const auto before = compiled(std::move(older));
  const auto after = compiled(text(path).value_or(""));
  if (before->has_errors) return tl::unexpected(std::string("the older text has errors"));
  if (after->has_errors) return tl::unexpected(std::string("the newer text has errors"));
  return compare_files(before, after, question);
}

}  // namespace ishi::compiler
