#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lower/lowered.h"

// An agent's program where it is known what some of its sets hold: one copy of what is computed for each
// member, with what is read of the member in place. Options for any other set have a copy each: two of them
// may be for two of its members.

namespace ishi::compiler {

struct FixedSet {
  uint32_t set = 0;                         // in the model: a memory, or a set of candidates behind those
  std::vector<std::vector<float>> members;  // of each the value of every operation of the agent's program
};

struct FixedAgent {
  // An option for a fixed set is there once for each member, as an option for none, in its place. Behind all
  // stands once more each option for a fixed set, as it is for the best of its members.
  LoweredAgent agent;
  uint32_t competing = 0;            // how many options there are without those for the best
  std::vector<uint32_t> origins;     // by option: which one of the given agent it was
  std::vector<uint32_t> best;        // by option of the given agent: the one for the best of its members
  std::vector<uint32_t> operations;  // by operation: which one of the given agent it was; kNoRef: none
};

// The members that choices choose of a fixed set stay unknown, and so does what is read of the agent itself,
// whose row `self_row` is, where a field of a member names it. Linear in the copies. Bodies and what does not
// score are left out.
[[nodiscard]] FixedAgent with_fixed_sets(const LoweredAgent& agent, std::span<const FixedSet> sets,
                                         float self_row);

}  // namespace ishi::compiler
