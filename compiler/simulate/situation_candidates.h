#pragma once

#include "simulate/situation_values.h"

namespace ishi::compiler {

// Reads what a test says of sets of candidates. Entities that it names must be there; those without a name
// are added.
void read_candidates(const Model& model, const Test& test, SituationValues& values, Situation& situation,
                     Diagnostics& diagnostics);

}  // namespace ishi::compiler
