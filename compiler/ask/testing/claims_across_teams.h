#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Warns of scenes in which agents of different teams claim the same kind of entity for actions that have no
// task in common: each then keeps the other from something that has nothing to do with its own purpose. For a
// model without errors. Quadratic in the agents of a scene and their actions.
void check_claims_across_teams(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
