#include <algorithm>

#include "cli/lsp/failure.h"
#include "cli/lsp/server.h"
#include "diagnostics/json.h"

// Texts as the client has them, and what is wrong with them.

namespace ishi::compiler::cli {

ProjectFile LanguageServer::file_of(const Json& params) {
  if (!params.is_object() || !params.contains("textDocument") || !params["textDocument"].is_object() ||
      !params["textDocument"].contains("uri") || !params["textDocument"]["uri"].is_string())
    throw Failure{kInvalidParams, "it is not said of which file"};
  return projects_.find(params["textDocument"]["uri"].get<std::string>());
}

void LanguageServer::did_open(const Json& params) {
  const ProjectFile file = file_of(params);
  const Json& document = params["textDocument"];
  if (!document.contains("text") || !document["text"].is_string()) return;
  file.workspace().open(file.path, document["text"].get<std::string>(), document.value("version", 0));
  unchecked_.push_front({file.project, file.path});
}

void LanguageServer::did_change(const Json& params) {
  const ProjectFile file = file_of(params);
  if (!file.workspace().is_open(file.path) || !params.contains("contentChanges")) return;
  const int version = params["textDocument"].value("version", 0);
  for (const Json& change : params["contentChanges"]) {
    if (!change.is_object() || !change.contains("text") || !change["text"].is_string()) continue;
    Workspace::Change edit{0, UINT32_MAX, change["text"].get<std::string>()};
    if (change.contains("range")) {
      Positions positions = positions_of(file);
      const Json& range = change["range"];
      if (!range.is_object() || !range.contains("start") || !range.contains("end")) continue;
      edit.begin = positions.offset(file.path, range["start"]);
      edit.end = positions.offset(file.path, range["end"]);
    }
    file.workspace().change(file.path, {edit}, version);
  }
  file.workspace().change(file.path, {}, version);  // the text has a new version even without changes
  unchecked_.push_front({file.project, file.path});
}

void LanguageServer::did_close(const Json& params) {
  const ProjectFile file = file_of(params);
  file.workspace().close(file.path);
  const std::pair key{file.project, file.path};
  std::set<std::string> others;
  for (const auto& [path, findings] : looks_[key].found) others.insert(path);
  looks_.erase(key);
  for (const std::string& path : others) publish(*file.project, path);
  publish(*file.project, file.path);
}

// A file of which the client tells nothing may have changed on disk.
void LanguageServer::did_save(const Json& params) {
  const ProjectFile file = file_of(params);
  if (!watches_files_) projects_.note_changes();
  unchecked_.push_front({file.project, file.path});
}

void LanguageServer::did_change_watched_files(const Json& params) {
  constexpr int kChanged = 2;
  bool has_come_or_gone = false;
  if (!params.contains("changes")) return;
  for (const Json& change : params["changes"]) {
    if (!change.is_object() || !change.contains("uri") || !change["uri"].is_string()) continue;
    projects_.note_change(change["uri"].get<std::string>());
    has_come_or_gone = has_come_or_gone || change.value("type", kChanged) != kChanged;
  }
  if (has_come_or_gone) projects_.list_files();
  unchecked_.push_back({nullptr, {}});
}

// What nobody has asked for: it is put off as soon as a message comes, and done again afterwards. False if
// there is nothing to do.
bool LanguageServer::work_unasked() {
  stop_questions_if([this] { return !queue_.is_empty(); });
  bool has_worked = true;
  try {
    has_worked = publish_next() || index_next();
  } catch (const Workspace::Stopped&) {
  }
  stop_questions_if({});
  return has_worked;
}

// Looks at one file whose diagnostics may have changed. False if there is none.
bool LanguageServer::publish_next() {
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
    for (const auto& [root, one] : projects_.all()) look_at_all(*one);
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
  Positions positions(projects_, *project, encoding_);
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

// Names of projects are looked up while nobody waits.
bool LanguageServer::index_next() {
  size_t left = 0;
  for (const auto& [root, project] : projects_.all()) left += project->workspace.count_unindexed();
  tell_progress(left);
  for (const auto& [root, project] : projects_.all()) {
    if (project->workspace.index_next()) return true;
  }
  return false;
}

// Work that takes long enough to be seen, from its first file to its last.
void LanguageServer::tell_progress(size_t left) {
  constexpr size_t kMany = 20, kStep = 10;
  if (!shows_progress_) return;
  static constexpr std::string_view kToken = "ishi-names";
  const auto tell = [&](Json value) {
    notify("$/progress", {{"token", kToken}, {"value", std::move(value)}});
  };
  if (told_files_ == 0 && left >= kMany) {
    told_files_ = left;
    send({{"jsonrpc", "2.0"},
          {"id", fmt::format("ishi-{}", next_id_++)},
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
void LanguageServer::publish(OpenProject& project, const std::string& path) {
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
  Json params = {{"uri", projects_.uri_of(project, path)}, {"diagnostics", std::move(all)}};
  if (is_open) params["version"] = project.workspace.version(path);
  const std::string text = params.dump();
  std::string& last = said_[{&project, path}];
  if (last == text) return;
  last = text;
  notify("textDocument/publishDiagnostics", params);
}

}  // namespace ishi::compiler::cli
