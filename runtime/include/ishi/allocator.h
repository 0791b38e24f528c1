#pragma once

#include <cstddef>

namespace ishi {

// The game's functions for memory. An asset, a world and a load of a save are given one in their options; a
// world's serves its populations, grid, scratches, reloads and saves, too. Memory goes back to the functions
// that gave it, whatever has become of the world since. Without one memory comes from `operator new`.
//
// A function is called on the thread of the call that allocates or destroys, and several at once where the
// game calls several; never in a call that promises to allocate nothing, `commit_reload` included. It must
// not call the runtime, nor throw.
struct Allocator {
  void* context = nullptr;  // passed on; must outlive all that was allocated
  // Memory of so many bytes, aligned to `alignment`, a power of two from 16 to 64. Null if there is none:
  // the call then says out_of_memory, keeps nothing of what it had allocated and changes nothing.
  void* (*allocate)(void* context, size_t bytes, size_t alignment) = nullptr;
  // Takes memory back that `allocate` gave; `bytes` and `alignment` are those of then.
  void (*release)(void* context, void* memory, size_t bytes, size_t alignment) = nullptr;
};

}  // namespace ishi
