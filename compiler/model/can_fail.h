#pragma once

#include <vector>

#include "model/behaviour.h"

namespace ishi::compiler {

// Whether an attempt at a step can fail, whatever is then done about it: a task can, and what has a `while`
// or a `timeout`, and a body that holds such a step. True where something of it could not be read.
[[nodiscard]] bool can_fail(const Step& step);

// Whether the failure of one of these steps reaches the body that they are.
[[nodiscard]] bool can_fail(const std::vector<Step>& steps);

}  // namespace ishi::compiler
