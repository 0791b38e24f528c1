#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Checks what the tables cannot say of a curve: that its x rise in one unit, that its corners are in
// order, that it is not flat by mistake, that its numbers stay within what floats can calculate with.
void check_curves(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
