#pragma once

#include <atomic>
#include <cstdint>

#include "ishi/world.h"

// The worlds that live, by their numbers. Handles of populations are plain values, which a game may keep
// longer than their world: here they find it, or learn that it is gone, and read nothing of what it was made
// of. It is the one thing that all worlds of a process share.
//
// Finding is free of locks and may be done by any thread at any time. Entering and leaving wait for each
// other.

namespace ishi {

// A place in the registry. It is never given back to the system, only to another world: whoever holds the
// address of one may read it at any time. There are as many as ever lived at the same
// time: the first 256 are a part of the program, further ones come from `operator new`, no world's allocator.
struct WorldCell {
  std::atomic<uint32_t> number{0};  // 0: free
  std::atomic<World::State*> world{nullptr};
  WorldCell* next = nullptr;
  // Of those who hold the lock: the next free cell, or the next with a number of the same bucket.
  WorldCell* neighbour = nullptr;
};

// Numbers that games give are below it. Those of worlds that were given none count from here on.
inline constexpr uint32_t kFirstOwnNumber = uint32_t{1} << 31;

// Enters a world under a number that no world of this process has had, which becomes its `number` and `made`.
// False if there is no memory.
[[nodiscard]] bool enter_world(World::State& world);
// Gives it another number instead, above 0: one of the game's, or that of `replaced`, which gets a new one
// then. False, and nothing changes, if another world that lives has it, or it is not the game's to give.
[[nodiscard]] bool renumber_world(World::State& world, uint32_t number, World::State* replaced);
// From now on nothing finds it.
void leave_world(World::State& world);

// The world of this number; null if none lives. `hint` is where it was entered. O(1) if it still is there,
// else linear in the worlds that ever lived at once.
[[nodiscard]] World::State* find_world(const WorldCell* hint, uint32_t number);

}  // namespace ishi
