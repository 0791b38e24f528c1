#include "cli/lsp/picture_edits.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "cli/lsp/failure.h"
#include "diagnostics/json.h"

namespace ishi::compiler::cli {
namespace {

constexpr std::array<std::pair<std::string_view, PictureEditKind>, 8> kEdits = {{
    {"rename", PictureEditKind::rename},
    {"duplicate", PictureEditKind::duplicate},
    {"move", PictureEditKind::move},
    {"remove", PictureEditKind::remove},
    {"add", PictureEditKind::add},
    {"connect", PictureEditKind::connect},
    {"setNumber", PictureEditKind::set_number},
    {"setText", PictureEditKind::set_text},
}};

std::string word_in(const Json& options, const char* name) {
  return options.contains(name) && options[name].is_string() ? options[name].get<std::string>()
                                                             : std::string();
}

TextAddress address_in(const Json& options) {
  TextAddress at;
  if (!options.contains("at") || !options["at"].is_array()) return at;
  for (const Json& step : options["at"]) {
    if (step.is_string()) at.push_back(step.get<std::string>());
  }
  return at;
}

}  // namespace

Json parts_json(const std::vector<PartOfText>& parts, const std::string& path, Positions& positions) {
  Json result = Json::array();
  for (const PartOfText& part : parts) {
    Json one = {{"of", text_part_word(part.kind)},
                {"noun", part.noun},
                {"at", part.at},
                {"name", part.name},
                {"range", positions.range(path, part.span.begin, part.span.end)},
                {"nameRange", positions.range(path, part.name_span.begin, part.name_span.end)}};
    if (part.kind == TextPartKind::number) {
      one["number"] = part.ordinal;
      one["value"] = part.value;
      one["unit"] = part.unit;
      one["low"] = std::isfinite(part.low) ? Json(part.low) : Json(nullptr);
      one["high"] = std::isfinite(part.high) ? Json(part.high) : Json(nullptr);
      one["whole"] = part.is_whole;
      one["alone"] = part.is_alone;
    }
    result.push_back(std::move(one));
  }
  return result;
}

PictureEdit picture_edit_of(const Json& options) {
  const std::string word = word_in(options, "do");
  const auto known = std::ranges::find(kEdits, word, &std::pair<std::string_view, PictureEditKind>::first);
  if (known == kEdits.end()) throw Failure{kInvalidParams, fmt::format("`{}` is no edit by picture", word)};
  PictureEdit edit;
  edit.kind = known->second;
  edit.at = address_in(options);
  edit.expected = word_in(options, "expected");
  edit.agent = word_in(options, "agent");
  edit.name = word_in(options, "name");
  edit.text = word_in(options, "text");
  const std::string of = word_in(options, "of");
  bool is_known = of.empty();
  for (size_t i = 0; i < kTextPartKinds; ++i) {
    const auto kind = static_cast<TextPartKind>(i);
    if (text_part_word(kind) != of) continue;
    edit.of = kind;
    is_known = true;
  }
  if (!is_known) throw Failure{kInvalidParams, fmt::format("`{}` is no kind of parts that are edited", of)};
  if (options.contains("by") && options["by"].is_number()) edit.by = options["by"].get<double>() < 0 ? -1 : 1;
  if (options.contains("number") && options["number"].is_number_unsigned())
    edit.ordinal = options["number"].get<uint32_t>();
  if (options.contains("value") && options["value"].is_number()) edit.value = options["value"].get<double>();
  return edit;
}

std::vector<SwitchedOff> switched_off_of(const Json& options, OpenProjects& projects) {
  std::vector<SwitchedOff> parts;
  if (!options.contains("off") || !options["off"].is_array()) return parts;
  for (const Json& one : options["off"]) {
    if (!one.is_object()) continue;
    const std::string uri = word_in(one, "uri");
    if (!uri.empty()) parts.push_back({projects.find(uri).path, address_in(one)});
  }
  return parts;
}

}  // namespace ishi::compiler::cli
