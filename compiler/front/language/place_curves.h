#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"

namespace ishi::compiler {

// Turns the places and widths on x that were written in the unit of a curve's `input` into plain numbers:
// of a place how far it lies between the ends of the `input`, of a width how much of the `input` it covers.
// Reports units that do not fit, and warns of plain numbers that look as though they were meant in the unit.
void place_curves(Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
