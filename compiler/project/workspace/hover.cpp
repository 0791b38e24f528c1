#include "workspace/hover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "diagnostics/catalogue.h"
#include "drawing/behaviour_map.h"
#include "drawing/drawing.h"
#include "language/functions.h"
#include "language/glossary.h"
#include "language/reference.h"
#include "language/tables.h"
#include "resolve/tuned_numbers.h"
#include "workspace/ask/same_but_for_names.h"
#include "workspace/checked_file.h"
#include "workspace/cursor.h"
#include "workspace/curve_picture.h"
#include "workspace/described.h"
#include "workspace/embedded_picture.h"
#include "workspace/origins.h"
#include "workspace/score_ranges.h"

namespace ishi::compiler {
namespace {

constexpr size_t kMostRows = 20;
constexpr size_t kLongest = 60;  // characters of a value
constexpr std::string_view kUnwritten = "1, where nothing is written";

const Entry* find_entry(const Node& node, std::string_view key) {
  const auto found = std::ranges::find(node.entries, key, &Entry::key);
  return found == node.entries.end() ? nullptr : &*found;
}

// An entry of a section in all files together, found where it is declared.
struct Merged {
  const Entry* section = nullptr;
  const Entry* entry = nullptr;  // null: there is none
};
Merged merged_at(const CheckedFile& checked, const Span& name) {
  if (!checked.knows_names || checked.program->root == nullptr) return {};
  for (const Entry& section : checked.program->root->entries) {
    if (section.value->kind != NodeKind::mapping) continue;
    for (const Entry& entry : section.value->entries) {
      const Span& key = entry.key_span;
      if (key.file == name.file && key.begin <= name.begin && name.end <= key.end &&
          entry.value->kind == NodeKind::mapping)
        return {&section, &entry};
    }
  }
  return {};
}

// The entry as the file wrote it.
const Entry* written_at(const CheckedFile& checked, const Span& key) {
  for (const SourceUnit& unit : checked.program->units.units) {
    if (unit.file != key.file || unit.tree.root == nullptr) continue;
    for (const Entry& section : unit.tree.root->entries) {
      for (const Entry& entry : section.value->entries) {
        if (entry.key_span == key && entry.value->kind == NodeKind::mapping) return &entry;
      }
    }
  }
  return nullptr;
}

// As it was written: a short form stands in all files together as the record that it is short for.
std::string value_text(const Node& node) {
  const bool is_short_form = node.entries.size() == 1 && node.entries[0].value->span == node.span;
  return one_line(is_short_form ? *node.entries[0].value : node);
}

std::string cut(std::string text) {
  if (text.size() <= kLongest) return text;
  size_t most = kLongest;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most) + "…";
}

bool is_profile(const Entry& section) { return section.key == section_name(Section::importance); }

// The values of an entry after `extends`, each with where it comes from, as Markdown: what `ishi show` says.
// Of an importance profile what is not written, too. `name`: where the entry is declared. Empty where all of
// it stands there.
std::string merged_text(const CheckedFile& checked, const Span& name) {
  const Merged merged = merged_at(checked, name);
  if (merged.entry == nullptr) return {};
  const Entry* const written = written_at(checked, merged.entry->key_span);
  const bool extends = written != nullptr && find_entry(*written->value, "extends") != nullptr;
  if (!extends && !is_profile(*merged.section)) return {};
  const Origins origins(*checked.program, checked.sources);
  const Origin* const own = origins.find(merged.entry->key_span);
  if (own == nullptr) return {};
  std::string rows;
  size_t count = 0;
  const auto add = [&](std::string_view key, const std::string& value, const std::string& from) {
    if (count++ < kMostRows) rows += fmt::format("\n| {} | {} | {} |", key, value, from);
  };
  for (const Entry& field : merged.entry->value->entries) {
    if (field.key == "doc" || field.key == "extends") continue;
    const Origin* const origin = origins.find(field.value->span);
    const bool is_own = origin == nullptr || *origin == *own;
    std::string value = cut(value_text(*field.value));
    std::ranges::replace(value, '|', '/');  // which would end the cell
    add(field.key, value, is_own ? "" : origins.told(field.value->span, *own));
  }
  if (is_profile(*merged.section)) {
    const Model& model = checked.program->model;
    for (const auto* motives : {&model.needs, &model.drives}) {
      for (const auto& motive : *motives) {
        if (find_entry(*merged.entry->value, motive.name.text) == nullptr)
          add(motive.name.text, "1", "where nothing is written");
      }
    }
  }
  if (rows.empty()) return {};
  const std::string more = count > kMostRows ? fmt::format("\n\nand {} more", count - kMostRows) : "";
  return fmt::format("| | value | comes from |\n|-|-|-|{}{}", rows, more);
}

// What a value of an entry stands instead of: that of the entry which it extends; in an importance profile
// what counts where nothing is written. `offset`: in the value, or its key. Empty: of nothing.
std::string replaced_text(const CheckedFile& checked, uint32_t offset) {
  if (!checked.knows_names || checked.tree().root == nullptr) return {};
  const auto holds = [&](const Entry& entry) {
    return entry.key_span.begin <= offset && offset <= entry.value->span.end;
  };
  for (const Entry& section : checked.tree().root->entries) {
    if (!holds(section) || section.value->kind != NodeKind::mapping) continue;
    for (const Entry& entry : section.value->entries) {
      if (!holds(entry) || entry.value->kind != NodeKind::mapping) continue;
      const auto field = std::ranges::find_if(entry.value->entries, holds);
      if (field == entry.value->entries.end() || field->key == "extends" || field->key == "doc") return {};
      const Entry* const base = find_entry(*entry.value, "extends");
      const std::string unwritten =
          is_profile(section) ? fmt::format("`{}` would count {}", field->key, kUnwritten) : "";
      const Node* const all = checked.program->root->find(section.key);
      if (base == nullptr || all == nullptr) return unwritten;
      const Entry* const extended = find_entry(*all, base->value->text);
      if (extended == nullptr) return unwritten;
      const Entry* const before = find_entry(*extended->value, field->key);
      if (before == nullptr) return unwritten;
      const Origins origins(*checked.program, checked.sources);
      const Origin here{section.key, entry.key, entry.key_span.file};
      return fmt::format("instead of `{}` {}", cut(value_text(*before->value)),
                         origins.told(before->value->span, here));
    }
  }
  return {};
}

constexpr size_t kMostLines = 16;  // of a declaration

// The text of a declaration, without the indentation of its first line.
std::string declaration_text(std::string_view text, const Span& span) {
  if (span.end > text.size() || span.begin >= span.end) return {};
  size_t line = span.begin;
  while (line > 0 && text[line - 1] != '\n') --line;
  const size_t indent = text.find_first_not_of(' ', line) - line;
  std::string result;
  size_t lines = 0;
  std::string_view rest = text.substr(span.begin, span.end - span.begin);
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view one = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (lines > 0) one.remove_prefix(std::min(one.find_first_not_of(' '), std::min(indent, one.size())));
    if (lines++ == kMostLines) {
      result += "…\n";
      break;
    }
    result += one;
    result += '\n';
  }
  return result;
}

std::string type_name(const Model& model, const Type& type) {
  switch (type.kind) {
    case ValueKind::number:
      return type.quantity == Quantity::number
                 ? "number"
                 : std::string(describe(type.quantity).substr(describe(type.quantity).find(' ') + 1));
    case ValueKind::integer: return "whole number";
    case ValueKind::boolean: return "true or false";
    case ValueKind::entity:
      return type.reference == kNone ? "entity" : fmt::format("`{}`", model.things[type.reference].name.text);
    case ValueKind::point: return "point";
    case ValueKind::direction: return "direction";
    case ValueKind::enumeration: {
      std::string words;
      for (const Name& member : model.enums[type.reference].value.members)
        words += fmt::format("{}`{}`", words.empty() ? "" : ", ", member.text);
      return words;
    }
    case ValueKind::candidate: return "member";
    case ValueKind::error: break;
  }
  return {};
}

// The variable that a symbol declares; null if it is none.
const Variable* variable_of(const Model& model, const Symbol& symbol) {
  const Variable* found = nullptr;
  const auto look = [&](const Map<Variable>& map) {
    for (const auto& [name, variable] : map) {
      if (name.span.file == symbol.span.file && name.span.begin <= symbol.span.begin &&
          symbol.span.end <= name.span.end)
        found = &variable;
    }
  };
  look(model.blackboard);
  for (const auto& thing : model.things) look(thing.value.fields);
  for (const auto& event : model.events) look(event.value.fields);
  for (const auto& task : model.tasks) look(task.value.parameters);
  for (const auto& goal : model.goals) look(goal.value.parameters);
  for (const auto& value : model.values) look(value.value.parameters);
  for (const auto& memory : model.memory) look(memory.value.fields);
  for (const auto& set : model.candidates) look(set.value.fields);
  return found;
}

const ReferenceRow* find_reference(std::string_view owner, std::string_view name) {
  static const std::vector<ReferenceRow> kRows = reference_rows();
  const auto found = std::ranges::find_if(
      kRows, [&](const ReferenceRow& row) { return row.owner == owner && row.name == name; });
  return found == kRows.end() ? nullptr : &*found;
}

bool is_of_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// The word around a place.
std::pair<uint32_t, uint32_t> word_at(std::string_view text, uint32_t offset) {
  uint32_t begin = std::min(offset, static_cast<uint32_t>(text.size())), end = begin;
  while (begin > 0 && is_of_word(text[begin - 1])) --begin;
  while (end < text.size() && is_of_word(text[end])) ++end;
  return {begin, end};
}

// A function, or a word that expressions and `ishi why` use with a meaning of their own.
std::string word_text(std::string_view word) {
  if (const FunctionRow* const function = find_function(word); function != nullptr)
    return fmt::format("```\n{}\n```\n{}", function->form, function->doc);
  if (const Term* const term = find_term(word); term != nullptr)
    return fmt::format("**{}**: {}", term->word, term->meaning);
  return {};
}

std::string finding_text(const Diagnostic& finding) {
  const CatalogueRow& row = catalogue_row(finding.code);
  return fmt::format("**{}** {}\n\n{}", code_text(finding.code), row.title, row.explanation);
}

// The numbers that a mark for tuning names.
std::string mark_text(const CheckedFile& checked, uint32_t offset) {
  constexpr size_t kMostNumbers = 12;
  for (const auto& [path, mark] : checked.program->model.tune) {
    if (path.span.file != 0 || offset < path.span.begin || offset > path.span.end) continue;
    const auto found = find_marked_numbers(checked.program->units, checked.sources, path);
    if (!found) return {};
    std::string text = fmt::format("**{}** · `ishi tune` may change", path.text);
    for (size_t i = 0; i < std::min(found->size(), kMostNumbers); ++i) {
      const NumberPlace& place = (*found)[i];
      const TunedNumber number =
          mark.range.given ? with_range(place, mark.range.value) : with_usual_range(place);
      text += fmt::format("\n- `{}`: {}, {:g}..{:g}", place.path, place.text, number.low, number.high);
    }
    if (found->size() > kMostNumbers) text += fmt::format("\n- and {} more", found->size() - kMostNumbers);
    return text;
  }
  return {};
}

}  // namespace

std::string type_text(const CheckedFile& checked, const Symbol& symbol) {
  const Model& model = checked.program->model;
  const Variable* const variable = variable_of(model, symbol);
  const Type type = variable != nullptr ? variable->resolved : symbol.type;
  std::string text = type_name(model, type);
  if (variable != nullptr && variable->has_range() && !text.empty())
    text += fmt::format(", {}..{}", show(variable->low, type.quantity, variable->unit),
                        show(variable->high, type.quantity, variable->unit));
  return text;
}

std::string field_text(const Mapping& mapping, const Field& field) {
  const ReferenceRow* const row = find_reference(mapping.title, field.name);
  if (row == nullptr) return fmt::format("**{}**: {}", field.name, field.doc);
  std::string text = fmt::format("**{}** · {}\n\n{}", row->name, row->written, row->meaning);
  if (!row->fallback.empty()) text += fmt::format("\n\nDefault: `{}`", row->fallback);
  return text;
}

std::string symbol_text(const CheckedFile& checked, const Symbol& symbol) {
  const SourceFile& file = checked.sources.file(symbol.span.file);
  std::string text = fmt::format("{} **{}**", noun_of(symbol.kind), symbol.name);
  if (!symbol.owner.empty()) text += fmt::format(" of `{}`", symbol.owner);
  if (const std::string type = type_text(checked, symbol); !type.empty()) text += fmt::format(" · {}", type);
  if (!symbol.doc.empty()) text += fmt::format("\n\n{}", symbol.doc);
  const std::string declaration = declaration_text(file.text(), symbol.whole);
  if (!declaration.empty()) text += fmt::format("\n\n```yaml\n{}```", declaration);
  const LineColumn place = file.position(symbol.span.begin);
  text += fmt::format("\n{}:{}", file.path(), place.line);
  return text;
}

namespace {

// "need `fear` (gains +0.5), state `wild`": the other ends of links, the first few of many.
std::string ends_text(const BehaviourMap& map, uint32_t part, bool are_before) {
  constexpr size_t kMost = 8;
  std::string text;
  size_t count = 0;
  for (const MapLink& link : map.links) {
    if ((are_before ? link.to : link.from) != part) continue;
    if (++count > kMost) return text + ", …";
    const MapPart& other = map.parts[are_before ? link.from : link.to];
    text += fmt::format("{}{} `{}`", text.empty() ? "" : ", ", part_word(other.kind), other.name);
    if (!link.label.empty()) text += fmt::format(" ({})", link.label);
  }
  return text;
}

// Tells, for each agent that has an action or a state, which parts of its map lead there, and where it leads.
std::string map_text(const CheckedFile& checked, const Symbol& symbol) {
  if (symbol.kind != SymbolKind::action && symbol.kind != SymbolKind::state) return {};
  const PartKind kind = symbol.kind == SymbolKind::action ? PartKind::action : PartKind::state;
  constexpr size_t kMostAgents = 3;
  std::string text;
  size_t agents = 0;
  for (const Named<Agent>& agent : checked.program->model.agents) {
    const BehaviourMap map = map_of(checked.program->model, agent);
    const auto part = std::ranges::find_if(map.parts, [&](const MapPart& one) {
      return one.kind == kind && one.name == symbol.name && one.span == symbol.span;
    });
    if (part == map.parts.end()) continue;
    const auto place = static_cast<uint32_t>(part - map.parts.begin());
    const std::string before = ends_text(map, place, true), behind = ends_text(map, place, false);
    if (before.empty() && behind.empty()) continue;
    if (++agents > kMostAgents) return text + "\n\nand on the maps of other agents";
    text += fmt::format("{}On the map of `{}`:", text.empty() ? "" : "\n\n", agent.name.text);
    if (!before.empty()) text += fmt::format("\n- what leads to it: {}", before);
    if (!behind.empty()) text += fmt::format("\n- what it leads to: {}", behind);
  }
  return text;
}

// Draws the map of an agent; for an action or a state only the parts that lead there and those it leads to.
// Draws nothing where more than one agent has it, whose maps map_text() tells, or where the map is too large.
std::string map_picture(const CheckedFile& checked, const Symbol& symbol) {
  const std::optional<PartKind> kind = symbol.kind == SymbolKind::action  ? std::optional(PartKind::action)
                                       : symbol.kind == SymbolKind::state ? std::optional(PartKind::state)
                                                                          : std::nullopt;
  if (!kind && symbol.kind != SymbolKind::agent) return {};
  constexpr size_t kMostParts = 40, kMostBytes = 60'000;
  constexpr uint32_t kPixels = 560;
  std::string picture;
  for (const Named<Agent>& agent : checked.program->model.agents) {
    if (!kind && agent.name.span != symbol.span) continue;
    BehaviourMap map = map_of(checked.program->model, agent);
    if (kind) {
      const auto part = std::ranges::find_if(map.parts, [&](const MapPart& one) {
        return one.kind == *kind && one.name == symbol.name && one.span == symbol.span;
      });
      if (part == map.parts.end()) continue;
      keep_only_to(map, static_cast<uint32_t>(part - map.parts.begin()));
    }
    if (!picture.empty() || map.parts.size() < 2 || map.parts.size() > kMostParts) return {};
    const std::string svg = svg_of(std::span(&map, 1), [](Span) { return std::string(); });
    if (svg.size() > kMostBytes) return {};
    picture = embedded_picture(fmt::format("the map of {}", agent.name.text), svg, kPixels);
  }
  return picture;
}

}  // namespace

std::optional<HoverText> hover_at(const CheckedFile& checked, uint32_t offset,
                                  const std::vector<Diagnostic>& findings, const GiveRanges& give_ranges,
                                  bool has_map) {
  HoverText hover;
  const auto add = [&](const std::string& text) {
    if (text.empty()) return;
    if (!hover.markdown.empty()) hover.markdown += "\n\n---\n\n";
    hover.markdown += text;
  };
  const std::string_view text = checked.text();
  std::tie(hover.begin, hover.end) = word_at(text, offset);
  std::vector<uint32_t> shown;
  for (const uint32_t symbol : checked.index.at(0, offset)) {
    if (std::ranges::find(shown, symbol) != shown.end()) continue;
    shown.push_back(symbol);
    const Symbol& one = checked.index.symbols()[symbol];
    add(symbol_text(checked, one));
    if (!checked.has_errors) add(merged_text(checked, one.span));
    if (one.kind == SymbolKind::action && !checked.has_errors && one.owner.empty()) hover.action = one.name;
    if (one.kind == SymbolKind::curve && !checked.has_errors) {
      const auto& curves = checked.program->model.curves;
      const auto curve =
          std::ranges::find_if(curves, [&](const auto& entry) { return entry.name.span == one.span; });
      if (curve != curves.end()) add(curve_picture(curve->value));
    }
    if (!checked.has_errors) {
      const std::string picture = has_map ? map_picture(checked, one) : std::string();
      add(picture.empty() ? map_text(checked, one) : picture);
    }
    const bool is_option =
        one.kind == SymbolKind::action || one.kind == SymbolKind::plan || one.kind == SymbolKind::offer;
    if (!is_option) continue;
    for (const ScoreRange& range : give_ranges()) {
      const bool is_its = range.name.file == one.span.file && range.name.begin == one.span.begin;
      if (is_its) add(fmt::format("Its score where it competes: {} (proved)", range_text(range)));
    }
  }
  if (shown.empty()) {
    const Cursor cursor = find_cursor(text, offset);
    const DescribedPlace place = describe_place(cursor.path);
    const Field* const field = place.at.field;
    if (cursor.is_key && !cursor.in_comment && field != nullptr && field->mapping != nullptr) {
      const std::string_view key = text.substr(cursor.begin, cursor.end - cursor.begin);
      const Field* const own = find_field(*field->mapping, key);
      if (own != nullptr) add(field_text(*field->mapping, *own));
    }
    if (cursor.is_key && field != nullptr && field->form == Form::map && field->holds_paths)
      add(mark_text(checked, offset));
    const bool is_step = !cursor.is_key && field != nullptr && field->form == Form::steps;
    const std::string_view word = text.substr(hover.begin, hover.end - hover.begin);
    if (const Field* const verb = is_step ? find_step_row(word) : nullptr; verb != nullptr)
      add(field_text(kStepMapping, *verb));
    if (hover.markdown.empty() && !cursor.is_key && !cursor.in_comment && !word.empty()) add(word_text(word));
  }
  if (!checked.has_errors) add(replaced_text(checked, offset));
  for (const Diagnostic& finding : findings) {
    const bool is_here = finding.span.file == 0 && finding.span.begin <= offset && offset <= finding.span.end;
    if (is_here) add(finding_text(finding));
  }
  if (hover.markdown.empty()) return std::nullopt;
  return hover;
}

}  // namespace ishi::compiler
