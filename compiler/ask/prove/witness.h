#pragma once

#include <deque>
#include <string>
#include <vector>

#include "analyze/contest.h"
#include "simulate/situation.h"

// A situation as the analysis has it, by the values of a program's sources, and as a test has it.

namespace ishi::compiler {

// A situation in which a program's sources have these values, as far as a test can give them: keys, carried
// levels, the time, the places of the agent and of the entities in its keys, and their fields. `relevant`:
// sources that count. `shared`: the situation of the proof's test, to which all this is added; its keys stay.
// `self_row`: the row of the agent, which sources of entities may have. `names` gets the names of added
// entities, and must outlive the result.
[[nodiscard]] Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                                     const std::vector<float>& values, float self_row,
                                     const Situation& shared, std::deque<std::string>& names);

// "{ hp: 30..32, threat: any }": where relevant keys and levels lie, as `for_all` says it.
[[nodiscard]] std::string text_of(const Contest& contest, const std::vector<bool>& relevant,
                                  const Ranges& ranges);

}  // namespace ishi::compiler
