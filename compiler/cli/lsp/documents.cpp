#include <algorithm>

#include "cli/lsp/failure.h"
#include "cli/lsp/server.h"
#include "diagnostics/json.h"

// Texts as the client has them, and what is wrong with them.

namespace ishi::compiler::cli {

void LanguageServer::did_open(const Json& params) {
  const ProjectFile file = file_of(at_, params);
  const Json& document = params["textDocument"];
  if (!document.contains("text") || !document["text"].is_string()) return;
  file.workspace().open(file.path, document["text"].get<std::string>(), document.value("version", 0));
  diagnostics_.check_first(file);
}

void LanguageServer::did_change(const Json& params) {
  const ProjectFile file = file_of(at_, params);
  if (!file.workspace().is_open(file.path) || !params.contains("contentChanges")) return;
  const int version = params["textDocument"].value("version", 0);
  for (const Json& change : params["contentChanges"]) {
    if (!change.is_object() || !change.contains("text") || !change["text"].is_string()) continue;
    Workspace::Change edit{0, UINT32_MAX, change["text"].get<std::string>()};
    if (change.contains("range")) {
      Positions positions = positions_of(at_, file);
      const Json& range = change["range"];
      if (!range.is_object() || !range.contains("start") || !range.contains("end")) continue;
      edit.begin = positions.offset(file.path, range["start"]);
      edit.end = positions.offset(file.path, range["end"]);
    }
    file.workspace().change(file.path, {edit}, version);
  }
  file.workspace().change(file.path, {}, version);  // the text has a new version even without changes
  diagnostics_.check_first(file);
}

void LanguageServer::did_close(const Json& params) {
  const ProjectFile file = file_of(at_, params);
  file.workspace().close(file.path);
  diagnostics_.forget(file);
}

// A file of which the client tells nothing may have changed on disk.
void LanguageServer::did_save(const Json& params) {
  const ProjectFile file = file_of(at_, params);
  if (!at_.client.watches_files) at_.projects.note_changes();
  diagnostics_.check_first(file);
}

void LanguageServer::did_change_watched_files(const Json& params) {
  constexpr int kChanged = 2;
  bool has_come_or_gone = false;
  if (!params.contains("changes")) return;
  for (const Json& change : params["changes"]) {
    if (!change.is_object() || !change.contains("uri") || !change["uri"].is_string()) continue;
    at_.projects.note_change(change["uri"].get<std::string>());
    has_come_or_gone = has_come_or_gone || change.value("type", kChanged) != kChanged;
  }
  if (has_come_or_gone) at_.projects.list_files();
  diagnostics_.check_all();
}

// What nobody has asked for: it is put off as soon as a message comes, and done again afterwards. False if
// there is nothing to do.
bool LanguageServer::work_unasked() {
  stop_questions_if([this] { return !queue_.is_empty(); });
  bool has_worked = true;
  try {
    has_worked = diagnostics_.publish_next() || diagnostics_.index_next();
  } catch (const Workspace::Stopped&) {
  }
  stop_questions_if({});
  return has_worked;
}

}  // namespace ishi::compiler::cli
