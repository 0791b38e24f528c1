#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "workspace/ask/explained_decision.h"

// The sentences about a decision that the terminal, JSON and so editors and the page share.

namespace ishi::compiler {

// How the terms of an option become its score: the word that `combine` takes, `sum` where they are added up,
// `normalize` where the sum is divided by the sum of the amounts, `tactical` for
// max(0, the sum of the first three) × opportunity. A term of the kind `weight` multiplies all of it.
[[nodiscard]] std::string_view combination_name(const Action& action, const Select& select);
// The same as a sentence: "the score is their product". Empty if the terms are simply added up.
[[nodiscard]] std::string combination_words(const Action& action, const Select& select);

// The reasons why an eligible option could not be picked, a sentence each.
[[nodiscard]] std::vector<std::string> reasons_not_to_compete(const ExplainedDecision& decision,
                                                              const RankedOption& option);

// The reason for a choice that the scores alone do not explain; empty if there is none.
[[nodiscard]] std::string decision_note(const ExplainedDecision& decision);

}  // namespace ishi::compiler
