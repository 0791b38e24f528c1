#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Warns of what a scene changes when the runs of all tests that take place in it are over. Of a scene without
// tests nothing is said: `play` may go on for as long as anybody likes.
void check_unreached_moments(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
