#pragma once

#include <string>
#include <string_view>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// The contents of a blob, and the memory of each kind of agent in it: a line for the blob, indented ones for
// the agents. `name` is the blob's.
[[nodiscard]] std::string stats_text(std::string_view name, const Asset& asset);

}  // namespace ishi::compiler::cli
