#pragma once

#include <vector>

#include "lower/lowered.h"

namespace ishi::compiler {

// The nodes of an agent's bodies in the order in which a blob holds them: the roots (of each option its body
// and its `finally`, then handlers, then states), and then level by level.
[[nodiscard]] std::vector<const LoweredNode*> nodes_in_order(const LoweredAgent& agent);

}  // namespace ishi::compiler
