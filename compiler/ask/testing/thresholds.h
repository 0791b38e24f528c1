#pragma once

#include <span>
#include <vector>

#include "ishi/asset_info.h"
#include "simulate/variation.h"

namespace ishi::compiler {

// The numbers at which a behaviour may change its mind: those that stand in the scores, conditions and steps
// of an asset, where a value that varies may come to them. By variation, in the unit in which it is written;
// none for those that are no single numbers.
[[nodiscard]] std::vector<std::vector<double>> thresholds_of(const Asset& asset,
                                                             std::span<const Variation> variations);

}  // namespace ishi::compiler
