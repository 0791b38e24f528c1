#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Finds what every name in the model stands for: types, curves, profiles, actions, tasks and their
// parameters, and where names come from that imported files declare. What is not found is reported and keeps
// the index kNone. Names inside expressions are the checker's. `uses`: gets which names mean what, from here
// on; null: nobody asks.
[[nodiscard]] Model link(Model model, Renames renames, const Scopes& scopes, NameUses* uses,
                         Diagnostics& diagnostics);

}  // namespace ishi::compiler
