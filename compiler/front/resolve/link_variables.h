#pragma once

#include "diagnostics/diagnostics.h"
#include "ishi/types.h"
#include "model/model.h"

namespace ishi::compiler {

// The type of a record's value that takes as much room as one of this kind.
[[nodiscard]] ishi::ValueType record_type(ValueKind kind);

// Gives every key, field and parameter its type, range and default. A variable with `one_of` gets an
// enum of its own, added to the model under the name "owner.variable".
void link_variables(Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
