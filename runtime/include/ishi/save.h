#pragma once

#include <cstdint>
#include <span>

#include "ishi/allocator.h"
#include "ishi/asset.h"
#include "ishi/contract.h"
#include "ishi/kernels.h"
#include "ishi/types.h"

// Saves: a world as bytes that outlive the game's process, its version, and changes of its assets. A save
// says by name what everything is, and holds the assets that it was made with; where these have changed
// since, what has the same id and type goes on, as after a reload. For going back some frames there are raw
// snapshots.
//
// A save may come from anywhere: whatever its bytes are, loading says an error or makes a world that cannot
// harm the game. Its values may still be odd.

namespace ishi {

struct LoadOptions {
  uint32_t size = sizeof(LoadOptions);
  // The assets that the game has now: each population takes the first one that has its agent, or else that
  // had it under a former name. Null and what is not loaded is passed over. They must outlive the world.
  std::span<const Asset* const> assets{};
  // Refuses a save whose assets behave in any other way than those.
  bool strict = false;
  // What the world may take beyond sixteen times the size of the save, in bytes: a save says how large
  // searches and outputs are, and holds nothing of them. What would take more is refused with
  // `out_of_memory`.
  uint64_t most_extra_bytes = uint64_t{1} << 30;
  Contract contract{};  // as WorldOptions has it, as the next
  InstructionSet instruction_set = InstructionSet::best;
  Kernels kernels{};
  Allocator allocator{};  // as WorldOptions has it
  uint32_t number = 0;    // likewise. That of the world which is replaced: its handles go on
};

}  // namespace ishi
