#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "workspace/ask/explained_decision.h"

namespace ishi::compiler::cli {

// The output of `why` for a decision: for people, and as JSON. `flips_unknown`: the reason why it is not
// known what would change the decision, in a sentence.
void print_explanation(const ExplainedDecision& decision, const std::string& flips_unknown = {});
[[nodiscard]] nlohmann::ordered_json explanation_json(const ExplainedDecision& decision);

}  // namespace ishi::compiler::cli
