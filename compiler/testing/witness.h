#pragma once

#include <string>
#include <utility>
#include <vector>

#include "analyze/contest.h"
#include "testing/situation.h"

// A situation as the analysis has it, by the values of a program's sources, and as a test has it.

namespace ishi::compiler {

// "hp" and "31": what a test says under `given`, as far as it is not so by default, and whom it places in its
// `world`. What it says of the agent itself, and of tokens that others hold, is empty if there is nothing.
struct WitnessText {
  std::vector<std::pair<std::string, std::string>> given, world;
  std::string self, taken;  // "{ position: [1, 0, 0] }", "[whistle]"

  // "given: { hp: 31, threat: threat_1 }", and lines for what else there is; each without an end.
  [[nodiscard]] std::vector<std::string> lines() const;
  // By name, what is given first.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> all() const;
};

// A situation in which a program's sources have these values, as far as a test can say that: keys, carried
// levels, the time, where the agent and those in its keys are, and their fields. `relevant`: sources that
// count. Names are those of `names`, which must outlive it.
[[nodiscard]] Situation situation_of(const Contest& contest, const std::vector<bool>& relevant,
                                     const std::vector<float>& values, std::vector<std::string>& names);

[[nodiscard]] WitnessText text_of(const Model& model, const Situation& situation);

// "{ hp: 30..32, threat: any }": where relevant keys and levels lie, as `for_all` says it.
[[nodiscard]] std::string text_of(const Contest& contest, const std::vector<bool>& relevant,
                                  const Ranges& ranges);

}  // namespace ishi::compiler
