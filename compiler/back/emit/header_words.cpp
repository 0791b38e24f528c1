#include "emit/header_words.h"

#include <fmt/format.h>

#include <iterator>
#include <string_view>

#include "ishi/types.h"

namespace ishi::compiler {
namespace {

constexpr std::string_view kBaseUnits[] = {"", "", "", "", "", "", "m", "s", "rad", "m/s", "", ""};
constexpr std::string_view kKinds[] = {
    "enumeration", "member",     "thing",          "field",           "key",   "task", "parameter", "event",
    "event_field", "candidates", "candidate_kind", "candidate_field", "token", "sound"};
static_assert(std::size(kBaseUnits) == kValueTypeCount &&
              std::size(kKinds) == static_cast<size_t>(ContractKind::sound) + 1);

std::string_view unit_of(const ContractEntry& entry) { return kBaseUnits[static_cast<size_t>(entry.type)]; }

// "number 0..100", "length 0m..20m", "person".
std::string type_text(const ContractPart& part) {
  const ContractEntry& entry = part.entry;
  if (entry.reference != 0) return part.reference_name;
  const std::string_view type = kValueTypeNames[static_cast<size_t>(entry.type)];
  const bool has_range = type == "number" || type == "integer" || !unit_of(entry).empty();
  if (!has_range) return std::string(type);
  return fmt::format("{} {}{}..{}{}", type, entry.low, unit_of(entry), entry.high, unit_of(entry));
}

}  // namespace

std::string number_text(float number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text + "f";
}

// At its end neither a backslash nor the trigraph of one, which would take the next line in.
std::string comment_text(std::string_view text) {
  constexpr std::string_view kTrigraph = "?\?/";
  std::string result;
  for (const char c : text) result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  std::string_view kept = result;
  while (kept.ends_with(' ') || kept.ends_with('\\') || kept.ends_with(kTrigraph)) {
    kept.remove_suffix(kept.ends_with(kTrigraph) ? kTrigraph.size() : 1);
  }
  return std::string(kept);
}

std::string comment_of(const ContractPart& part) {
  const std::string doc = comment_text(part.doc);
  const std::string type = (part.entry.given ? "given back, " : "") + type_text(part);
  return doc.empty() ? type : fmt::format("{} ({})", doc, type);
}

std::string_view scope_word(ishi::Scope scope) { return kScopeNames[static_cast<size_t>(scope)]; }

std::string entry_text(const ContractPart& part) {
  const ContractEntry& e = part.entry;
  std::string text = fmt::format(".id = {:#018x}", e.id);
  const auto add = [&](bool is_there, std::string_view field, const std::string& value) {
    if (is_there) text += fmt::format(", .{} = {}", field, value);
  };
  const auto add_name = [&](std::string_view field, const std::string& value) {
    add(!value.empty(), field, fmt::format("\"{}\"", value));
  };
  add(e.owner != 0, "owner", fmt::format("{:#018x}", e.owner));
  add(e.reference != 0, "reference", fmt::format("{:#018x}", e.reference));
  add_name("name", part.name);
  add_name("owner_name", part.owner_name);
  add_name("reference_name", part.reference_name);
  text += fmt::format(", .kind = ishi::ContractKind::{}", kKinds[static_cast<size_t>(e.kind)]);
  add(e.type != ishi::ValueType::number, "type",
      fmt::format("ishi::ValueType::{}", kValueTypeNames[static_cast<size_t>(e.type)]));
  add(e.scope != ishi::Scope::agent, "scope", fmt::format("ishi::Scope::{}", scope_word(e.scope)));
  add(e.merge != Merge::none, "merge",
      fmt::format("ishi::Merge::{}", kMergeNames[static_cast<size_t>(e.merge)]));
  add(e.abort == Abort::wait, "abort", "ishi::Abort::wait");
  add(e.required, "required", "true");
  add(e.live, "live", "true");
  add(e.given, "given", "true");
  add(e.place != 0, "place", fmt::format("{}", e.place));
  add(e.size != 0, "size", fmt::format("{}", e.size));
  add(e.low != 0, "low", number_text(e.low));
  add(e.high != 0, "high", number_text(e.high));
  const Vector3& value = e.fallback;
  add(value.x != 0 || value.y != 0 || value.z != 0, "fallback",
      fmt::format("{{{}, {}, {}}}", number_text(value.x), number_text(value.y), number_text(value.z)));
  return text;
}

}  // namespace ishi::compiler
