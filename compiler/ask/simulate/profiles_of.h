#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"

namespace ishi::compiler {

// The importance profiles that make a difference to an agent of the model: its own, and those that weigh a
// need or drive which its actions count on. A profile that weighs only what another species needs decides
// nothing here. All of them where none makes a difference.
[[nodiscard]] std::vector<uint32_t> profiles_of(const Model& model, uint32_t agent);

}  // namespace ishi::compiler
