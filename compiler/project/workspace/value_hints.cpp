#include "workspace/file_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "language/curve_units.h"
#include "language/scalar.h"
#include "language/tables.h"
#include "workspace/ask/same_but_for_names.h"

namespace ishi::compiler {
namespace {

constexpr size_t kLongest = 60;  // characters of a hint

// At most so many bytes, not through the middle of a character.
std::string cut(std::string text, size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  return text.substr(0, most) + "…";
}

const Entry* entry_of(const Node& node, std::string_view key) {
  const auto found = std::ranges::find(node.entries, key, &Entry::key);
  return found == node.entries.end() ? nullptr : &*found;
}

// The entries of the file's own sections.
template <class Use>
void for_each_entry(const CheckedFile& checked, const Use& use) {
  if (checked.tree().root == nullptr || checked.program->root == nullptr) return;
  for (const Entry& section : checked.tree().root->entries) {
    if (section.value->kind != NodeKind::mapping) continue;
    for (const Entry& entry : section.value->entries) use(section.key, entry);
  }
}

}  // namespace

std::vector<InlayHint> inherited_hints(const CheckedFile& checked) {
  std::vector<InlayHint> hints;
  if (!checked.knows_names) return hints;
  for_each_entry(checked, [&](std::string_view section, const Entry& own) {
    const Entry* const base =
        own.value->kind == NodeKind::mapping ? entry_of(*own.value, "extends") : nullptr;
    const Node* const merged_section = checked.program->root->find(section);
    if (base == nullptr || base->value->kind != NodeKind::scalar || merged_section == nullptr) return;
    const auto merged = std::ranges::find_if(merged_section->entries,
                                             [&](const Entry& one) { return one.key_span == own.key_span; });
    if (merged == merged_section->entries.end()) return;
    std::string text, all;
    for (const Entry& field : merged->value->entries) {
      if (field.key == "doc" || field.key == "extends" || entry_of(*own.value, field.key) != nullptr)
        continue;
      const std::string said = fmt::format("{}: {}", field.key, one_line(*field.value));
      text += fmt::format("{}{}", text.empty() ? "" : ", ", said);
      all += fmt::format("{}\n", said);
    }
    if (!text.empty())
      hints.push_back({base->value->span.end, " " + cut(text, kLongest),
                       fmt::format("inherited from `{}`:\n{}", base->value->text, all)});
  });
  return hints;
}

std::vector<InlayHint> unit_hints(const CheckedFile& checked) {
  std::vector<InlayHint> hints;
  if (!checked.knows_names) return hints;
  for_each_entry(checked, [&](std::string_view section, const Entry& own) {
    if (section != section_name(Section::curves) || own.value->kind != NodeKind::mapping) return;
    const auto& curves = checked.program->model.curves;
    const auto curve =
        std::ranges::find_if(curves, [&](const auto& one) { return one.name.span == own.key_span; });
    if (curve == curves.end() || !curve->value.input.given) return;
    const Bounds& input = curve->value.input.value;
    const bool says_nothing = input.low == 0 && input.high == 1 && input.quantity == Quantity::number;
    if (says_nothing) return;
    const Field* const described = find_field(kFileMapping, section)->item;
    for (const Entry& kind : own.value->entries) {
      const Field* const row = field_within(described, kind.key);
      if (row == nullptr || kind.value->kind != NodeKind::mapping) continue;
      for (const Entry& parameter : kind.value->entries) {
        const Field* const field = field_within(row, parameter.key);
        const bool is_along = field != nullptr && field->form == Form::along_input;
        if (!is_along || parameter.value->kind != NodeKind::scalar) continue;
        Diagnostics said_elsewhere;
        Measure measure;
        if (!read_measure(parameter.value->text, {}, said_elsewhere, measure)) continue;
        if (measure.quantity != Quantity::number || input.quantity == Quantity::number) continue;
        // A width is a share of the range, a place lies in it.
        const double from = parameter.key == "width" ? 0 : input.low;
        hints.push_back({parameter.value->span.end,
                         fmt::format(" = {}", show(from + measure.value * (input.high - input.low),
                                                   input.quantity, curve_input_unit(curve->value))),
                         "on the curve's `input`"});
      }
    }
  });
  return hints;
}

}  // namespace ishi::compiler
