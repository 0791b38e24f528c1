#pragma once

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

}  // namespace ishi::compiler
