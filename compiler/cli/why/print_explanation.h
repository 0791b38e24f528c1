#pragma once

#include <string>

#include "workspace/ask/explained_decision.h"

namespace ishi::compiler::cli {

// Prints the answer of `why` for a decision. `flips_unknown`: the reason why it is not known what would
// change the decision, in a sentence.
void print_explanation(const ExplainedDecision& decision, const std::string& flips_unknown = {});

}  // namespace ishi::compiler::cli
