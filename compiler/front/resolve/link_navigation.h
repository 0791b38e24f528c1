#pragma once

#include "resolve/names.h"

namespace ishi::compiler {

// Finds the terrains of classes of walkers, says which classes nobody walks by, and that an agent goes one
// way at a time. The steps of actions and goals must be linked.
void link_navigation(Model& model, const Scopes& scopes, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
