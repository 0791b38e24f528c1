#pragma once

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// Reads what a test's agent remembers into the situation, whose entities have been read, and checks the
// entity that an action is expected to be picked for. Everything wrong is reported.
void read_facts(const Model& model, const Test& test, SituationValues& values, Situation& situation,
                Diagnostics& diagnostics);

}  // namespace ishi::compiler
