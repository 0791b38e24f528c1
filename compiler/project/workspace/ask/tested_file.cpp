#include "workspace/ask/tested_file.h"

#include <algorithm>
#include <optional>

#include "ishi/asset_info.h"
#include "workspace/ask/new_test.h"
#include "workspace/new_entry.h"

namespace ishi::compiler {

TestSession::TestSession(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics)
    : conditions_(checked.program->model, checked.program->units, checked.sources), checked_(checked) {
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
  write_failing_tests(checked_, tested.results);
  if (coverage_) tested.coverage = coverage_->items();
  return tested;
}

void write_failing_tests(const CheckedFile& checked, std::vector<TestResult>& results) {
  if (checked.tree().root == nullptr) return;
  for (TestResult& result : results) {
    if (result.runs == 0 || result.outcome != Outcome::failed) continue;
    const Entry* const entry = find_test(*checked.tree().root, result.span);
    if (entry != nullptr)
      result.failing_test = failing_test(checked.program->model, *checked.tree().root, *entry, result).text();
  }
}

std::optional<std::string> with_failing_tests(const CheckedFile& checked,
                                              const std::vector<TestResult>& results) {
  const Node& root = *checked.tree().root;
  std::string entries;
  std::vector<std::string> names;
  for (const TestResult& result : results) {
    const bool is_failing = result.runs > 0 && result.outcome == Outcome::failed;
    const Entry* const entry = is_failing ? find_test(root, result.span) : nullptr;
    if (entry == nullptr) continue;
    const NewTest test = failing_test(checked.program->model, *checked.tree().root, *entry, result);
    if (!find_same_test(root, test).empty() || std::ranges::find(names, test.name) != names.end()) continue;
    names.push_back(test.name);
    entries += test.text();
  }
  std::string text(checked.text());
  if (entries.empty()) return text;
  if (!takes_entries(root, "tests")) return std::nullopt;
  const FileEdit edit = new_entry(checked.path, text, root, "tests", "", entries);
  text.insert(edit.place.begin, edit.text);
  return text;
}

TestedFile test_file(const CheckedFile& checked, const TestQuestion& question, Diagnostics& diagnostics) {
  TestSession session(checked, question, diagnostics);
  while (session.go_on()) {
  }
  return session.take();
}

}  // namespace ishi::compiler
