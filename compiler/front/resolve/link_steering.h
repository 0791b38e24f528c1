#pragma once

#include "model/model.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Finds the sets that steerings name, whose members must be somewhere.
void link_steering(Model& model, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
