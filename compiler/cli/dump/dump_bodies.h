#pragma once

#include <string>

#include "ishi/asset_info.h"

namespace ishi::compiler::cli {

// The bodies of an agent's options and events: a node a line, indented below its body, with its modifiers.
[[nodiscard]] std::string bodies_text(const Asset& asset, uint32_t agent);

// The contract of a task: its `requires` and `effects`, with indented lines.
[[nodiscard]] std::string task_text(const Asset& asset, uint32_t task);

}  // namespace ishi::compiler::cli
