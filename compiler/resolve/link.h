#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Finds what every name in the model stands for: types, curves, profiles, actions, tasks and their
// parameters. What is not found is reported and keeps the index kNone. Names inside expressions are
// the checker's.
void link(Model& model, const Scopes& scopes, Diagnostics& diagnostics);

// Notes where the model's names come from that imported files declare: their ids say so.
void note_imported(Model& model, const Scopes& scopes);

}  // namespace ishi::compiler
