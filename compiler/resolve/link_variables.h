#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Gives every key, field and parameter its type, range and default. A variable with `one_of` gets an
// enum of its own, added to the model under the name "owner.variable".
void link_variables(Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
