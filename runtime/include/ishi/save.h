#pragma once

#include <cstdint>
#include <span>

#include "ishi/allocator.h"
#include "ishi/asset.h"
#include "ishi/contract.h"
#include "ishi/kernels.h"
#include "ishi/types.h"

// A save is a world as bytes that outlive the game's process, its version, and changes of its assets. It
// names all of its parts and holds the assets that it was made with; if these have changed since, state
// survives where its id and type are unchanged, as after a reload. For going back some frames there are raw
// snapshots.
//
// A save may come from anywhere: whatever its bytes are, loading refuses them or makes a world that cannot
// harm the game. Its values may still be odd.

namespace ishi {

struct LoadOptions {
  uint32_t size = sizeof(LoadOptions);
  // The assets that the game has now: each population takes the first one that has its agent, else the first
  // that had it under a former name. Null pointers and assets that are not loaded are skipped. They must
  // outlive the world.
  std::span<const Asset* const> assets{};
  // Refuses a save whose assets behave in any other way than these.
  bool strict = false;
  // The bytes that the world may take beyond sixteen times the size of the save: a save gives the sizes of
  // searches and outputs without their content. More is refused with `out_of_memory`.
  uint64_t most_extra_bytes = uint64_t{1} << 30;
  // As in WorldOptions.
  Contract contract{};
  InstructionSet instruction_set = InstructionSet::best;
  Kernels kernels{};
  Allocator allocator{};
  uint32_t number = 0;  // with that of the replaced world, its handles stay valid
};

}  // namespace ishi
