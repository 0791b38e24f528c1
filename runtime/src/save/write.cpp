#include <algorithm>
#include <cstring>

#include "claims/claims.h"
#include "ishi/save.h"
#include "ishi/world.h"
#include "memory/hash.h"
#include "reload/columns.h"
#include "save/format.h"
#include "world/population_state.h"
#include "world/refusals.h"

// A world becomes bytes.

namespace ishi {
namespace {

// Counts, or writes where there is room.
class Sink {
 public:
  explicit Sink(std::byte* memory) : memory_(memory) {}

  void write(const void* from, size_t bytes) {
    if (memory_ != nullptr && bytes > 0) std::memcpy(memory_ + size_, from, bytes);
    size_ += bytes;
  }
  template <typename T>
  void write(const T& value) {
    write(&value, sizeof value);
  }
  void pad(size_t unit) {
    constexpr std::byte kZeros[save::kUnit] = {};
    write(kZeros, (unit - size_ % unit) % unit);
  }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  std::byte* memory_;
  size_t size_ = 0;
};

// The assets of a world, each once; false if there is no memory.
bool list_assets(const World::State& world, Array<const Asset::State*>& assets) {
  for (const Population::State* p : world.populations) {
    if (std::find(assets.begin(), assets.end(), p->asset) != assets.end()) continue;
    if (!assets.reserve_more(1)) return false;
    assets.append(p->asset);
  }
  return true;
}

void write_columns(Sink& sink, std::span<const StateColumn> columns, uint16_t population) {
  for (const StateColumn& column : columns) {
    if (column.tag == ColumnTag::searches) continue;  // none goes on
    sink.write(save::SavedColumn{column.id, column.count, static_cast<uint32_t>(column.width), column.shape,
                                 static_cast<uint16_t>(column.tag), column.part,
                                 column.shared ? save::kOfWorld : population, 0});
    sink.write(column.data, column.width * column.count);
    sink.pad(save::kAlignment);
  }
}

// False if there is no memory for lists.
bool write_world(World::State& world, Sink& sink) {
  const WorldOptions& options = world.options;
  Array<const Asset::State*> assets;
  if (!list_assets(world, assets)) return false;
  sink.write(save::SaveHeader{});
  sink.write(save::SavedWorld{options.entities, options.teams, static_cast<uint32_t>(options.up),
                              options.event_bytes, options.sounds, world.grid != nullptr ? 1u : 0u,
                              static_cast<uint32_t>(assets.size()),
                              static_cast<uint32_t>(world.populations.size())});
  if (world.grid != nullptr) {
    const GridOptions& grid = world.grid->options;
    sink.write(save::SavedGrid{
        grid.columns, grid.rows, grid.searches, grid.cell, {grid.origin.x, grid.origin.y, grid.origin.z}, 0});
  }
  for (const Asset::State* asset : assets) {
    sink.write(save::SavedAsset{asset->bytes.size()});
    sink.write(asset->bytes.data(), asset->bytes.size());
    sink.pad(save::kAlignment);
  }
  for (const Population::State* population : world.populations) {
    const Population::State& p = *population;
    const auto asset =
        static_cast<uint32_t>(std::find(assets.begin(), assets.end(), p.asset) - assets.begin());
    sink.write(save::SavedPopulation{p.agent->id(), asset, p.capacity, p.options.plan_searches,
                                     p.options.plan_situations, p.options.plan_situations_per_frame,
                                     p.options.node_events, p.options.notices, p.acting.pending_lanes});
  }
  Array<StateColumn> of_world;
  if (!list_world_columns(world, of_world)) return false;
  uint64_t count = of_world.size();
  for (Population::State* p : world.populations) {
    Array<StateColumn> columns;
    if (!list_columns(*p, 0, columns)) return false;
    count += columns.size() - 1;  // that of searches
  }
  sink.write(save::SavedColumns{count});
  write_columns(sink, of_world, save::kOfWorld);
  for (Population::State* p : world.populations) {
    Array<StateColumn> columns;
    if (!list_columns(*p, 0, columns)) return false;
    write_columns(sink, columns, static_cast<uint16_t>(p->index));
  }
  sink.pad(save::kUnit);
  return true;
}

// Searches for plans and ways begin anew and claims are counted, so that a save holds none of these and both
// worlds go on alike.
void settle(World::State& world) {
  if (world.claims.any()) count_claims(world);
  for (Population::State* p : world.populations) {
    Acting& a = p->acting;
    for (uint32_t i = 0; i < a.search_count; ++i) a.search_owners[i] = {};
    std::memset(a.searches, 0, a.search_count * PlanSearch::bytes(a.search_shape));
    for (uint32_t slot = 0; p->walks.any() && slot < p->capacity; ++slot) {
      WalkState& walk = p->walks.states[slot];
      if (walk.asked != WayRequest::searching) continue;
      walk.asked = WayRequest::none;
      p->walks.ask(slot);
    }
  }
  if (world.grid == nullptr) return;
  for (uint32_t i = 0; i < world.grid->options.searches; ++i) world.grid->owners[i] = {};
}

}  // namespace

Status World::save_size(size_t& bytes) const {
  if (state_ == nullptr) return kNotCreated;
  Sink sink(nullptr);
  if (!write_world(*state_, sink)) return {StatusCode::out_of_memory, 0};
  bytes = sink.size();
  return {};
}

Status World::save(std::span<std::byte> memory, size_t& bytes) {
  size_t needed = 0;
  if (Status status = save_size(needed); !status) return status;
  if (state_->in_frame) return wrong_phase(*state_);
  if (memory.size() < needed) return {StatusCode::buffer_too_small, needed};
  settle(*state_);
  Sink sink(memory.data());
  if (!write_world(*state_, sink)) return {StatusCode::out_of_memory, 0};
  save::SaveHeader header{};
  header.version = save::kVersion;
  header.size = needed;
  std::memcpy(header.magic, save::kMagic, sizeof header.magic);
  header.checksum = hash_bytes(memory.subspan(sizeof header, needed - sizeof header), needed);
  std::memcpy(memory.data(), &header, sizeof header);
  bytes = needed;
  return {};
}

}  // namespace ishi
