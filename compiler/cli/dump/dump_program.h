#pragma once

#include <string>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// An agent's score program in words, an operation a line, grouped by domain. What is used once and is
// small is written where it is used, so that a line reads like the formula it came from.
[[nodiscard]] std::string program_text(const Asset& asset, uint32_t agent);

}  // namespace ishi::compiler::cli
