#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Warns of each moment of a scene that comes after the end of all tests of that scene. Says nothing of a
// scene without tests: `play` may show it for as long as anybody likes.
void check_unreached_moments(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
