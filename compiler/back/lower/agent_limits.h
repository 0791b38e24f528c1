#pragma once

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Reports what the bodies of an agent have more of than the runtime has room for: steps, values that steps
// are given back, steerings, and keys that its plans change or its foreseeing goals look ahead at.
void check_limits(const Model& model, const LoweredAgent& lowered, Diagnostics& diagnostics);

}  // namespace ishi::compiler
