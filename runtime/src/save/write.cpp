#include <algorithm>
#include <cstring>

#include "built_features.h"
#include "columns/state_columns.h"
#include "ishi/save.h"
#include "ishi/world.h"
#include "memory/allocation.h"
#include "memory/hash.h"
#include "navigation/walking.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "save/format.h"
#include "save/write.h"

// A world becomes bytes.

namespace ishi {
namespace {

// Writes as much as there is room for, and counts all.
class Sink {
 public:
  explicit Sink(std::span<std::byte> memory) : memory_(memory) {}

  void write(const void* from, size_t bytes) {
    write_at(size_, from, bytes);
    size_ += bytes;
  }
  template <typename T>
  void write(const T& value) {
    write(&value, sizeof value);
  }
  // Writes bytes that were not known when their place came.
  void write_at(size_t at, const void* from, size_t bytes) {
    if (bytes > 0 && at + bytes <= memory_.size()) std::memcpy(memory_.data() + at, from, bytes);
  }
  void pad(size_t unit) {
    constexpr std::byte kZeros[save::kUnit] = {};
    write(kZeros, (unit - size_ % unit) % unit);
  }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  std::span<std::byte> memory_;
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

// Writes the columns of a set that are not empty, and counts them; false if there is no memory for a list.
bool write_columns(Sink& sink, const ColumnSet& set, const Tables* tables, uint16_t population,
                   uint64_t& count) {
  Array<NamedColumn> columns;
  if (!list_columns(set, tables, 0, columns)) return false;
  for (const auto& [id, column, shape] : columns) {
    if (column->count == 0) continue;
    sink.write(save::SavedColumn{id, column->count, static_cast<uint32_t>(column->width), shape,
                                 static_cast<uint16_t>(column->tag), column->part,
                                 column->home == Home::shared ? save::kOfWorld : population, 0});
    sink.write(column->data, column->width * column->count);
    sink.pad(save::kAlignment);
    ++count;
  }
  return true;
}

// The searches for ways that somebody waits for.
void write_searches(Sink& sink, const World::State& world, uint64_t& count) {
  for (uint32_t i = 0; world.grid != nullptr && i < world.grid->options.searches; ++i) {
    if (travel_of_search(world, i) == nullptr) continue;
    const PathSearch& search = world.grid->searches[i];
    sink.write(save::SavedColumn{0, search.saved_words(), sizeof(uint32_t), 0,
                                 static_cast<uint16_t>(ColumnTag::path_search), static_cast<uint16_t>(i),
                                 save::kOfWorld, 0});
    search.save([&](uint32_t word) { sink.write(word); });
    sink.pad(save::kAlignment);
    ++count;
  }
}

// False if there is no memory for lists.
bool write_world(const World::State& world, Sink& sink) {
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
  const size_t count_at = sink.size();
  save::SavedColumns columns{};
  sink.write(columns);
  if (!write_columns(sink, world.columns, nullptr, save::kOfWorld, columns.count) ||
      !write_columns(sink, world.sounds.columns(), nullptr, save::kOfWorld, columns.count))
    return false;
  if (world.grid != nullptr &&
      !write_columns(sink, world.grid->columns, nullptr, save::kOfWorld, columns.count))
    return false;
  for (const Population::State* p : world.populations) {
    if (!write_columns(sink, p->columns, &p->asset->tables, static_cast<uint16_t>(p->index), columns.count))
      return false;
  }
  write_searches(sink, world, columns.count);
  sink.write_at(count_at, &columns, sizeof columns);
  sink.pad(save::kUnit);
  return true;
}

}  // namespace

Status World::save_size(size_t& bytes) const {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::saving)) return missing(Feature::saving);
  const AllocatorScope scope(state_->options.allocator);
  Sink sink({});
  if (!write_world(*state_, sink)) return {StatusCode::out_of_memory, 0};
  bytes = sink.size();
  return {};
}

Status World::save(std::span<std::byte> memory, size_t& bytes) const {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::saving)) return missing(Feature::saving);
  if (state_->in_frame) return wrong_phase(*state_);
  const AllocatorScope scope(state_->options.allocator);
  return write_save(*state_, memory, bytes);
}

Status write_save(const World::State& world, std::span<std::byte> memory, size_t& bytes) {
  Sink sink(memory);
  if (!write_world(world, sink)) return {StatusCode::out_of_memory, 0};
  if (memory.size() < sink.size()) return {StatusCode::buffer_too_small, sink.size()};
  save::SaveHeader header{};
  header.version = save::kVersion;
  header.size = sink.size();
  std::memcpy(header.magic, save::kMagic, sizeof header.magic);
  header.checksum = hash_bytes(memory.subspan(sizeof header, sink.size() - sizeof header), sink.size());
  std::memcpy(memory.data(), &header, sizeof header);
  bytes = sink.size();
  return {};
}

}  // namespace ishi
