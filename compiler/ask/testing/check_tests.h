#pragma once

#include <vector>

#include "diagnostics/diagnostics.h"
#include "model/model.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// Checks tests beyond their names: situations, what happens in their runs, and that each checks something.
// Returns the tests as they run, in the order of the model's; good only if nothing wrong was reported.
std::vector<TypedTest> check_tests(const Model& model, Diagnostics& diagnostics);

}  // namespace ishi::compiler
