#pragma once

#include <nlohmann/json_fwd.hpp>

#include "workspace/ask/explained_decision.h"

namespace ishi::compiler::cli {

// The output of `why` for a decision: for people, and as JSON.
void print_explanation(const ExplainedDecision& decision);
[[nodiscard]] nlohmann::ordered_json explanation_json(const ExplainedDecision& decision);

}  // namespace ishi::compiler::cli
