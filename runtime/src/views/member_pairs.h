#pragma once

#include <cstdint>
#include <span>

#include "program/schedule.h"

// Passes over a set that all agents share, with pairs of an agent and a member in the lanes: of those pairs
// that may come to anything. The members that an agent has so are found by vectors of members, and the rest
// of the score is computed for them alone, for as many agents at once as fill a chunk. Decisions are those of
// a pass that goes from member to member with the agents in the lanes.

namespace ishi {

// Runs a pass so, unless with so many agents, members and pairs the other way is less work; whether it did.
// In the promised floating-point environment.
[[nodiscard]] bool run_in_pairs(const Chunk& chunk, const Schedule& schedule, const Pass& pass,
                                uint8_t* flags);

// Runs instructions for the lanes of a chunk, but for those whose condition holds for none.
template <typename Run>
void run_instructions(const Chunk& chunk, std::span<const Instruction> instructions, uint8_t* flags,
                      Run&& run) {
  const auto any_true = [&](const float* lanes) {
    uint32_t any = 0;  // as wide as a lane, so that this is vector code
    for (uint32_t i = 0; i < chunk.count; ++i) any |= lanes[i] != 0.0f ? 1u : 0u;
    return any != 0;
  };
  for (const Instruction& instruction : instructions) {
    if (instruction.flag != 0 && flags[instruction.flag - 1] == 0) {
      if (instruction.raises != 0) flags[instruction.raises - 1] = 0;
      continue;
    }
    run(instruction);
    if (instruction.raises != 0)
      flags[instruction.raises - 1] = any_true(chunk.lanes(instruction.out)) ? 1 : 0;
  }
}

}  // namespace ishi
