#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Checks what tests say beyond names: situations, what happens in their runs, and that each checks something.
void check_tests(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
