#pragma once

#include <cstdint>
#include <string>

#include "model/model.h"

// Needs and drives counted in one sequence, needs first: the numbers of levels in situations and programs.

namespace ishi::compiler {

[[nodiscard]] const Named<Motive>& motive_at(const Model& model, uint32_t motive);
// "needs.hunger"
[[nodiscard]] std::string motive_name(const Model& model, uint32_t motive);

}  // namespace ishi::compiler
