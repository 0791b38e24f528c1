#pragma once

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Reports what a model's agents can never do, always do, and ask in vain (4xx), each proved over all
// situations that the declared ranges allow while nothing runs or cools down. `lowered` is that model's;
// spends some ten milliseconds at most, and always finds the same.
void report_findings(const Model& model, const Lowered& lowered, Diagnostics& diagnostics);

}  // namespace ishi::compiler
