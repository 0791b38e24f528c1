#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Reports what stands within entries under something that cannot be a name: fields, parameters, methods,
// states and the like. The names of entries themselves are looked at when they are gathered, those of a loop,
// of a memory's own fields and of candidates where these are linked.
void check_inner_names(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
