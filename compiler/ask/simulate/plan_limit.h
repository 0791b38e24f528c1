#pragma once

#include <string>
#include <string_view>

#include "ishi/asset_info.h"
#include "ishi/commands.h"

// The words of tools about a search for a plan that came to one of its limits.

namespace ishi::compiler {

// "situations" or "depth"; empty if the node ended for another reason.
[[nodiscard]] std::string_view plan_limit_name(NodeCause cause);
// The limit of a plan node and what to do about it, as the end of a sentence; empty if it ended for another
// reason.
[[nodiscard]] std::string plan_limit_text(const NodeInfo& plan, NodeCause cause);

}  // namespace ishi::compiler
