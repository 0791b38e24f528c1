#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/link_steps.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Links the states of an agent: resolves their names, collects the actions of each state, and checks that
// each can be reached. The agent's own actions and plans must be linked before; actions of states are
// appended to them.
void link_states(Named<Agent>& agent, const Model& model, Names& names, StepLinker& steps,
                 Diagnostics& diagnostics);

}  // namespace ishi::compiler
