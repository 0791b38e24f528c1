#include "diagnostics/render_json.h"

#include "diagnostics/catalogue.h"
#include "diagnostics/json.h"
#include "diagnostics/terminal_text.h"

namespace ishi::compiler {

namespace {

using Json = nlohmann::ordered_json;

std::string path_of(uint32_t file, const Sources& sources) {
  return file < sources.size() ? sources.shown_path(file) : std::string();
}

Json place_json(uint32_t file, uint32_t offset, const Sources& sources) {
  const LineColumn place = file < sources.size() ? sources.file(file).position(offset) : LineColumn{};
  return {{"line", place.line}, {"column", place.column}, {"offset", offset}};
}

Json span_json(Span span, const Sources& sources) {
  return {{"start", place_json(span.file, span.begin, sources)},
          {"end", place_json(span.file, span.end, sources)}};
}

Json diagnostic_json(const Diagnostic& diagnostic, const Sources& sources) {
  Json labels = Json::array();
  for (const Label& label : diagnostic.labels) {
    labels.push_back({{"file", path_of(label.span.file, sources)},
                      {"span", span_json(label.span, sources)},
                      {"text", label.text}});
  }
  Json edits = Json::array();
  for (const Edit& edit : diagnostic.edits) {
    edits.push_back({{"file", path_of(edit.span.file, sources)},
                     {"span", span_json(edit.span, sources)},
                     {"replacement", edit.replacement}});
  }
  return {{"code", code_text(diagnostic.code)},
          {"severity", diagnostic.severity == Severity::error ? "error" : "warning"},
          {"message", diagnostic.message},
          {"file", path_of(diagnostic.span.file, sources)},
          {"span", span_json(diagnostic.span, sources)},
          {"caption", diagnostic.caption},
          {"labels", std::move(labels)},
          {"notes", diagnostic.notes},
          {"help", diagnostic.help},
          {"edits", std::move(edits)}};
}

}  // namespace

std::string json_text(const Json& json) {
  return printable_json(json.dump(2, ' ', false, Json::error_handler_t::replace)) + "\n";
}

Json diagnostics_json(std::span<const Diagnostic> diagnostics, const Sources& sources,
                      const FindingCounts& counts) {
  Json list = Json::array();
  for (const Diagnostic& diagnostic : diagnostics) list.push_back(diagnostic_json(diagnostic, sources));
  return {{"version", 1},
          {"diagnostics", std::move(list)},
          {"summary",
           {{"errors", counts.errors},
            {"warnings", counts.warnings},
            {"silenced", counts.silenced},
            {"unfinished", counts.unfinished}}}};
}

std::string render_json(std::span<const Diagnostic> diagnostics, const Sources& sources,
                        const FindingCounts& counts) {
  return json_text(diagnostics_json(diagnostics, sources, counts));
}

}  // namespace ishi::compiler
