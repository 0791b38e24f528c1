#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "compare/situation_space.h"

// The decisions of an agent that change from one program to another.

namespace ishi::compiler {

// Situations in which the agent did one thing before and does another now; empty: nothing. Both are as the
// newer program calls them.
struct ChangedDecision {
  std::string_view before, after;
  uint64_t count = 0;
  std::vector<std::string> example;  // a simple one, as a test writes it, a line each; none: none was found
  std::array<Situation, 2>
      situations;  // the same as each of the programs has it, whose names are parts of them
};

struct DecisionComparison {
  uint64_t situations = 0;
  uint64_t changed = 0;
  std::vector<ChangedDecision> cells;  // most frequent first
};

// Lets both agents of a space decide in so many samples. `progress` is told how many are over. The status is
// never an error for programs without errors.
[[nodiscard]] Status compare_decisions(const SituationSpace& space, uint64_t samples,
                                       const std::function<void(uint64_t)>& progress,
                                       DecisionComparison& comparison);

}  // namespace ishi::compiler
