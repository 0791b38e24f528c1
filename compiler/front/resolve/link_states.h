#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/link_steps.h"
#include "resolve/names.h"

namespace ishi::compiler {

// The states of an agent: what their names mean, what can be done in each, and whether each can be reached.
// The agent's own actions and plans must be linked; what only states have is put behind them.
void link_states(Named<Agent>& agent, const Model& model, Names& names, StepLinker& steps,
                 Diagnostics& diagnostics);

}  // namespace ishi::compiler
