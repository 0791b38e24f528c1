#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Finds what every name in the model stands for: types, curves, profiles, actions, tasks and their
// parameters. What is not found is reported and keeps the index kNone. Names inside expressions are
// the checker's.
void link(Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
