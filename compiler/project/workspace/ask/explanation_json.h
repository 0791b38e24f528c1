#pragma once

#include <nlohmann/json_fwd.hpp>

#include "workspace/ask/explained_decision.h"

namespace ishi::compiler {

// The answer of `why` for a decision.
[[nodiscard]] nlohmann::ordered_json explanation_json(const ExplainedDecision& decision);

}  // namespace ishi::compiler
