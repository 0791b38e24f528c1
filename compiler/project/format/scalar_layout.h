#pragma once

#include <string>
#include <string_view>

#include "language/field.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// The field that describes the value of an entry of a mapping; null if none does.
[[nodiscard]] const Field* field_of_entry(const Field* parent, std::string_view key);

// True if the names of a mapping are the designer's own, so that their values stand in one column.
[[nodiscard]] bool holds_own_names(const Field* field);

// True if a scalar of the field is an expression.
[[nodiscard]] bool is_formula(const Field* field);

// A name as it is written: quoted only if YAML needs it.
[[nodiscard]] std::string key_layout(std::string_view written, std::string_view key, bool in_flow);

// A scalar on one line, as it is written: `written` is its source with its quotes, `in_flow` inside { } or [
// ].
[[nodiscard]] std::string scalar_layout(std::string_view written, const Node& scalar, const Field* field,
                                        bool in_flow);

}  // namespace ishi::compiler
