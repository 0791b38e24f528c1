#pragma once

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Reports the parts of an expectation of one agent of the situation that no run and no thought can fail.
void check_vain_expectation(const Model& model, const TypedExpectation& expect, const Situation& situation,
                            uint32_t agent, Diagnostics& diagnostics);

// The same of the number of agents that hold a token.
void check_vain_holders(const Model& model, const TokenExpectation& expected, const Situation& situation,
                        Diagnostics& diagnostics);

}  // namespace ishi::compiler
