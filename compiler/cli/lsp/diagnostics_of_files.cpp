#include "cli/lsp/diagnostics_of_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

#include "diagnostics/json.h"

namespace ishi::compiler::cli {

void DiagnosticsOfFiles::forget(const ProjectFile& file) {
  const std::pair key{file.project, file.path};
  std::set<std::string> others;
  for (const auto& [path, findings] : looks_[key].found) others.insert(path);
  looks_.erase(key);
  for (const std::string& path : others) publish(*file.project, path);
  publish(*file.project, file.path);
}

bool DiagnosticsOfFiles::publish_next() {
  if (unchecked_.empty()) return false;
  OpenProject* const project = unchecked_.front().first;
  const std::string path = unchecked_.front().second;
  unchecked_.pop_front();
  std::erase(unchecked_, std::pair(project, path));
  // The findings of a file may be due to others that it includes: those that are open are checked as well,
  // if their texts have changed since they were checked last. A question may have read these texts since.
  const auto look_at_all = [&](OpenProject& one) {
    for (const std::string& other : one.workspace.files()) {
      if (!one.workspace.is_open(other) || (&one == project && other == path)) continue;
      const std::pair<OpenProject*, std::string> key{&one, other};
      const auto look = looks_.find(key);
      const bool is_outdated = look == looks_.end() || !one.workspace.is_current(look->second.made_of);
      if (is_outdated && std::ranges::find(unchecked_, key) == unchecked_.end()) unchecked_.push_back(key);
    }
  };
  if (project == nullptr) {
    for (const auto& [root, one] : at_.projects.all()) look_at_all(*one);
    return true;
  }
  look_at_all(*project);
  Workspace& workspace = project->workspace;
  if (!workspace.is_open(path)) return true;
  std::optional<FileFindings> findings;
  try {
    findings = workspace.analyze(path);
  } catch (const Workspace::Stopped&) {
    unchecked_.emplace_front(project, path);
    throw;
  }
  std::map<std::string, std::vector<Diagnostic>> by_file;
  by_file[path];
  for (const Diagnostic& finding : findings->diagnostics) {
    if (finding.span.file < findings->files.size())
      by_file[findings->files[finding.span.file]].push_back(finding);
  }
  Positions positions(at_.projects, *project, at_.client.encoding);
  std::map<std::string, std::string> said;
  for (const auto& [file, list] : by_file)
    said[file] =
        diagnostics_json(list, *findings, positions).dump(-1, ' ', false, Json::error_handler_t::replace);
  Look& look = looks_[{project, path}];
  std::set<std::string> touched = {path};
  for (const auto& [file, text] : look.found) touched.insert(file);
  for (const auto& [file, text] : said) touched.insert(file);
  look = {workspace.dependencies(path), std::move(said)};
  for (const std::string& file : touched) publish(*project, file);
  return true;
}

bool DiagnosticsOfFiles::index_next() {
  size_t left = 0;
  for (const auto& [root, project] : at_.projects.all()) left += project->workspace.count_unindexed();
  tell_progress(left);
  for (const auto& [root, project] : at_.projects.all()) {
    if (project->workspace.index_next()) return true;
  }
  return false;
}

// Work that takes long enough to be seen, from its first file to its last.
void DiagnosticsOfFiles::tell_progress(size_t left) {
  constexpr size_t kMany = 20, kStep = 10;
  if (!at_.client.shows_progress) return;
  static constexpr std::string_view kToken = "ishi-names";
  const auto tell = [&](Json value) {
    connection_.notify("$/progress", {{"token", kToken}, {"value", std::move(value)}});
  };
  if (told_files_ == 0 && left >= kMany) {
    told_files_ = left;
    connection_.send({{"jsonrpc", "2.0"},
                      {"id", connection_.next_id()},
                      {"method", "window/workDoneProgress/create"},
                      {"params", {{"token", kToken}}}});
    tell({{"kind", "begin"}, {"title", "Ishi: reading the project"}, {"percentage", 0}});
  } else if (told_files_ > 0 && left == 0) {
    tell({{"kind", "end"}});
    told_files_ = 0;
  } else if (told_files_ > left && (told_files_ - left) % kStep == 0) {
    tell({{"kind", "report"},
          {"message", fmt::format("{} of {} files", told_files_ - left, told_files_)},
          {"percentage", 100 * (told_files_ - left) / told_files_}});
  }
}

// Publishes the diagnostics of a file: those of its own check if it is open, else those that checks of
// including files found in it.
void DiagnosticsOfFiles::publish(OpenProject& project, const std::string& path) {
  Json all = Json::array();
  const bool is_open = project.workspace.is_open(path);
  std::set<std::string> known;
  for (const auto& [key, look] : looks_) {
    if (key.first != &project || (is_open && key.second != path)) continue;
    const auto of_file = look.found.find(path);
    if (of_file == look.found.end()) continue;
    for (const Json& finding : Json::parse(of_file->second)) {
      if (known.insert(finding.dump()).second) all.push_back(finding);
    }
  }
  Json params = {{"uri", at_.projects.uri_of(project, path)}, {"diagnostics", std::move(all)}};
  if (is_open) params["version"] = project.workspace.version(path);
  const std::string text = params.dump();
  std::string& last = said_[{&project, path}];
  if (last == text) return;
  last = text;
  connection_.notify("textDocument/publishDiagnostics", params);
}

}  // namespace ishi::compiler::cli
