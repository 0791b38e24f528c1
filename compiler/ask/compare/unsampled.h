#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset_info.h"
#include "model/model.h"

namespace ishi::compiler {

// On what an agent's decisions depend that samples of SituationSpace leave out: "`since(attack)`", "the
// cooldown of `rest`". `agent`: in the model, of which the asset was compiled. Each once, in the order of the
// program.
[[nodiscard]] std::vector<std::string> unsampled(const Asset& asset, const Model& model, uint32_t agent);

}  // namespace ishi::compiler
