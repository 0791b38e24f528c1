#pragma once

#include <string>
#include <string_view>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// What a blob holds, and what each kind of agent in it takes: a line for the blob, indented ones for the
// agents. `name` is the blob's.
[[nodiscard]] std::string stats_text(std::string_view name, const Asset& asset);

}  // namespace ishi::compiler::cli
