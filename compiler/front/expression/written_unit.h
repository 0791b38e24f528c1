#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "expression/expression.h"
#include "model/model.h"

namespace ishi::compiler {

// The declaration behind a key, parameter of `task` or field, or null.
[[nodiscard]] const Variable* variable_of(const Model& model, const Expression& node,
                                          const Map<Variable>* parameters);

// The unit in which people write what a checked node measures: that of the range or default of the key,
// parameter of `task` or field that it comes from, or of the number that it is. Null where nothing tells.
[[nodiscard]] const UnitRow* written_unit(const Model& model, const Expression& node,
                                          const Map<Variable>* parameters = nullptr);

// A formula as it is shown: with one blank where it goes on in another line.
[[nodiscard]] std::string shown_formula(std::string_view text);

// The text of a part of a formula, for messages; "…" where it is long.
[[nodiscard]] std::string text_of(const Model& model, const Formula& written, const Expression& node);

// The text of a bare number with the unit that it lacks; nothing if `node` is no bare number.
[[nodiscard]] std::optional<std::string> with_unit(const Model& model, const Formula& written,
                                                   const Expression& node, std::string_view unit);

}  // namespace ishi::compiler
