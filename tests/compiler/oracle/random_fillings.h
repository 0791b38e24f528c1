#pragma once

#include <cstdint>
#include <vector>

#include "compiler/oracle/moment.h"
#include "compiler/oracle/random_values.h"
#include "model/model.h"
#include "simulate/situation.h"

// What the game gives an agent to choose among: at first, and from one thought to the next.

namespace ishi::compiler::oracle {

// The members of all sets of candidates, some of which are alike but for who they are.
std::vector<SituationCandidate> random_candidates(const Model& model, RandomValues& values);

// `gone`: the entities that are gone by then.
std::vector<Filling> random_fillings(const Model& model, const Moment& moment, const std::vector<bool>& gone,
                                     RandomValues& values);

}  // namespace ishi::compiler::oracle
