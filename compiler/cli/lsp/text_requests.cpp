#include "cli/lsp/text_requests.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/lsp/failure.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

const Json& member(const Json& json, const char* name) {
  if (!json.is_object() || !json.contains(name))
    throw json.is_object() ? fmt::format("`{}` is missing", name)
                           : fmt::format("`{}` is asked of no object", name);
  return json[name];
}

std::pair<uint32_t, uint32_t> range_of(const TextsOfClient& at, const ProjectFile& file, const Json& params) {
  try {
    Positions positions = positions_of(at, file);
    const Json& range = member(params, "range");
    return {positions.offset(file.path, member(range, "start")),
            positions.offset(file.path, member(range, "end"))};
  } catch (const std::string& missing) {
    throw Failure{kInvalidParams, missing};
  }
}

Json completion(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  Positions positions = positions_of(at, file);
  return completion_json(file.workspace().complete(file.path, offset), file.path, positions,
                         at.client.takes_snippets);
}

Json hover(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  const auto hover = file.workspace().hover(file.path, offset, at.client.shows_pictures);
  return hover ? hover_json(at, file, *hover) : Json(nullptr);
}

Json signature_help(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  const auto signature = file.workspace().signature(file.path, offset);
  if (!signature) return nullptr;
  Json parameters = Json::array();
  for (const auto& [begin, end] : signature->parameters)
    parameters.push_back({{"label", signature->label.substr(begin, end - begin)}});
  return {{"signatures",
           {{{"label", signature->label},
             {"documentation", signature->doc},
             {"parameters", std::move(parameters)}}}},
          {"activeSignature", 0},
          {"activeParameter", signature->active}};
}

Json definition(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FilePlace& place : file.workspace().definition(file.path, offset))
    result.push_back(positions.location(place));
  return result;
}

Json references(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  const bool with_declaration = params.contains("context") && params["context"].is_object() &&
                                params["context"].value("includeDeclaration", true);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FoundName& name : file.workspace().references(file.path, offset)) {
    if (with_declaration || !name.is_declaration) result.push_back(positions.location(name.place));
  }
  return result;
}

Json highlights(const TextsOfClient& at, const Json& params) {
  constexpr int kRead = 2, kWrite = 3;
  const auto [file, offset] = place_asked(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FoundName& name : file.workspace().highlights(file.path, offset)) {
    result.push_back({{"range", positions.range(file.path, name.place.begin, name.place.end)},
                      {"kind", name.is_declaration ? kWrite : kRead}});
  }
  return result;
}

Json document_symbols(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  return outline_json(file.workspace().outline(file.path), file.path, positions);
}

Json workspace_symbols(const TextsOfClient& at, const Json& params) {
  const std::string query = params.is_object() ? params.value("query", "") : std::string();
  Json result = Json::array();
  for (const auto& [root, project] : at.projects.all()) {
    Positions positions(at.projects, *project, at.client.encoding);
    for (const Workspace::ProjectSymbol& found : project->workspace.symbols(query)) {
      Json one = {{"name", found.symbol.name},
                  {"kind", symbol_kind(found.symbol.kind)},
                  {"location", positions.location(found.place)}};
      one["containerName"] =
          found.symbol.owner.empty() ? std::string(noun_of(found.symbol.kind)) : found.symbol.owner;
      result.push_back(std::move(one));
    }
  }
  return result;
}

Json code_actions(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  const auto [begin, end] = range_of(at, file, params);
  Workspace& workspace = file.workspace();
  Positions positions = positions_of(at, file);
  const FileFindings findings = workspace.diagnostics(file.path);
  const auto is_wanted = [&](std::string_view kind) {
    if (!params.contains("context") || !params["context"].contains("only")) return true;
    const Json& only = params["context"]["only"];
    return std::ranges::any_of(
        only, [&](const Json& one) { return one.is_string() && kind.starts_with(one.get<std::string>()); });
  };
  Json result = Json::array();
  for (const CodeAction& action : workspace.code_actions(file.path, begin, end)) {
    const std::string_view kind = action.is_quick_fix ? "quickfix" : "refactor.extract";
    if (!is_wanted(kind)) continue;
    Json one = {{"title", action.title},
                {"kind", kind},
                {"isPreferred", action.is_preferred},
                {"edit", positions.workspace_edit(action.edits)}};
    if (action.diagnostic < findings.diagnostics.size()) {
      const Diagnostic& diagnostic = findings.diagnostics[action.diagnostic];
      one["diagnostics"] = diagnostics_json({diagnostic}, findings, positions);
    }
    result.push_back(std::move(one));
  }
  if (at.client.takes_edits && is_wanted("refactor.rewrite")) {
    const auto hover = workspace.hover(file.path, begin);
    if (hover && !hover->action.empty()) {
      const std::string title = fmt::format("Add a test in which `{}` wins", hover->action);
      result.push_back({{"title", title},
                        {"kind", "refactor.rewrite"},
                        {"command",
                         {{"title", title},
                          {"command", "ishi.addTest"},
                          {"arguments", {positions.uri(file.path), hover->action}}}}});
    }
    for (const TestPlace& test : workspace.tests(file.path)) {
      if (test.is_scene || begin < test.begin || begin > test.end) continue;
      constexpr std::string_view kTitle = "Add a test from this situation, with what is decided now";
      result.push_back({{"title", kTitle},
                        {"kind", "refactor.rewrite"},
                        {"command",
                         {{"title", kTitle},
                          {"command", "ishi.addTest"},
                          {"arguments", {positions.uri(file.path), {{"test", test.name}}}}}}});
    }
  }
  if (is_wanted("source.fixAll")) {
    const bool has_fix = std::ranges::any_of(findings.diagnostics, [](const Diagnostic& diagnostic) {
      return !diagnostic.edits.empty() && diagnostic.is_mend_sure;
    });
    const std::vector<FileEdit> edits = has_fix ? workspace.all_fixes(file.path) : std::vector<FileEdit>();
    if (!edits.empty())
      result.push_back({{"title", "Fix all that has one sure fix (ishi check --fix)"},
                        {"kind", "source.fixAll"},
                        {"edit", positions.workspace_edit(edits)}});
  }
  return result;
}

Json code_lenses(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const TestPlace& test : file.workspace().tests(file.path)) {
    const Json arguments = {positions.uri(file.path), test.name};
    const Json range = positions.range(file.path, test.begin, test.end);
    const auto add = [&](std::string_view title, std::string_view command) {
      result.push_back({{"range", range},
                        {"command", {{"title", title}, {"command", command}, {"arguments", arguments}}}});
    };
    const auto offer = [&](std::string_view title, const char* command) {
      if (at.client.commands.contains(command)) add(title, command);
    };
    if (test.is_scene) {
      offer("debug", "ishi.debugScene");
      continue;
    }
    add("▶ run", "ishi.runTest");
    offer("why", "ishi.whyTest");
    offer("play", "ishi.playTest");
    offer("debug", "ishi.debugTest");
  }
  return result;
}

Json document_links(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FileLink& link : file.workspace().links(file.path)) {
    result.push_back(
        {{"range", positions.range(file.path, link.begin, link.end)}, {"target", positions.uri(link.path)}});
  }
  return result;
}

Json folding_ranges(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FoldingRange& fold : file.workspace().folding(file.path)) {
    const TextPosition begin = positions.place(file.path, fold.begin);
    const TextPosition end = positions.place(file.path, fold.end);
    if (end.line <= begin.line) continue;
    Json one = {{"startLine", begin.line}, {"endLine", end.column == 0 ? end.line - 1 : end.line}};
    if (fold.is_comment) one["kind"] = "comment";
    result.push_back(std::move(one));
  }
  return result;
}

Json selection_ranges(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  if (!params.contains("positions")) throw Failure{kInvalidParams, "it is not said where"};
  for (const Json& position : params["positions"]) {
    const uint32_t offset = positions.offset(file.path, position);
    Json inner;
    const std::vector<FilePlace> places = file.workspace().selection_ranges(file.path, offset);
    for (size_t i = places.size(); i-- > 0;) {
      Json one = {{"range", positions.range(file.path, places[i].begin, places[i].end)}};
      if (!inner.is_null()) one["parent"] = std::move(inner);
      inner = std::move(one);
    }
    result.push_back(std::move(inner));
  }
  return result;
}

Json prepare_rename(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  const auto place = file.workspace().renamable(file.path, offset);
  if (!place) return nullptr;
  Positions positions = positions_of(at, file);
  const std::string text = file.workspace().text(file.path).value_or("");
  return {{"range", positions.range(file.path, place->begin, place->end)},
          {"placeholder", text.substr(place->begin, place->end - place->begin)}};
}

Json rename(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  if (!params.contains("newName") || !params["newName"].is_string())
    throw Failure{kInvalidParams, "the new name is missing"};
  const Renaming renaming = file.workspace().rename(file.path, offset, params["newName"].get<std::string>());
  if (!renaming.refusal.empty()) throw Failure{kRequestFailed, renaming.refusal};
  Positions positions = positions_of(at, file);
  return positions.workspace_edit(renaming.edits);
}

Json formatting(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const FileEdit& edit : file.workspace().format(file.path)) {
    result.push_back(
        {{"range", positions.range(file.path, edit.place.begin, edit.place.end)}, {"newText", edit.text}});
  }
  return result;
}

Json on_type_formatting(const TextsOfClient& at, const Json& params) {
  const auto [file, offset] = place_asked(at, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  if (params.value("ch", "") != "\n") return result;
  for (const FileEdit& edit : file.workspace().indentation(file.path, offset)) {
    result.push_back(
        {{"range", positions.range(file.path, edit.place.begin, edit.place.end)}, {"newText", edit.text}});
  }
  return result;
}

Json semantic_tokens(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  Positions positions = positions_of(at, file);
  const std::string text = file.workspace().text(file.path).value_or("");
  return {{"data", semantic_data(file.workspace().semantic_tokens(file.path), file.path, positions, text)}};
}

Json semantic_tokens_of_range(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  const auto [begin, end] = range_of(at, file, params);
  std::vector<SemanticToken> tokens = file.workspace().semantic_tokens(file.path);
  std::erase_if(tokens, [begin = begin, end = end](const SemanticToken& token) {
    return token.end <= begin || token.begin >= end;
  });
  Positions positions = positions_of(at, file);
  return {
      {"data", semantic_data(tokens, file.path, positions, file.workspace().text(file.path).value_or(""))}};
}

Json inlay_hints(const TextsOfClient& at, const Json& params) {
  constexpr int kType = 1;
  const ProjectFile file = file_of(at, params);
  const auto [begin, end] = range_of(at, file, params);
  Positions positions = positions_of(at, file);
  Json result = Json::array();
  for (const InlayHint& hint : file.workspace().inlay_hints(file.path, begin, end)) {
    result.push_back({{"position", positions.position(file.path, hint.at)},
                      {"label", hint.text},
                      {"kind", kType},
                      {"tooltip", hint.tooltip},
                      {"paddingLeft", true}});
  }
  return result;
}

}  // namespace

std::pair<ProjectFile, uint32_t> place_asked(const TextsOfClient& at, const Json& params) {
  const ProjectFile file = file_of(at, params);
  if (!params.contains("position")) throw Failure{kInvalidParams, "it is not said where"};
  Positions positions = positions_of(at, file);
  return {file, positions.offset(file.path, params["position"])};
}

Positions positions_of(const TextsOfClient& at, const ProjectFile& file) {
  return {at.projects, *file.project, at.client.encoding};
}

ProjectFile file_of(const TextsOfClient& at, const Json& params) {
  if (!params.is_object() || !params.contains("textDocument") || !params["textDocument"].is_object() ||
      !params["textDocument"].contains("uri") || !params["textDocument"]["uri"].is_string())
    throw Failure{kInvalidParams, "it is not said of which file"};
  return at.projects.find(params["textDocument"]["uri"].get<std::string>());
}

Json hover_json(const TextsOfClient& at, const ProjectFile& file, const HoverText& hover) {
  Positions positions = positions_of(at, file);
  return {{"contents", {{"kind", "markdown"}, {"value", hover.markdown}}},
          {"range", positions.range(file.path, hover.begin, hover.end)}};
}

const std::map<std::string_view, TextRequest>& text_requests() {
  static const std::map<std::string_view, TextRequest> kRequests = {
      {"textDocument/completion", &completion},
      {"textDocument/hover", &hover},
      {"textDocument/signatureHelp", &signature_help},
      {"textDocument/definition", &definition},
      {"textDocument/declaration", &definition},
      {"textDocument/references", &references},
      {"textDocument/documentHighlight", &highlights},
      {"textDocument/documentSymbol", &document_symbols},
      {"workspace/symbol", &workspace_symbols},
      {"textDocument/codeAction", &code_actions},
      {"textDocument/codeLens", &code_lenses},
      {"textDocument/documentLink", &document_links},
      {"textDocument/foldingRange", &folding_ranges},
      {"textDocument/selectionRange", &selection_ranges},
      {"textDocument/prepareRename", &prepare_rename},
      {"textDocument/rename", &rename},
      {"textDocument/formatting", &formatting},
      {"textDocument/onTypeFormatting", &on_type_formatting},
      {"textDocument/semanticTokens/full", &semantic_tokens},
      {"textDocument/semanticTokens/range", &semantic_tokens_of_range},
      {"textDocument/inlayHint", &inlay_hints},
  };
  return kRequests;
}

}  // namespace ishi::compiler::cli
