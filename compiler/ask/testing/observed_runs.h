#pragma once

#include <cstdint>
#include <span>

#include "diagnostics/diagnostics.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/typed_test.h"
#include "source/stop.h"

namespace ishi::compiler {

// Plays the runs of a file's own tests, each once as it is given, and reports what is odd over time: an agent
// that acts and then stands still to the end, and one that goes to and fro between two actions. Findings say
// *observed*, with the run that shows them; what has been reported already is not said again. Plays so many
// frames of agents at most, the shortest runs first. `stop` may be null.
void observe_runs(const Model& model, const Asset& asset, std::span<const TypedTest> tests,
                  uint32_t main_file, Diagnostics& diagnostics, const Stop* stop = nullptr);

}  // namespace ishi::compiler
