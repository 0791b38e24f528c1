#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "population/population_state.h"
#include "population/world_state.h"

// What a raw snapshot is: a header, then the bytes of each part of the state, filled up to whole blocks.
// Parts are the arenas, and what else decisions depend on or a game may ask that does not follow from these:
// columns that say so (Home::snapshot), who held which claim when it was counted last, and searches for ways
// that go on.

namespace ishi {

// Raised when other parts are written, or the header changes.
inline constexpr uint32_t kSnapshotFormat = 1;

struct SnapshotHeader {
  static constexpr uint64_t kMagic = 0x3150'414e'5349'4853;  // "SHISNAP1", the lowest byte first

  uint64_t magic = kMagic;
  uint64_t layout = 0;    // see snapshot/layout.h
  uint64_t bytes = 0;     // of all, this header included
  uint64_t searches = 0;  // a bit for each search of the grid that goes on
  uint64_t sum = 0;       // of the header without it, and of what follows
  uint64_t reserved[3] = {};
};
static_assert(sizeof(SnapshotHeader) == 64);

// Calls visit(std::span<std::byte>) for each part of a world that has the searches in `searches`.
template <typename Visitor>
void for_each_part(World::State& world, uint64_t searches, Visitor&& visit) {
  const auto visit_array = [&](auto& array) {
    visit(std::as_writable_bytes(std::span(array.data(), array.size())));
  };
  visit(world.arena.bytes());
  visit(world.sounds.arena().bytes());
  visit_array(world.claims.in_use);
  visit_array(world.claims.holder);
  for (Population::State* p : world.populations) {
    visit(p->shared_arena.bytes());
    visit(p->arena.bytes());
    for (const StateColumn& column : p->columns.list()) {
      if (column.home == Home::snapshot) visit(std::span(column.data, column.width * column.count));
    }
  }
  if (world.grid == nullptr) return;
  visit(world.grid->arena.bytes());
  for (uint32_t i = 0; i < world.grid->options.searches; ++i) {
    if ((searches >> i & 1) != 0) world.grid->searches[i].for_each_part(visit);
  }
}

}  // namespace ishi
