#include <algorithm>
#include <utility>

#include "workspace/ask/tested_file.h"
#include "workspace/workspace.h"

// Questions about what agents do.

namespace ishi::compiler {

std::shared_ptr<const CheckedFile> Workspace::compiled_alone(const std::string& path, const Stop* stop) {
  SnapshotReader::Texts texts;
  std::shared_ptr<ParsedFiles> parsed;
  Text main;
  {
    const std::scoped_lock lock(mutex_);
    main = text_of(path);
    texts = snapshot();
    parsed = parsed_;
  }
  const SnapshotReader reader(texts, disk_);
  const auto compiled = check_file(path, main.bytes == nullptr ? std::string() : *main.bytes, reader, *parsed,
                                   CheckDepth::programs, {}, stop);
  if (compiled != nullptr) compiled->version = main.version;
  return compiled;
}

std::optional<std::vector<TestRun>> Workspace::run(const std::string& path, std::string_view name,
                                                   const Stop* stop, const TestProgress& progress) {
  const auto now = compiled_alone(path, stop);
  if (now == nullptr) return std::nullopt;
  std::vector<TestRun> runs;
  if (now->has_errors) return runs;
  Diagnostics said_before = now->diagnostics;
  const TestedFile tested =
      test_file(*now, {.filter = name, .progress = progress, .stop = stop}, said_before);
  if (compiler::is_stopped(stop)) return std::nullopt;
  for (const TestResult& result : tested.results) {
    if (!name.empty() && result.name != name) continue;
    runs.push_back({std::string(result.name), is_good(result.outcome),
                    std::string(outcome_name(result.outcome)), result.message, result.span.begin,
                    result.span.end});
  }
  return runs;
}

std::unique_ptr<AskedSituation> Workspace::ask(const std::string& path, const SituationQuestion& question) {
  auto asked = std::make_unique<AskedSituation>(question, path);
  if (auto now = compiled_alone(path, question.stop)) asked->read(std::move(now));
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
