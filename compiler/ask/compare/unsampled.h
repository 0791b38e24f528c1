#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"

namespace ishi::compiler {

// The inputs of an agent's decisions that samples of SituationSpace do not vary, as words: "`since(attack)`",
// "the cooldown of `rest`". `agent` is an index of the model from which the asset was compiled. Each input
// once, in the order of the program.
[[nodiscard]] std::vector<std::string> unsampled(const Asset& asset, const Model& model, uint32_t agent);

}  // namespace ishi::compiler
