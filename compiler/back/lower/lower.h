#pragma once

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Lowers a model without errors: each agent's scores into one program, its bodies into trees of
// nodes whose formulas are programs of their own. `main_file`: whose agents; kNone: all agents of the model,
// included ones, too. Warns where ranges allow what an operation can do nothing with; reports programs that
// grow too large.
Lowered lower(const Model& model, uint32_t main_file, Diagnostics& diagnostics);

}  // namespace ishi::compiler
