#pragma once

#include <cstdint>
#include <string>

#include "simulate/stage.h"

namespace ishi::compiler {

// The tasks that an agent is going to do for a goal that foresees: "fetch_key, unlock, go_in"; empty if
// it is not at its body now, or nothing is chosen in it.
[[nodiscard]] std::string foreseen_text(const Asset& asset, const StageAgent& agent, uint32_t goal);

}  // namespace ishi::compiler
