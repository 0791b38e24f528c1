#include <algorithm>

#include "language/tables.h"

namespace ishi::compiler {

const Field* field_within(const Field* parent, std::string_view key) {
  if (parent == nullptr) return nullptr;
  if (parent->form == Form::map) return parent->item;
  const bool has_fields = parent->form == Form::record || parent->form == Form::steps;
  return has_fields ? find_field(*parent->mapping, key) : nullptr;
}

// A step stands for a list of one, so both have the same fields.
const Field* field_of_items(const Field* list) {
  if (list == nullptr) return nullptr;
  return list->form == Form::steps ? list : list->item;
}

const Field* short_form_of(const Field* field) {
  if (field == nullptr || field->form != Form::record) return nullptr;
  const auto found = std::ranges::find_if(field->mapping->fields, &Field::is_short_form);
  return found == field->mapping->fields.end() ? nullptr : &*found;
}

}  // namespace ishi::compiler
