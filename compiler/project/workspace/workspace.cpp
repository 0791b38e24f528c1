#include "workspace/workspace.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "analyze/findings.h"
#include "workspace/in_parallel.h"

namespace ishi::compiler {

// The texts of a workspace as one compilation sees them; notes what it asks for.
class OverlayReader final : public FileReader {
 public:
  OverlayReader(Workspace& workspace, const std::string& main) : workspace_(workspace) { ask(main); }

  [[nodiscard]] tl::expected<std::string, ReadError> read(const std::string& path) const override {
    const Workspace::Text& text = ask(path);
    if (text.bytes == nullptr) return tl::unexpected(text.error);
    return *text.bytes;
  }

  [[nodiscard]] std::string identity(const std::string& path) const override {
    ask(path);
    return workspace_.disk_.identity(path);
  }

  [[nodiscard]] std::vector<Dependency> take() { return std::move(asked_); }

 private:
  const Workspace::Text& ask(const std::string& path) const {
    const Workspace::Text& text = workspace_.text_of(path);
    if (known_.insert(path).second) asked_.push_back({path, text.revision});
    return text;
  }

  Workspace& workspace_;
  mutable std::vector<Dependency> asked_;
  mutable std::unordered_set<std::string> known_;
};

Workspace::Workspace(const FileReader& disk) : disk_(disk), parsed_(std::make_shared<ParsedFiles>()) {}

std::unique_ptr<FileReader> Workspace::overlay(const std::string& path) {
  return std::make_unique<OverlayReader>(*this, path);
}

void Workspace::stop_if(Stop is_unwanted) {
  const std::scoped_lock lock(of_stop_);
  is_unwanted_ = std::move(is_unwanted);
  has_stopped_ = false;
}

bool Workspace::is_stopped() {
  const std::scoped_lock lock(of_stop_);
  has_stopped_ = has_stopped_ || (is_unwanted_ && is_unwanted_());
  return has_stopped_;
}

// --- Texts.

Workspace::Text& Workspace::text_of(const std::string& path) {
  const auto [entry, is_new] = texts_.try_emplace(path);
  if (!is_new) return entry->second;
  auto read = disk_.read(path);
  Text& text = entry->second;
  if (!read) {
    text.error = read.error();
    return text;
  }
  text.bytes = std::make_shared<const std::string>(std::move(*read));
  text.revision = ++revisions_;
  return text;
}

// The parse of an included file is good for its old text alone.
void Workspace::note_new_text(const std::string& path) {
  if (included_.contains(path)) parsed_ = std::make_shared<ParsedFiles>();
}

void Workspace::put(const std::string& path, std::string bytes, int version) {
  Text& text = text_of(path);
  const bool is_same = text.bytes != nullptr && *text.bytes == bytes;
  if (!is_same) {
    text.bytes = std::make_shared<const std::string>(std::move(bytes));
    text.revision = ++revisions_;
    note_new_text(path);
  }
  text.version = version;
  text.is_open = true;
}

void Workspace::open(const std::string& path, std::string text, int version) {
  const std::scoped_lock lock(mutex_);
  files_.insert(path);
  put(path, std::move(text), version);
}

void Workspace::change(const std::string& path, const std::vector<Change>& changes, int version) {
  const std::scoped_lock lock(mutex_);
  const Text& text = text_of(path);
  std::string bytes = text.bytes == nullptr ? std::string() : *text.bytes;
  for (const Change& change : changes) {
    const size_t begin = std::min<size_t>(change.begin, bytes.size());
    const size_t end = std::clamp<size_t>(change.end, begin, bytes.size());
    bytes.replace(begin, end - begin, change.text);
  }
  put(path, std::move(bytes), version);
}

void Workspace::close(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto text = texts_.find(path);
  if (text == texts_.end()) return;
  text->second.is_open = false;
  checked_.erase(path);
  last_good_.erase(path);
  analyzed_.erase(path);
  searches_.erase(path);
  ranges_.erase(path);
  assets_.erase(path);
  note_disk_change(path);
  if (text_of(path).bytes == nullptr) files_.erase(path);
}

bool Workspace::is_open(const std::string& path) const {
  const std::scoped_lock lock(mutex_);
  const auto text = texts_.find(path);
  return text != texts_.end() && text->second.is_open;
}

std::optional<std::string> Workspace::text(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const Text& text = text_of(path);
  if (text.bytes == nullptr) return std::nullopt;
  return *text.bytes;
}

int Workspace::version(const std::string& path) const {
  const std::scoped_lock lock(mutex_);
  const auto text = texts_.find(path);
  return text == texts_.end() ? 0 : text->second.version;
}

void Workspace::set_files(const std::vector<std::string>& paths) {
  const std::scoped_lock lock(mutex_);
  files_ = {paths.begin(), paths.end()};
  for (const auto& [path, text] : texts_) {
    if (text.is_open) files_.insert(path);
  }
  std::erase_if(indexes_, [&](const auto& entry) { return !files_.contains(entry.first); });
}

std::vector<std::string> Workspace::files() const {
  const std::scoped_lock lock(mutex_);
  return {files_.begin(), files_.end()};
}

void Workspace::note_disk_change(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto known = texts_.find(path);
  if (known == texts_.end() || known->second.is_open) return;
  const Text old = std::move(known->second);
  texts_.erase(known);
  Text& now = text_of(path);
  const bool is_same =
      (old.bytes == nullptr) == (now.bytes == nullptr) && (now.bytes == nullptr || *old.bytes == *now.bytes);
  if (is_same)
    now.revision = old.revision;
  else
    note_new_text(path);
}

void Workspace::note_disk_changes() {
  const std::scoped_lock lock(mutex_);
  std::vector<std::string> paths;
  for (const auto& [path, text] : texts_) {
    if (!text.is_open) paths.push_back(path);
  }
  for (const std::string& path : paths) note_disk_change(path);
}

// --- What is kept.

bool Workspace::holds(const std::vector<Dependency>& dependencies) {
  return !dependencies.empty() && std::ranges::all_of(dependencies, [&](const Dependency& dependency) {
    return text_of(dependency.path).revision == dependency.revision;
  });
}

std::shared_ptr<const CheckedFile> Workspace::checked(const std::string& path) {
  const auto kept = checked_.find(path);
  if (kept != checked_.end() && holds(kept->second->dependencies)) {
    if (kept->second->version == text_of(path).version) return kept->second;
  }
  const Text main = text_of(path);
  OverlayReader reader(*this, path);
  const Stop stop = [this] { return is_stopped(); };
  const std::shared_ptr<CheckedFile> result =
      check_file(path, main.bytes == nullptr ? std::string() : *main.bytes, reader, *parsed_,
                 CheckDepth::programs, {}, &stop);
  if (result == nullptr) throw Stopped();
  result->version = main.version;
  result->dependencies = reader.take();
  keep_index(path, *result);
  if (main.is_open) {
    checked_[path] = result;
    if (result->knows_names) last_good_[path] = result;
  }
  return result;
}

std::shared_ptr<const CheckedFile> Workspace::checked_with_names(const std::string& path) {
  auto now = checked(path);
  if (now->knows_names) return now;
  const auto before = last_good_.find(path);
  return before == last_good_.end() ? now : before->second;
}

bool Workspace::has_index(const std::string& path) {
  const auto kept = indexes_.find(path);
  return kept != indexes_.end() && holds(kept->second.dependencies);
}

void Workspace::keep_index(const std::string& path, const CheckedFile& checked) {
  indexes_[path] = {checked.dependencies, checked.index, checked.knows_names, checked.has_errors};
  for (const Dependency& dependency : checked.dependencies) {
    if (dependency.path != path) included_.insert(dependency.path);
  }
}

const Workspace::KeptIndex& Workspace::index_of(const std::string& path) {
  if (!has_index(path)) static_cast<void>(checked(path));
  return indexes_[path];
}

bool Workspace::index_next() {
  const std::scoped_lock lock(mutex_);
  const auto next = std::ranges::find_if(files_, [&](const std::string& path) { return !has_index(path); });
  if (next == files_.end()) return false;
  static_cast<void>(index_of(*next));
  return true;
}

size_t Workspace::count_unindexed() {
  const std::scoped_lock lock(mutex_);
  return static_cast<size_t>(
      std::ranges::count_if(files_, [&](const std::string& path) { return !has_index(path); }));
}

SnapshotReader::Texts Workspace::snapshot() const {
  SnapshotReader::Texts texts;
  for (const auto& [path, text] : texts_) {
    if (text.bytes != nullptr) texts.emplace(path, text.bytes);
  }
  return texts;
}

void Workspace::index_project() {
  std::vector<std::string> missing;
  for (const std::string& path : files_) {
    if (!has_index(path) && text_of(path).bytes != nullptr) missing.push_back(path);
  }
  if (missing.empty()) return;
  const SnapshotReader::Texts texts = snapshot();
  std::vector<std::shared_ptr<CheckedFile>> results(missing.size());
  const Stop stop = [this] { return is_stopped(); };
  in_parallel(missing.size(), [&](size_t i) {
    if (is_stopped()) return;
    const SnapshotReader reader(texts, disk_);
    const auto checked =
        check_file(missing[i], *texts.at(missing[i]), reader, *parsed_, CheckDepth::names, {}, &stop);
    if (checked == nullptr) return;
    // The index is all that is kept.
    results[i] = std::make_shared<CheckedFile>();
    results[i]->index = std::move(checked->index);
    results[i]->knows_names = checked->knows_names;
    results[i]->has_errors = checked->has_errors;
    results[i]->dependencies.push_back({missing[i], 0});
    for (const std::string& path : reader.asked()) {
      if (path != missing[i]) results[i]->dependencies.push_back({path, 0});
    }
  });
  for (size_t i = 0; i < missing.size(); ++i) {
    if (results[i] == nullptr) continue;
    for (Dependency& dependency : results[i]->dependencies)
      dependency.revision = text_of(dependency.path).revision;
    keep_index(missing[i], *results[i]);
  }
  if (is_stopped()) throw Stopped();
}

// --- What is wrong.

namespace {

FileFindings findings_of(const CheckedFile& checked, const Verdict& verdict, bool is_analyzed) {
  FileFindings findings;
  findings.version = checked.version;
  findings.is_analyzed = is_analyzed;
  findings.diagnostics = verdict.diagnostics;
  for (uint32_t i = 0; i < checked.sources.size(); ++i)
    findings.files.push_back(checked.sources.file(i).path());
  return findings;
}

}  // namespace

FileFindings Workspace::diagnostics(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  const auto now = checked(path);
  const auto kept = analyzed_.find(path);
  if (kept != analyzed_.end() && holds(kept->second.first)) {
    kept->second.second.version = now->version;
    return kept->second.second;
  }
  return findings_of(*now, now->verdict, now->has_errors);
}

FileFindings Workspace::analyze(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  FileFindings known = diagnostics(path);
  if (known.is_analyzed) return known;
  const auto now = checked(path);
  const Stop stop = [this] { return is_stopped(); };
  uint64_t operations = kAnalysisOperations;
  const auto verdict = analyze_file(*now, &stop, false, &operations);
  if (!verdict) throw Stopped();
  FileFindings findings = findings_of(*now, *verdict, true);
  if (is_open(path)) analyzed_[path] = {now->dependencies, findings};
  return findings;
}

std::vector<Dependency> Workspace::dependencies(const std::string& path) {
  const std::scoped_lock lock(mutex_);
  return checked(path)->dependencies;
}

bool Workspace::is_current(const std::vector<Dependency>& dependencies) {
  const std::scoped_lock lock(mutex_);
  return holds(dependencies);
}

}  // namespace ishi::compiler
