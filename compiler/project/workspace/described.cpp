#include "workspace/described.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

constexpr Field kFile = record(kFileMapping);
constexpr Field kDoc = text();
constexpr Field kLiteral = value();
constexpr Field kLiterals = map(kLiteral);
constexpr Field kBase = reference(Section::actions);  // of `extends`: its section is that of the entry

const Mapping* mapping_of(const Described& node) {
  const Field* const field = node.field;
  if (field == nullptr) return nullptr;
  return field->form == Form::record || field->form == Form::steps ? field->mapping : nullptr;
}

}  // namespace

Described described_file() { return {&kFile}; }

Described described_value(const Described& node, std::string_view key) {
  const Field* const field = node.field;
  if (field == nullptr) return {};
  if (const Mapping* const mapping = mapping_of(node); mapping != nullptr) {
    if (const Field* const own = find_field(*mapping, key); own != nullptr) return {own};
    if (mapping->is_named && key == "doc") return {&kDoc};
    if (mapping->is_named && key == "extends") return {&kBase};
    if (mapping->is_named && key == kRenamedFrom.name) return {&kRenamedFrom};
    if (mapping->open != nullptr) return {mapping->open->item};
    if (mapping->other != nullptr) return {mapping->other, false, key};
    return {};
  }
  if (field->form == Form::map) return {field->item};
  if (field->form == Form::event)
    return field->section == Section::events ? Described{kStepMapping.other, false, key}
                                             : Described{&kLiterals, false, key};
  return {};
}

Described described_items(const Described& node) {
  const Field* const field = node.field;
  if (field == nullptr) return {};
  switch (field->form) {
    case Form::steps:
    case Form::references:
    case Form::names:
    case Form::path_list: return {field, true};
    case Form::list: return {field->item};
    case Form::record: {
      const Field* const alone = short_form_of(field);
      return alone == nullptr ? Described() : described_items({alone});
    }
    default: return {};
  }
}

bool is_free_key(const Described& node, std::string_view key) {
  const Mapping* const mapping = mapping_of(node);
  if (mapping == nullptr) return true;
  const bool is_named = mapping->is_named && (key == "doc" || key == "extends" || key == kRenamedFrom.name);
  return find_field(*mapping, key) == nullptr && !is_named;
}

DescribedPlace describe_place(const std::vector<CursorStep>& path) {
  DescribedPlace place;
  place.at = described_file();
  for (size_t i = 0; i < path.size(); ++i) {
    if (i == 0) place.section = path[0].key;
    if (i == 1) place.entry = path[1].key;
    place.at = path[i].is_item ? described_items(place.at) : described_value(place.at, path[i].key);
    place.steps.push_back(place.at);
  }
  return place;
}

}  // namespace ishi::compiler
