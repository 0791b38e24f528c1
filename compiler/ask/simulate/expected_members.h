#pragma once

#include "simulate/situation.h"

namespace ishi::compiler {

// Checks the members of sets that an expectation of an agent names, under `on` and `chooses`. Everything
// wrong is reported.
void check_expected_members(const Model& model, const AgentExpectation& expect, const Situation& situation,
                            uint32_t agent, Diagnostics& diagnostics);

}  // namespace ishi::compiler
