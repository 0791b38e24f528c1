#include "language/misplaced_fields.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

// The records in a field: itself, or each entry of it; null if it holds something else.
const Mapping* records_in(const Field& field) {
  if (field.form == Form::record) return field.mapping;
  const bool is_map = field.form == Form::map && field.item != nullptr && field.item->form == Form::record;
  return is_map ? field.item->mapping : nullptr;
}

// How a field is written in a record in `field`.
std::string written_in(const Field& field, const Entry& entry) {
  const std::string value = entry.value->kind == NodeKind::scalar ? std::string(entry.value->text) : "…";
  const std::string inner = fmt::format("{{ {}: {} }}", entry.key, value);
  if (field.form == Form::record) return fmt::format("{}: {}", field.name, inner);
  return fmt::format("{}: {{ {}: {} }}", field.name, field.holds_times ? "2s" : "NAME", inner);
}

// An example of a field that holds named entries, for an entry that has a single value; else empty.
std::string shape_of(const Mapping& mapping, const Entry& entry) {
  const Field& field = *find_field(mapping, entry.key);
  if (field.form != Form::map || entry.value->kind != NodeKind::scalar || field.example.empty()) return {};
  return fmt::format(", such as `{}: {}`", field.name, field.example);
}

bool is_of_every_entry(std::string_view key) {
  return key == "doc" || key == "extends" || key == kRenamedFrom.name;
}

}  // namespace

std::string help_to_level(const RecordAround& record, const Entry& entry) {
  // If several records have the field, a record that is written comes first.
  for (const bool is_written : {true, false}) {
    for (const Field& field : record.mapping->fields) {
      const Mapping* const inner = records_in(field);
      if (inner == nullptr || find_field(*inner, entry.key) == nullptr) continue;
      if ((record.node->find(field.name) != nullptr) != is_written) continue;
      const std::string_view place = field.form == Form::record ? "belongs in"
                                     : field.holds_times        ? "belongs in a time under"
                                                                : "belongs in one of the entries of";
      return is_written ? fmt::format("`{}` {} `{}`: move it there", entry.key, place, field.name)
                        : fmt::format("`{}` {} `{}`: write `{}`", entry.key, place, field.name,
                                      written_in(field, entry));
    }
  }
  const RecordAround* inside = &record;
  for (const RecordAround* outer = record.outer; outer != nullptr && outer->mapping != nullptr;
       inside = outer, outer = outer->outer) {
    if (find_field(*outer->mapping, entry.key) == nullptr) continue;
    if (outer->mapping == &kFileMapping && entry.value->kind != NodeKind::mapping) return {};
    if (outer->mapping == &kFileMapping)
      return fmt::format("`{}` is a section of the file: it begins in the first column", entry.key);
    const auto holds_it = [&](const Field& field) { return records_in(field) == inside->mapping; };
    const auto field = std::ranges::find_if(outer->mapping->fields, holds_it);
    if (field == outer->mapping->fields.end()) continue;
    return outer->node->find(entry.key) != nullptr
               ? fmt::format("`{}` is a field of {} and stands beside `{}` already: take it out here",
                             entry.key, outer->mapping->title, field->name)
               : fmt::format("`{}` is a field of {}: write it beside `{}`, not inside{}", entry.key,
                             outer->mapping->title, field->name, shape_of(*outer->mapping, entry));
  }
  return {};
}

FittingSections fitting_sections(const Mapping& entries, const Node& node) {
  const auto fits = [&](const Mapping& mapping) {
    return mapping.open == nullptr && std::ranges::all_of(node.entries, [&](const Entry& entry) {
             return is_of_every_entry(entry.key) || find_field(mapping, entry.key) != nullptr;
           });
  };
  const auto says_something = [](const Entry& entry) { return !is_of_every_entry(entry.key); };
  if (fits(entries) || std::ranges::none_of(node.entries, says_something)) return {};
  std::vector<std::string_view> nouns, sections;
  for (const Field& section : kFileMapping.fields) {
    const Mapping* const mapping = section.form == Form::map ? records_in(section) : nullptr;
    if (mapping == nullptr || mapping == &entries || !fits(*mapping)) continue;
    if (std::ranges::find(nouns, mapping->title) == nouns.end()) nouns.push_back(mapping->title);
    sections.push_back(section.name);
  }
  constexpr size_t kMost = 2;
  if (sections.empty() || sections.size() > kMost) return {};
  return {nouns.size() == 1 ? std::string(nouns[0]) : fmt::format("{} or {}", nouns[0], nouns[1]),
          quoted_list(sections, "or")};
}

}  // namespace ishi::compiler
