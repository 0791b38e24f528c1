#include "diagnostics/render_sarif.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "diagnostics/catalogue.h"
#include "diagnostics/json.h"
#include "diagnostics/render_json.h"

namespace ishi::compiler {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
constexpr std::string_view kBase = "%SRCROOT%";

bool is_ascii_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// "division by zero" becomes "DivisionByZero".
std::string rule_name(std::string_view title) {
  std::string name;
  bool is_start = true;
  for (const char c : title) {
    if (!is_ascii_letter(c) && !(c >= '0' && c <= '9')) {
      is_start = c != '\'';
      continue;
    }
    name += is_start && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    is_start = false;
  }
  return name;
}

std::string sentence(std::string_view title) {
  std::string text(title);
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text + ".";
}

std::string_view level_of(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

std::string help_markdown(const CatalogueRow& row) {
  std::string text(row.explanation);
  if (!row.wrong.empty()) text += fmt::format("\n\nWrong:\n\n```yaml\n{}```", row.wrong);
  if (!row.right.empty()) text += fmt::format("\n\nRight:\n\n```yaml\n{}```", row.right);
  return text;
}

Json rule_json(const CatalogueRow& row) {
  return {{"id", code_text(row.code)},
          {"name", rule_name(row.title)},
          {"shortDescription", {{"text", sentence(row.title)}}},
          {"fullDescription", {{"text", row.explanation}}},
          {"help", {{"text", row.explanation}, {"markdown", help_markdown(row)}}},
          {"defaultConfiguration", {{"level", level_of(row.severity)}}}};
}

// In messages `[…](…)` is a link and `{0}` an argument; ours have neither.
std::string message_text(std::string_view text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == ']' && i + 1 < text.size() && text[i + 1] == '(') result += '\\';
    result += text[i];
  }
  return result;
}

std::string uri_of(std::string_view path) {
  constexpr std::string_view kPlain = "-._~/";
  std::string uri;
  for (const char c : path) {
    if (is_ascii_letter(c) || (c >= '0' && c <= '9') || kPlain.find(c) != std::string_view::npos)
      uri += c;
    else
      uri += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return uri;
}

class SarifWriter {
 public:
  SarifWriter(const Sources& sources, const std::set<Code>& codes) : sources_(sources) {
    for (const Code code : codes) rule_index_.emplace(code, rule_index_.size());
  }

  [[nodiscard]] Json rules() const {
    Json rules = Json::array();
    for (const auto& [code, index] : rule_index_) rules.push_back(rule_json(catalogue_row(code)));
    return rules;
  }

  [[nodiscard]] Json result(const Diagnostic& diagnostic) const {
    std::string text = diagnostic.message;
    for (const std::string& note : diagnostic.notes) text += "\n" + note;
    if (!diagnostic.help.empty()) text += "\nhelp: " + diagnostic.help;
    Json result = {{"ruleId", code_text(diagnostic.code)},
                   {"ruleIndex", rule_index_.at(diagnostic.code)},
                   {"level", level_of(diagnostic.severity)},
                   {"message", {{"text", message_text(text)}}}};
    if (has_place(diagnostic.span)) {
      Json location = place(diagnostic.span);
      if (!diagnostic.caption.empty()) location["message"] = {{"text", message_text(diagnostic.caption)}};
      result["locations"] = Json::array({std::move(location)});
    }
    Json related = Json::array();
    for (const Label& label : diagnostic.labels) {
      if (!has_place(label.span)) continue;
      Json location = place(label.span);
      location["id"] = related.size() + 1;
      location["message"] = {{"text", message_text(label.text)}};
      related.push_back(std::move(location));
    }
    if (!related.empty()) result["relatedLocations"] = std::move(related);
    if (!diagnostic.edits.empty()) result["fixes"] = Json::array({fix(diagnostic)});
    result["suppressions"] = Json::array();
    return result;
  }

  [[nodiscard]] Json result(const Silenced& silenced) const {
    Json result = this->result(silenced.diagnostic);
    Json suppression = {{"kind", "inSource"}, {"location", place(silenced.by)}};
    if (!silenced.reason.empty()) suppression["justification"] = silenced.reason;
    result["suppressions"].push_back(std::move(suppression));
    return result;
  }

 private:
  [[nodiscard]] bool has_place(Span span) const { return span.file < sources_.size(); }

  [[nodiscard]] Json artifact(uint32_t file) const {
    return {{"uri", uri_of(sources_.shown_path(file))}, {"uriBaseId", kBase}};
  }

  [[nodiscard]] Json region(Span span) const {
    const SourceFile& file = sources_.file(span.file);
    const LineColumn begin = file.utf16_position(span.begin);
    const LineColumn end = file.utf16_position(span.end);
    return {{"startLine", begin.line}, {"startColumn", begin.column}, {"endLine", end.line},
            {"endColumn", end.column}, {"byteOffset", span.begin},    {"byteLength", span.end - span.begin}};
  }

  [[nodiscard]] Json place(Span span) const {
    return {{"physicalLocation", {{"artifactLocation", artifact(span.file)}, {"region", region(span)}}}};
  }

  // All edits of a diagnostic together are its mend.
  [[nodiscard]] Json fix(const Diagnostic& diagnostic) const {
    std::map<uint32_t, Json> replacements;
    for (const Edit& edit : diagnostic.edits) {
      Json replacement = {{"deletedRegion", region(edit.span)}};
      if (!edit.replacement.empty()) replacement["insertedContent"] = {{"text", edit.replacement}};
      replacements[edit.span.file].push_back(std::move(replacement));
    }
    Json changes = Json::array();
    for (auto& [file, list] : replacements)
      changes.push_back({{"artifactLocation", artifact(file)}, {"replacements", std::move(list)}});
    Json fix = Json::object();
    if (!diagnostic.help.empty()) fix["description"] = {{"text", message_text(diagnostic.help)}};
    fix["artifactChanges"] = std::move(changes);
    return fix;
  }

  const Sources& sources_;
  std::map<Code, size_t> rule_index_;
};

}  // namespace

std::string render_sarif(std::span<const Diagnostic> diagnostics, std::span<const Silenced> silenced,
                         const Sources& sources, const SarifRun& run) {
  std::set<Code> codes;
  for (const Diagnostic& diagnostic : diagnostics) codes.insert(diagnostic.code);
  for (const Silenced& one : silenced) codes.insert(one.diagnostic.code);
  const SarifWriter writer(sources, codes);
  Json results = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) results.push_back(writer.result(diagnostic));
  for (const Silenced& one : silenced) results.push_back(writer.result(one));
  const Json bases = {{kBase, {{"description", {{"text", "the folder in which ishi was called"}}}}}};
  const Json driver = {{"name", "ishi"}, {"version", run.version}, {"rules", writer.rules()}};
  const Json log = {
      {"$schema", kSchema},
      {"version", "2.1.0"},
      {"runs", Json::array({{{"tool", {{"driver", driver}}},
                             {"invocations", Json::array({{{"executionSuccessful", run.is_complete}}})},
                             {"originalUriBaseIds", bases},
                             {"columnKind", "utf16CodeUnits"},
                             {"results", std::move(results)}}})}};
  // A message may quote bytes that are not UTF-8, which JSON cannot hold.
  return json_text(log);
}

}  // namespace ishi::compiler
