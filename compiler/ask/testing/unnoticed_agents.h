#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Reports agents of scenes that the senses of the others cannot notice, since nobody in the scene is the
// thing that these notice and some agents are not said to be any; and agents that say no team where others
// do.
void check_unnoticed_agents(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
