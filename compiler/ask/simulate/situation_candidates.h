#pragma once

#include "simulate/situation_values.h"

namespace ishi::compiler {

// Reads the members of sets into `agent`, one of the situation's, whose named entities are there; those
// without a name are added. `is_shared`: sets of teams and of the world. Everything wrong is reported.
void read_candidates(const Model& model, const Map<std::vector<CandidateRow>>& written, bool is_shared,
                     SituationValues& values, Situation& situation, SituationAgent& agent,
                     Diagnostics& diagnostics);

}  // namespace ishi::compiler
