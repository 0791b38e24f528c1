#pragma once

#include <memory>
#include <string>
#include <vector>

#include "analyze/contest.h"
#include "prove/witness_text.h"
#include "simulate/situation.h"
#include "source/sources.h"
#include "syntax/tree.h"

// A situation as the analysis has it, by the values of a program's sources, and as a test has it.

namespace ishi::compiler {

// A situation in which a program's sources have these values, as far as a test can say that: keys, carried
// levels, the time, where the agent and those in its keys are, and their fields. `relevant`: sources that
// count. `is_left_out`: by key, true if its entity is left out. `self_row`: the row of the agent, which
// sources of entities may have. `self`: the fixed values of the agent. `names` holds the names, and must
// outlive the result.
[[nodiscard]] Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                                     const std::vector<float>& values, const std::vector<bool>& is_left_out,
                                     float self_row, const SituationEntity& self,
                                     std::vector<std::string>& names);

[[nodiscard]] WitnessText text_of(const Model& model, const Situation& situation);

// The situation that a text describes, and what it refers to.
struct WrittenSituation {
  Sources sources;
  Tree tree;
  Test test;
  Situation situation;
};

// Reads the text as it would be read if a designer wrote it into a test, of which all else stands as in
// `beside`, those of its world included. Null if it is refused.
[[nodiscard]] std::unique_ptr<WrittenSituation> read_written(const Model& model, const Test& beside,
                                                             const WitnessText& text);

// "{ hp: 30..32, threat: any }": where relevant keys and levels lie, as `for_all` says it.
[[nodiscard]] std::string text_of(const Contest& contest, const std::vector<bool>& relevant,
                                  const Ranges& ranges);

}  // namespace ishi::compiler
