#pragma once

#include <string>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// The steerings of an agent, a behaviour a line; nothing if it has none.
[[nodiscard]] std::string steerings_text(const Asset& asset, const AgentInfo& agent);

}  // namespace ishi::compiler::cli
