#pragma once

#include <vector>

#include "ishi/asset_info.h"
#include "simulate/thought.h"

namespace ishi::compiler {

// The chance of each option of the agent in a thought that draws: 0 to 1. Empty if its agent takes the
// best; all 0 if nothing was drawn.
[[nodiscard]] std::vector<double> chances(const Asset& asset, const Thought& thought);

}  // namespace ishi::compiler
