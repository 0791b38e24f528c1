#pragma once

#include "simulate/situation.h"
#include "simulate/situation_values.h"

namespace ishi::compiler {

// Reads the facts that an agent remembers into `agent`, one of the situation's, whose entities have been
// read; those without a name are added. Everything wrong is reported.
// `is_later`: not at the beginning, so that an entity is remembered as it is then.
void read_facts(const Model& model, const Map<std::vector<RememberedFact>>& written, bool is_later,
                SituationValues& values, Situation& situation, SituationAgent& agent,
                Diagnostics& diagnostics);

}  // namespace ishi::compiler
