#include "snapshot/layout.h"

#include <bit>
#include <cstring>

#include "memory/hash.h"
#include "population/population_state.h"
#include "population/world_state.h"
#include "snapshot/snapshot.h"

namespace ishi {
namespace {

class Layout {
 public:
  void add(uint64_t word) { hash_ = hash_word(word, hash_); }
  void add(float number) { add(uint64_t{std::bit_cast<uint32_t>(number)}); }
  void add(const Arena& arena) {
    add(arena.layout());
    add(uint64_t{arena.bytes().size()});
  }
  [[nodiscard]] uint64_t hash() const { return hash_; }

 private:
  uint64_t hash_ = 0;
};

// Two threads that ask at once compute the same.
uint64_t content_of(const Asset::State& asset) {
  uint64_t hash = asset.content_hash.load(std::memory_order_relaxed);
  if (hash != 0) return hash;
  constexpr size_t kUnit = 32;  // as hash_bytes takes them
  const auto bytes = std::as_bytes(asset.bytes);
  const size_t whole = bytes.size() / kUnit * kUnit;
  std::byte rest[kUnit] = {};
  std::memcpy(rest, bytes.data() + whole, bytes.size() - whole);
  hash = hash_bytes(rest, hash_bytes(bytes.first(whole), bytes.size()));
  hash |= 1;  // 0 is for those nobody has asked
  asset.content_hash.store(hash, std::memory_order_relaxed);
  return hash;
}

void add_grid(Layout& layout, const GridState& grid) {
  const GridOptions& options = grid.options;
  for (const uint32_t number : {options.columns, options.rows, options.searches})
    layout.add(uint64_t{number});
  for (const float number : {options.cell, options.origin.x, options.origin.y, options.origin.z})
    layout.add(number);
  layout.add(grid.arena);
}

void add_population(Layout& layout, const Population::State& p) {
  layout.add(content_of(*p.asset));
  layout.add(p.agent->id());
  layout.add(uint64_t{p.capacity});
  layout.add(uint64_t{p.acting.expansions});
  layout.add(p.shared_arena);
  layout.add(p.arena);
  for (const StateColumn& column : p.columns.list()) {
    if (column.home == Home::snapshot) layout.add(uint64_t{column.count});
  }
}

}  // namespace

uint64_t layout_of(const World::State& world) {
  Layout layout;
  layout.add(uint64_t{kSnapshotFormat});
  layout.add(uint64_t{std::endian::native == std::endian::little});
  const WorldOptions& options = world.options;
  for (const uint32_t number : {options.entities, options.teams, static_cast<uint32_t>(options.up),
                                options.event_bytes, options.sounds}) {
    layout.add(uint64_t{number});
  }
  layout.add(world.arena);
  layout.add(uint64_t{world.sounds.any()});
  layout.add(uint64_t{world.claims.in_use.size()});
  layout.add(uint64_t{world.claims.holder.size()});
  layout.add(uint64_t{world.grid != nullptr});
  if (world.grid != nullptr) add_grid(layout, *world.grid);
  layout.add(uint64_t{world.populations.size()});
  for (const Population::State* p : world.populations) add_population(layout, *p);
  return layout.hash();
}

}  // namespace ishi
