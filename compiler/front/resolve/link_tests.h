#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Finds what tests name. Agents must be linked.
void link_tests(Model& model, Names& names, Diagnostics& diagnostics);

}  // namespace ishi::compiler
