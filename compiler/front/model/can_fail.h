#pragma once

#include <vector>

#include "model/behaviour.h"

namespace ishi::compiler {

// True if an attempt at a step can fail, so that another one could follow: a task can, and what has a
// `timeout`, and a body that holds a step that can fail.
[[nodiscard]] bool attempt_can_fail(const Step& step);

// True if a step can fail, also if its failure is passed over: a step with a `while` can, too.
[[nodiscard]] bool can_fail(const Step& step);

// The number of failed parts that fail an `all`.
[[nodiscard]] size_t failures_of(const Step& all);

// True if the failure of one of these steps reaches the body that they are.
[[nodiscard]] bool can_fail(const std::vector<Step>& steps);

}  // namespace ishi::compiler
