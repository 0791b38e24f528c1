#pragma once

#include <cstdint>
#include <vector>

#include "simulate/situation.h"
#include "simulate/stage.h"

// The members of an agent's sets as they stand on a stage, in the form in which a situation gives them:
// entities are those of the stage's situation.

namespace ishi::compiler {

// The facts of the agent's memories; `now`: the world's time. A fact about an entity that the situation does
// not have is left out.
[[nodiscard]] std::vector<SituationFact> facts_now(const StageAgent& agent, uint64_t now_microseconds);

// The members of its sets of candidates, those that it shares among them.
[[nodiscard]] std::vector<SituationCandidate> candidates_now(const StageAgent& agent);

}  // namespace ishi::compiler
