#include "workspace/merged_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "language/tables.h"
#include "workspace/ask/same_but_for_names.h"
#include "workspace/origins.h"

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

}  // namespace

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

}  // namespace ishi::compiler
