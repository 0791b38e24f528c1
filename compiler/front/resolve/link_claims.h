#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/names.h"
#include "resolve/scopes.h"

namespace ishi::compiler {

// Finds what actions claim, and says which tokens nobody does. The sets of loop variables must be linked.
void link_claims(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
