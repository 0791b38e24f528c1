#include <fmt/format.h>

#include "cli/lsp/failure.h"
#include "cli/lsp/server.h"
#include "cli/version.h"
#include "diagnostics/json.h"

// The beginning and end of a client.

namespace ishi::compiler::cli {
namespace {

// A member of nested objects; null if one of them is not there.
const Json& at(const Json& json, std::initializer_list<const char*> keys) {
  static const Json kNothing;
  const Json* now = &json;
  for (const char* key : keys) {
    if (!now->is_object() || !now->contains(key)) return kNothing;
    now = &(*now)[key];
  }
  return *now;
}

bool is_true(const Json& json) { return json.is_boolean() && json.get<bool>(); }

}  // namespace

Json LanguageServer::initialize(const Json& params) {
  if (state_ != State::fresh) throw Failure{kInvalidRequest, "`initialize` comes once"};
  state_ = State::running;
  const Json& can = at(params, {"capabilities"});
  for (const Json& encoding : at(can, {"general", "positionEncodings"})) {
    if (encoding == "utf-8") client_.encoding = PositionEncoding::utf8;
    if (encoding == "utf-8" || encoding == "utf-16") break;  // in the order of what the client likes best
  }
  client_.takes_snippets =
      is_true(at(can, {"textDocument", "completion", "completionItem", "snippetSupport"}));
  client_.watches_files = is_true(at(can, {"workspace", "didChangeWatchedFiles", "dynamicRegistration"}));
  client_.shows_progress = is_true(at(can, {"window", "workDoneProgress"}));
  client_.takes_edits = is_true(at(can, {"workspace", "applyEdit"}));
  client_.shows_pictures = is_true(at(params, {"initializationOptions", "pictures"}));
  for (const Json& command : at(params, {"initializationOptions", "commands"})) {
    if (command.is_string()) client_.commands.insert(command.get<std::string>());
  }
  Json capabilities = {
      {"positionEncoding", client_.encoding == PositionEncoding::utf8 ? "utf-8" : "utf-16"},
      {"textDocumentSync", {{"openClose", true}, {"change", 2}, {"save", true}}},
      {"completionProvider", {{"triggerCharacters", {".", "(", "["}}, {"resolveProvider", false}}},
      {"hoverProvider", true},
      {"signatureHelpProvider", {{"triggerCharacters", {"(", ","}}}},
      {"definitionProvider", true},
      {"declarationProvider", true},
      {"referencesProvider", true},
      {"documentHighlightProvider", true},
      {"documentSymbolProvider", true},
      {"workspaceSymbolProvider", true},
      {"codeActionProvider",
       {{"codeActionKinds", {"quickfix", "refactor.extract", "refactor.rewrite", "source.fixAll"}}}},
      {"codeLensProvider", {{"resolveProvider", false}}},
      {"documentLinkProvider", {{"resolveProvider", false}}},
      {"documentFormattingProvider", true},
      {"documentOnTypeFormattingProvider", {{"firstTriggerCharacter", "\n"}}},
      {"foldingRangeProvider", true},
      {"selectionRangeProvider", true},
      {"renameProvider", {{"prepareProvider", true}}},
      {"semanticTokensProvider", {{"legend", semantic_legend()}, {"full", true}, {"range", true}}},
      {"inlayHintProvider", true},
      {"executeCommandProvider",
       {{"workDoneProgress", true},
        {"commands",
         {"ishi.runTest", "ishi.runTests", "ishi.fixAll", "ishi.text", "ishi.subjects", "ishi.decide",
          "ishi.sweep", "ishi.play", "ishi.addTest", "ishi.map", "ishi.parts", "ishi.edit"}}}},
  };
  return {{"capabilities", std::move(capabilities)},
          {"serverInfo", {{"name", "ishi"}, {"version", tool_version()}}}};
}

void LanguageServer::initialized(const Json&) {
  if (!client_.watches_files || state_ != State::running) return;
  connection_.send(
      {{"jsonrpc", "2.0"},
       {"id", connection_.next_id()},
       {"method", "client/registerCapability"},
       {"params",
        {{"registrations",
          {{{"id", "ishi-files"},
            {"method", "workspace/didChangeWatchedFiles"},
            {"registerOptions",
             {{"watchers", {{{"globPattern", "**/*.ishi.yaml"}}, {{"globPattern", "**/ishi.yaml"}}}}}}}}}}}});
}

Json LanguageServer::shut_down(const Json&) {
  state_ = State::shut_down;
  return nullptr;
}

void LanguageServer::exit(const Json&) { has_exited_ = true; }

void LanguageServer::set_trace(const Json&) {}

// The id of the request that a message cancels, as JSON; nothing if it is no such message.
std::optional<std::string> LanguageServer::cancelled_by(const std::string& message) {
  constexpr size_t kLongest = 1000;
  if (message.size() >= kLongest || message.find("$/cancelRequest") == std::string::npos) return std::nullopt;
  const Json json = Json::parse(message, nullptr, false);
  if (!json.is_object() || json.value("method", "") != "$/cancelRequest") return std::nullopt;
  return at(json, {"params", "id"}).dump();
}

void LanguageServer::note_cancelled(std::string id) {
  for (const auto& request : work_.unfinished()) {
    if (request->id != id) continue;
    request->is_cancelled = true;
    return;
  }
  constexpr size_t kMost = 1000;  // of requests that never came
  if (cancelled_.size() >= kMost) cancelled_.clear();
  cancelled_.insert(std::move(id));
}

void LanguageServer::cancel(const Json& params) { note_cancelled(at(params, {"id"}).dump()); }

}  // namespace ishi::compiler::cli
