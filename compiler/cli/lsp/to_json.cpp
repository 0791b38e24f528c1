#include "cli/lsp/to_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "diagnostics/catalogue.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {

const Positions::Lines& Positions::lines(const std::string& path) {
  const auto known = lines_.find(path);
  if (known != lines_.end()) return known->second;
  auto text = std::make_shared<const std::string>(project_.workspace.text(path).value_or(std::string()));
  return lines_.emplace(path, Lines{text, TextPositions(*text)}).first->second;
}

TextPosition Positions::place(const std::string& path, uint32_t offset) {
  return lines(path).positions.position(offset, encoding_);
}

// Positions and ranges are made member by member: a list in braces copies its members, and an outline has
// some hundred thousand of them.
Json Positions::position(const std::string& path, uint32_t offset) {
  const TextPosition at = place(path, offset);
  Json json = Json::object();
  json.emplace("line", at.line);
  json.emplace("character", at.column);
  return json;
}

Json Positions::range(const std::string& path, uint32_t begin, uint32_t end) {
  Json json = Json::object();
  json.emplace("start", position(path, begin));
  json.emplace("end", position(path, std::max(begin, end)));
  return json;
}

Json Positions::location(const FilePlace& place) {
  return {{"uri", uri(place.path)}, {"range", range(place.path, place.begin, place.end)}};
}

uint32_t Positions::offset(const std::string& path, const Json& position) {
  const auto number = [&](const char* name) {
    if (!position.is_object() || !position.contains(name) || !position[name].is_number()) return uint32_t{0};
    const double value = position[name].get<double>();
    return value < 0 ? uint32_t{0} : value > 4e9 ? uint32_t{4000000000} : static_cast<uint32_t>(value);
  };
  return lines(path).positions.offset({number("line"), number("character")}, encoding_);
}

Json Positions::workspace_edit(const std::vector<FileEdit>& edits) {
  Json changes = Json::array();
  std::map<std::string, Json> by_file;
  for (const FileEdit& edit : edits) {
    Json& list = by_file.try_emplace(edit.place.path, Json::array()).first->second;
    list.push_back(
        {{"range", range(edit.place.path, edit.place.begin, edit.place.end)}, {"newText", edit.text}});
  }
  for (auto& [path, list] : by_file) {
    Json version = nullptr;
    if (project_.workspace.is_open(path)) version = project_.workspace.version(path);
    changes.push_back(
        {{"textDocument", {{"uri", uri(path)}, {"version", version}}}, {"edits", std::move(list)}});
  }
  return {{"documentChanges", std::move(changes)}};
}

// The protocol's own kinds.
int symbol_kind(SymbolKind kind) {
  enum : int {
    module = 2,
    name_space = 3,
    class_ = 5,
    property = 7,
    field = 8,
    enum_ = 10,
    interface = 11,
    function = 12,
    variable = 13,
    constant = 14,
    array = 18,
    object = 19,
    key = 20,
    enum_member = 22,
    struct_ = 23,
    event = 24,
    operator_ = 25,
    type_parameter = 26
  };
  switch (kind) {
    case SymbolKind::enumeration: return enum_;
    case SymbolKind::member: return enum_member;
    case SymbolKind::thing: return struct_;
    case SymbolKind::field:
    case SymbolKind::reward: return field;
    case SymbolKind::key: return key;
    case SymbolKind::task:
    case SymbolKind::action:
    case SymbolKind::plan:
    case SymbolKind::offer:
    case SymbolKind::goal:
    case SymbolKind::method: return function;
    case SymbolKind::parameter: return type_parameter;
    case SymbolKind::event:
    case SymbolKind::sound: return event;
    case SymbolKind::curve: return operator_;
    case SymbolKind::value:
    case SymbolKind::need:
    case SymbolKind::drive:
    case SymbolKind::level: return variable;
    case SymbolKind::profile:
    case SymbolKind::steering:
    case SymbolKind::navigation:
    case SymbolKind::sense: return property;
    case SymbolKind::memory:
    case SymbolKind::candidates: return array;
    case SymbolKind::token: return constant;
    case SymbolKind::choice: return interface;
    case SymbolKind::planner: return module;
    case SymbolKind::agent: return class_;
    case SymbolKind::state: return enum_member;
    case SymbolKind::team:
    case SymbolKind::scene:
    case SymbolKind::alias: return name_space;
    case SymbolKind::actor:
    case SymbolKind::entity:
    case SymbolKind::loop_variable: return object;
    case SymbolKind::test: return function;
  }
  return variable;
}

Json outline_json(const std::vector<OutlineEntry>& entries, const std::string& path, Positions& positions) {
  constexpr int kSection = 3;  // a namespace
  Json result = Json::array();
  for (const OutlineEntry& entry : entries) {
    Json one = Json::object();
    one.emplace("name", entry.name.empty() ? std::string("(empty)") : entry.name);
    one.emplace("kind", entry.is_section ? kSection : symbol_kind(entry.kind));
    one.emplace("range", positions.range(path, entry.begin, entry.end));
    one.emplace("selectionRange",
                positions.range(path, entry.name_begin, std::min(entry.name_end, entry.end)));
    if (!entry.detail.empty()) one.emplace("detail", entry.detail);
    if (!entry.inside.empty()) one.emplace("children", outline_json(entry.inside, path, positions));
    result.push_back(std::move(one));
  }
  return result;
}

Json completion_json(const std::vector<Completion>& completions, const std::string& path,
                     Positions& positions, bool takes_snippets) {
  enum : int { method = 2, function = 3, field = 5, variable = 6, keyword = 14, file = 17, enum_member = 20 };
  constexpr int kPlain = 1, kSnippet = 2;
  Json items = Json::array();
  size_t number = 0;
  for (const Completion& one : completions) {
    int kind = variable;
    switch (one.kind) {
      case CompletionKind::field: kind = field; break;
      case CompletionKind::name: kind = one.symbol == SymbolKind::member ? enum_member : variable; break;
      case CompletionKind::word: kind = keyword; break;
      case CompletionKind::function: kind = function; break;
      case CompletionKind::snippet: kind = 15; break;
      case CompletionKind::path: kind = file; break;
      case CompletionKind::verb: kind = method; break;
    }
    std::string text = one.text;
    if (one.is_snippet && !takes_snippets) {  // without the places to fill
      std::string plain;
      for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '$' && i + 1 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9')
          ++i;
        else
          plain += text[i];
      }
      text = plain;
    }
    Json item = {{"label", one.label},
                 {"kind", kind},
                 {"sortText", fmt::format("{:04}", number++)},
                 {"insertTextFormat", one.is_snippet && takes_snippets ? kSnippet : kPlain},
                 {"textEdit", {{"range", positions.range(path, one.begin, one.end)}, {"newText", text}}}};
    if (!one.detail.empty()) item["detail"] = one.detail;
    for (const FileEdit& edit : one.also)
      item["additionalTextEdits"].push_back(
          {{"range", positions.range(path, edit.place.begin, edit.place.end)}, {"newText", edit.text}});
    if (!one.doc.empty()) item["documentation"] = {{"kind", "markdown"}, {"value", one.doc}};
    items.push_back(std::move(item));
  }
  return {{"isIncomplete", false}, {"items", std::move(items)}};
}

Json diagnostics_json(const std::vector<Diagnostic>& diagnostics, const FileFindings& findings,
                      Positions& positions) {
  constexpr int kError = 1, kWarning = 2;
  Json result = Json::array();
  const auto path_of = [&](const Span& span) {
    return span.file < findings.files.size() ? findings.files[span.file] : std::string();
  };
  for (const Diagnostic& finding : diagnostics) {
    std::string message = finding.message;
    if (!finding.caption.empty()) message += fmt::format(" ({})", finding.caption);
    for (const std::string& note : finding.notes) message += fmt::format("\n{}", note);
    if (!finding.help.empty()) message += fmt::format("\n→ {}", finding.help);
    const std::string code = code_text(finding.code);
    Json one = {{"range", positions.range(path_of(finding.span), finding.span.begin, finding.span.end)},
                {"severity", finding.severity == Severity::error ? kError : kWarning},
                {"code", code},
                {"source", "ishi"},
                {"message", std::move(message)}};
    for (const Label& label : finding.labels) {
      if (label.span.file >= findings.files.size()) continue;
      one["relatedInformation"].push_back(
          {{"location", positions.location({path_of(label.span), label.span.begin, label.span.end})},
           {"message", label.text}});
    }
    result.push_back(std::move(one));
  }
  return result;
}

namespace {

constexpr std::string_view kTokenTypes[] = {"namespace", "property", "variable", "function",
                                            "number",    "string",   "keyword",  "enumMember",
                                            "parameter", "class",    "event",    "type"};
enum : int {
  type_namespace,
  type_property,
  type_variable,
  type_function,
  type_number,
  type_string,
  type_keyword,
  type_enum_member,
  type_parameter,
  type_class,
  type_event,
  type_type
};

int type_of_symbol(SymbolKind kind) {
  switch (kind) {
    case SymbolKind::enumeration:
    case SymbolKind::thing: return type_type;
    case SymbolKind::member:
    case SymbolKind::state:
    case SymbolKind::level: return type_enum_member;
    case SymbolKind::parameter:
    case SymbolKind::loop_variable: return type_parameter;
    case SymbolKind::task:
    case SymbolKind::action:
    case SymbolKind::plan:
    case SymbolKind::offer:
    case SymbolKind::goal:
    case SymbolKind::curve:
    case SymbolKind::test: return type_function;
    case SymbolKind::event:
    case SymbolKind::sound: return type_event;
    case SymbolKind::agent: return type_class;
    case SymbolKind::alias: return type_namespace;
    default: return type_variable;
  }
}

int type_of(const SemanticToken& token) {
  switch (token.kind) {
    case SemanticKind::section: return type_namespace;
    case SemanticKind::field: return type_property;
    case SemanticKind::declaration:
    case SemanticKind::name: return type_of_symbol(token.symbol);
    case SemanticKind::function: return type_function;
    case SemanticKind::number: return type_number;
    case SemanticKind::text: return type_string;
    case SemanticKind::word: return type_keyword;
  }
  return type_variable;
}

}  // namespace

Json semantic_legend() { return {{"tokenTypes", kTokenTypes}, {"tokenModifiers", {"declaration"}}}; }

Json semantic_data(const std::vector<SemanticToken>& tokens, const std::string& path, Positions& positions,
                   const std::string& text) {
  Json data = Json::array();
  TextPosition before;
  for (const SemanticToken& token : tokens) {
    if (text.find('\n', token.begin) < token.end) continue;  // a token lies in one line
    const TextPosition at = positions.place(path, token.begin);
    const TextPosition end = positions.place(path, token.end);
    if (end.column <= at.column) continue;
    data.push_back(at.line - before.line);
    data.push_back(at.line == before.line ? at.column - before.column : at.column);
    data.push_back(end.column - at.column);
    data.push_back(type_of(token));
    data.push_back(token.kind == SemanticKind::declaration ? 1 : 0);
    before = at;
  }
  return data;
}

}  // namespace ishi::compiler::cli
