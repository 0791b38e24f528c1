#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "workspace/ask/new_test.h"
#include "workspace/ask/tested_file.h"
#include "workspace/ask/winning.h"
#include "workspace/new_entry.h"
#include "workspace/workspace.h"

// Questions about what agents do.

namespace ishi::compiler {
namespace {

std::string first_error_of(const Diagnostics& diagnostics) {
  for (const Diagnostic& one : diagnostics.sorted()) {
    if (one.severity == Severity::error) return one.message;
  }
  return "it cannot be told";
}

}  // namespace

std::shared_ptr<const CheckedFile> Workspace::compiled(const std::string& path, const Stop* stop) {
  SnapshotReader::Texts texts;
  std::map<std::string, uint64_t> revisions;
  std::shared_ptr<ParsedFiles> parsed;
  Text main;
  {
    const std::scoped_lock lock(mutex_);
    const auto kept = checked_.find(path);
    if (kept != checked_.end() && holds(kept->second->dependencies)) return kept->second;
    main = text_of(path);
    texts = snapshot();
    for (const auto& [known, text] : texts_) revisions[known] = text.revision;
    parsed = parsed_;
  }
  const SnapshotReader reader(texts, disk_);
  const auto made = check_file(path, main.bytes == nullptr ? std::string() : *main.bytes, reader, *parsed,
                               CheckDepth::programs, {}, stop);
  if (made == nullptr) return nullptr;
  made->version = main.version;
  made->dependencies.push_back({path, main.revision});
  for (const std::string& asked : reader.asked()) {
    if (asked != path) made->dependencies.push_back({asked, revisions[asked]});
  }
  return made;
}

std::shared_ptr<const FileAsset> Workspace::kept_asset(const std::shared_ptr<const CheckedFile>& file) {
  {
    const std::scoped_lock lock(mutex_);
    const auto kept = assets_.find(file->path);
    if (kept != assets_.end() && kept->second.checked.lock() == file) return kept->second.asset;
  }
  auto made = asset_of(*file);
  const std::scoped_lock lock(mutex_);
  if (is_open(file->path)) assets_[file->path] = {file, made};
  return made;
}

std::shared_ptr<Workspace::SharedSearch> Workspace::winning_search(const std::string& path,
                                                                   const Stop* stop) {
  {
    const std::scoped_lock lock(mutex_);
    const auto kept = searches_.find(path);
    if (kept != searches_.end() && holds(kept->second->search.file().dependencies)) return kept->second;
  }
  auto now = compiled(path, stop);
  if (now == nullptr) return nullptr;
  const auto made = std::make_shared<SharedSearch>(std::move(now));
  const std::scoped_lock lock(mutex_);
  if (is_open(path)) searches_[path] = made;
  return made;
}

std::optional<std::vector<TestRun>> Workspace::run(const std::string& path, std::string_view name,
                                                   const Stop* stop, const TestProgress& progress) {
  const auto tests = begin_tests(path, std::string(name), stop, progress);
  while (tests != nullptr && tests->go_on()) {
  }
  if (tests == nullptr || compiler::is_stopped(stop)) return std::nullopt;
  return tests->take();
}

std::unique_ptr<FileTestRuns> Workspace::begin_tests(const std::string& path, std::string name,
                                                     const Stop* stop, TestProgress progress) {
  auto now = compiled(path, stop);
  if (now == nullptr) return nullptr;
  return std::make_unique<FileTestRuns>(std::move(now), std::move(name), stop, std::move(progress));
}

std::string Workspace::winning(const std::string& path, std::string_view action, const Stop* stop) {
  const auto shared = winning_search(path, stop);
  if (shared == nullptr) return {};
  const std::scoped_lock lock(shared->mutex);
  const CheckedFile& now = shared->search.file();
  const uint32_t index = now.has_errors ? kNone : find_index(now.program->model.actions, action);
  if (index == kNone) return {};
  const std::vector<Winning> winnings = shared->search.find(index, stop);
  return compiler::is_stopped(stop) ? std::string() : winnings_text(winnings);
}

tl::expected<FileEdit, std::string> Workspace::new_test(const std::string& path, std::string_view action,
                                                        const Stop* stop) {
  const auto shared = winning_search(path, stop);
  if (shared == nullptr) return tl::unexpected(std::string());
  const std::scoped_lock lock(shared->mutex);
  const CheckedFile& now = shared->search.file();
  if (now.has_errors) return tl::unexpected(std::string("the file has errors"));
  const uint32_t index = find_index(now.program->model.actions, action);
  if (index == kNone) return tl::unexpected(fmt::format("there is no action `{}`", action));
  auto test = test_of_winning(action, shared->search.find(index, stop));
  if (!test) return tl::unexpected(std::move(test.error()));
  return tried_test(now, std::move(*test), stop);
}

tl::expected<FileEdit, std::string> Workspace::new_test(const std::string& path,
                                                        const SituationQuestion& question) {
  const auto now = compiled(path, question.stop);
  if (now == nullptr) return tl::unexpected(std::string());
  AskedSituation asked(question, path);
  if (asked.read(now, kept_asset(now)) != AskedSituation::Outcome::good)
    return tl::unexpected(now->has_errors           ? std::string("the file has errors")
                          : asked.refusal().empty() ? first_error_of(asked.diagnostics())
                                                    : fmt::format("{}", fmt::join(asked.refusal(), "\n")));
  auto test = test_of_situation(asked);
  if (!test) return tl::unexpected(std::move(test.error()));
  return tried_test(*now, std::move(*test), question.stop);
}

tl::expected<FileEdit, std::string> Workspace::new_test(const std::string& path, NewTest test) {
  const auto now = compiled(path, nullptr);
  if (now->has_errors) return tl::unexpected(std::string("the file has errors"));
  return tried_test(*now, std::move(test), nullptr);
}

tl::expected<FileEdit, std::string> Workspace::tried_test(const CheckedFile& file, NewTest test,
                                                          const Stop* stop) {
  const Node& root = *file.tree().root;
  constexpr std::string_view kSection = "tests";
  if (!takes_entries(root, kSection))
    return tl::unexpected(
        std::string("`tests` stands in brackets here; write it as a block, so that a test can "
                    "be added to it"));
  if (const std::string_view same = find_same_test(root, test); !same.empty())
    return tl::unexpected(fmt::format("`{}` is the same test", same));
  const std::string wanted = test.name;
  const auto is_taken = [&] { return find_index(file.program->model.tests, test.name) != kNone; };
  for (int number = 2; is_taken(); ++number) test.name = fmt::format("{} {}", wanted, number);
  FileEdit edit = new_entry(file.path, file.text(), root, kSection, "", test.text());
  std::string text(file.text());
  text.insert(edit.place.begin, edit.text);
  SnapshotReader::Texts texts;
  {
    const std::scoped_lock lock(mutex_);
    texts = snapshot();
  }
  const SnapshotReader reader(texts, disk_);
  ParsedFiles parsed;
  const auto after = check_file(file.path, std::move(text), reader, parsed, CheckDepth::programs, {}, stop);
  if (after == nullptr) return tl::unexpected(std::string());
  Diagnostics said_before = after->diagnostics;
  const auto results = test_file(*after, {.filter = test.name, .stop = stop}, said_before).results;
  const auto own = std::ranges::find(results, test.name, &TestResult::name);
  if (own != results.end() && is_good(own->outcome)) return edit;
  return tl::unexpected(own == results.end() ? first_error_of(after->diagnostics) : own->message);
}

std::unique_ptr<AskedSituation> Workspace::ask(const std::string& path, const SituationQuestion& question) {
  auto asked = std::make_unique<AskedSituation>(question, path);
  if (!question.switched_off.empty()) {
    const auto now = tried(path, question.switched_off, question.stop);
    if (!now)
      asked->refuse_question(now.error());
    else if (*now != nullptr)
      asked->read(*now);
    return asked;
  }
  if (const auto now = compiled(path, question.stop)) asked->read(now, kept_asset(now));
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
