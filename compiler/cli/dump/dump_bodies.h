#pragma once

#include <string>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// What an agent's options and events do: a node a line, indented below its body, with its modifiers.
[[nodiscard]] std::string bodies_text(const Asset& asset, uint32_t agent);

// What the contract says of a task: what it requires and changes, with indented lines.
[[nodiscard]] std::string task_text(const Asset& asset, uint32_t task);

}  // namespace ishi::compiler::cli
