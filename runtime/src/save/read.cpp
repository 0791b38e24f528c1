#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <tuple>
#include <utility>

#include "asset/find.h"
#include "blackboard/member_ids.h"
#include "bodies/wakes.h"
#include "built_features.h"
#include "columns/state_columns.h"
#include "float_environment.h"
#include "ishi/save.h"
#include "ishi/world.h"
#include "memory/allocation.h"
#include "memory/budget.h"
#include "memory/hash.h"
#include "memory/sort.h"
#include "navigation/walking.h"
#include "population/population_builder.h"
#include "population/refusals.h"
#include "population/world_registry.h"
#include "reload/reload_state.h"
#include "save/format.h"
#include "save/validate.h"
#include "sets/sets_builder.h"

// Bytes become a world. Where the game has the very assets that the save holds, it is made of those. Else it
// is first the one that was saved, of the save's own assets, then, as by a reload, one of the assets that the
// game has.

namespace ishi {
namespace {

constexpr Status kCut{StatusCode::save_cut, 0};
constexpr Status kBroken{StatusCode::save_structure, 0};

// The bytes of a save from its beginning to its end.
class Source {
 public:
  explicit Source(std::span<const std::byte> bytes) : bytes_(bytes) {}

  template <typename T>
  [[nodiscard]] bool read(T& value) {
    const std::byte* const at = take(sizeof value);
    if (at == nullptr) return false;
    std::memcpy(&value, at, sizeof value);
    return true;
  }
  // The next bytes; null if there are not so many.
  [[nodiscard]] const std::byte* take(uint64_t count) {
    if (count > bytes_.size() - at_) return nullptr;
    const std::byte* const found = bytes_.data() + at_;
    at_ += static_cast<size_t>(count);
    return found;
  }
  // There is always room for that: the size of a save is a multiple of it.
  void align() { at_ += (save::kAlignment - at_ % save::kAlignment) % save::kAlignment; }

 private:
  std::span<const std::byte> bytes_;
  size_t at_ = 0;
};

struct Place {
  NamedColumn column;
  uint16_t population = 0;
  ColumnTag tag = ColumnTag::header;
  uint16_t part = 0;
  bool is_read = false;

  [[nodiscard]] auto key() const { return std::tuple(population, tag, part, column.id); }
};

// What a world takes stands in a proportion to what the save holds.
constexpr uint64_t kBytesPerByte = 16;

// The first asset of the game's that has an agent, or else one that was called so; null if none has.
const Asset* find_asset(std::span<const Asset* const> assets, uint64_t agent) {
  const auto has = [](const Tables& t, uint64_t id) { return find_entry(t.agents_by_id, id) != kNotFound; };
  const auto had = [&](const Tables& t, uint64_t id) {
    return std::any_of(t.renames.begin(), t.renames.end(), [&](const blob::Rename& rename) {
      return rename.from() == id && has(t, rename.id());
    });
  };
  for (const Asset* asset : assets) {
    if (asset != nullptr && asset->valid() && has(asset->state()->tables, agent)) return asset;
  }
  for (const Asset* asset : assets) {
    if (asset != nullptr && asset->valid() && had(asset->state()->tables, agent)) return asset;
  }
  return nullptr;
}

class Loader {
 public:
  Loader(std::span<const std::byte> bytes, const LoadOptions& options)
      : bytes_(bytes), source_(bytes), options_(options) {}

  // Makes the world that was saved.
  Status run(World& world) {
    const MemoryBudget budget(kBytesPerByte * bytes_.size() + options_.most_extra_bytes);
    if (Status status = check_envelope(); !status) return status;
    if (Status status = make_world(world); !status) return status;
    World::State& made = *world.state();
    if (Status status = read_assets(); !status) return status;
    if (Status status = read_populations(); !status) return status;
    if (Status status = choose_assets(); !status) return status;
    if (Status status = add_populations(made); !status) return status;
    if (Status status = read_columns(made); !status) return status;
    if (Status status = save::validate(made); !status) return status;
    if (!read_searches(made)) return {StatusCode::save_invalid, 0};
    if (made.claims.any()) count_claims(made);
    return {};
  }

  // By population, the asset of the game's that it takes; null if none has its agent.
  [[nodiscard]] const Array<const Asset*>& next() const { return next_; }
  // True if the world was made of the game's assets.
  [[nodiscard]] bool is_of_next() const { return is_of_next_; }
  // Otherwise it was made of these, which its populations read.
  [[nodiscard]] Array<Asset> take_assets() { return std::move(own_assets_); }

 private:
  Status check_envelope() {
    save::SaveHeader header;
    if (!source_.read(header)) return kCut;
    if (std::memcmp(header.magic, save::kMagic, sizeof header.magic) != 0)
      return {StatusCode::save_unknown, 0};
    if (header.version < save::kOldestVersion || header.version > save::kVersion)
      return {StatusCode::save_version, header.version};
    version_ = header.version;
    if (header.reserved != 0) return kBroken;
    if (header.size > bytes_.size()) return {StatusCode::save_cut, header.size};
    if (header.size != bytes_.size() || header.size % save::kUnit != 0) return kBroken;
    const uint64_t checksum = hash_bytes(bytes_.subspan(sizeof header), header.size);
    return checksum == header.checksum ? Status() : Status{StatusCode::save_damaged, 0};
  }

  Status make_world(World& world) {
    if (!source_.read(header_)) return kBroken;
    WorldOptions options;
    options.entities = header_.entities;
    options.teams = header_.teams;
    options.up = static_cast<Up>(std::min<uint32_t>(header_.up, 0xff));
    options.event_bytes = header_.event_bytes;
    options.sounds = header_.sounds;
    options.instruction_set = options_.instruction_set;
    options.kernels = options_.kernels;
    options.allocator = options_.allocator;
    if (Status status = World::create(options, world); !status)
      return status.code == StatusCode::bad_options ? kBroken : status;
    if (header_.has_grid > 1) return kBroken;
    if (header_.has_grid == 0) return {};
    save::SavedGrid grid;
    if (!source_.read(grid)) return kBroken;
    GridOptions made;
    made.columns = grid.columns;
    made.rows = grid.rows;
    made.searches = grid.searches;
    made.cell = grid.cell;
    made.origin = {grid.origin[0], grid.origin[1], grid.origin[2]};
    const Status status = world.create_grid(made);
    return status.code == StatusCode::bad_options ? kBroken : status;
  }

  Status read_assets() {
    if (header_.assets > limits::kPopulations || header_.populations > limits::kPopulations) return kBroken;
    if (!blobs_.allocate(header_.assets)) return {StatusCode::out_of_memory, 0};
    for (std::span<const uint8_t>& blob : blobs_) {
      save::SavedAsset asset;
      if (!source_.read(asset)) return kBroken;
      const std::byte* const bytes = source_.take(asset.bytes);
      if (bytes == nullptr) return kBroken;
      source_.align();
      blob = {reinterpret_cast<const uint8_t*>(bytes), static_cast<size_t>(asset.bytes)};
    }
    return {};
  }

  Status read_populations() {
    if (!saved_.allocate(header_.populations)) return {StatusCode::out_of_memory, 0};
    for (save::SavedPopulation& saved : saved_) {
      if (!source_.read(saved)) return kBroken;
      const bool is_sane = saved.asset < header_.assets && saved.capacity > 0 &&
                           saved.capacity <= limits::kEntities && saved.plan_searches > 0 &&
                           saved.plan_situations > 0 && saved.plan_situations <= limits::kPlanSituations &&
                           saved.plan_situations_per_frame > 0;
      if (!is_sane) return kBroken;
    }
    return {};
  }

  // An asset that the game has loaded is sound: the same bytes in the save need not be checked again.
  Status choose_assets() {
    Array<const Asset*> same;  // by asset of the save, that of the game's with the same bytes
    if (!next_.allocate(saved_.size()) || !same.allocate(blobs_.size()))
      return {StatusCode::out_of_memory, 0};
    for (size_t i = 0; i < saved_.size(); ++i) {
      const std::span<const uint8_t> blob = blobs_[saved_[i].asset];
      const Asset*& known = same[saved_[i].asset];
      next_[i] = find_asset(options_.assets, saved_[i].agent);
      if (next_[i] == nullptr || next_[i] == known) continue;
      const std::span<const uint8_t> bytes = next_[i]->bytes();
      if (std::equal(blob.begin(), blob.end(), bytes.begin(), bytes.end())) known = next_[i];
    }
    is_of_next_ = std::find(same.begin(), same.end(), nullptr) == same.end();
    for (size_t i = 0; i < saved_.size(); ++i) is_of_next_ = is_of_next_ && next_[i] == same[saved_[i].asset];
    if (is_of_next_) return {};
    if (!own_assets_.allocate(header_.assets)) return {StatusCode::out_of_memory, 0};
    for (uint32_t i = 0; i < header_.assets; ++i) {
      if (Status status = Asset::load(blobs_[i], {.allocator = options_.allocator}, own_assets_[i]); !status)
        return status;
    }
    return {};
  }

  Status add_populations(World::State& world) {
    for (uint32_t i = 0; i < saved_.size(); ++i) {
      const save::SavedPopulation& saved = saved_[i];
      PopulationOptions options;
      options.capacity = saved.capacity;
      options.plan_searches = saved.plan_searches;
      options.plan_situations = saved.plan_situations;
      options.plan_situations_per_frame = saved.plan_situations_per_frame;
      options.node_events = saved.node_events;
      options.notices = saved.notices;
      const Asset& asset = is_of_next_ ? *next_[i] : own_assets_[saved.asset];
      if (Status status = add_population_of(world, *asset.state(), saved.agent, options, saved.pending_lanes,
                                            first_values());
          !status)
        return status.code == StatusCode::out_of_memory ? status : kBroken;
    }
    return {};
  }

  // A save of this version has every column; an older one may lack some, which then hold their defaults.
  [[nodiscard]] FirstValues first_values() const {
    return version_ == save::kVersion ? FirstValues::written : FirstValues::defaults;
  }

  static bool list_places(const World::State& world, Array<Place>& places) {
    const auto add = [&](const ColumnSet& set, const Tables* tables, uint16_t population) {
      Array<NamedColumn> columns;
      if (!list_columns(set, tables, 0, columns) || !places.reserve_more(columns.size())) return false;
      for (const NamedColumn& column : columns) {
        const uint16_t owner = column.of->home == Home::shared ? save::kOfWorld : population;
        places.append({column, owner, column.of->tag, column.of->part, false});
      }
      return true;
    };
    if (!add(world.columns, nullptr, save::kOfWorld) || !add(world.sounds.columns(), nullptr, save::kOfWorld))
      return false;
    if (world.grid != nullptr && !add(world.grid->columns, nullptr, save::kOfWorld)) return false;
    for (const Population::State* p : world.populations) {
      if (!add(p->columns, &p->asset->tables, static_cast<uint16_t>(p->index))) return false;
    }
    sort_rarely(places.begin(), places.end(),
                [](const Place& a, const Place& b) { return a.key() < b.key(); });
    return true;
  }

  // True if the columns that follow hold sounds. A world keeps them from its first asset on that has any,
  // also after a reload to one that has none.
  [[nodiscard]] bool has_sounds() const {
    Source ahead = source_;
    save::SavedColumns columns;
    save::SavedColumn saved;
    if (!ahead.read(columns)) return false;
    for (uint64_t i = 0; i < columns.count && ahead.read(saved); ++i) {
      if (static_cast<ColumnTag>(saved.tag) == ColumnTag::sounds_header) return saved.count > 0;
      if (saved.width != 0 && saved.count > bytes_.size() / saved.width) return false;
      if (ahead.take(saved.count * saved.width) == nullptr) return false;
      ahead.align();
    }
    return false;
  }

  Status read_columns(World::State& world) {
    if (is_built(Feature::senses) && has_sounds() && !world.sounds.reserve(world.options.sounds))
      return {StatusCode::out_of_memory, 0};
    Array<Place> places;
    if (!list_places(world, places)) return {StatusCode::out_of_memory, 0};
    save::SavedColumns columns;
    if (!source_.read(columns)) return kBroken;
    for (uint64_t i = 0; i < columns.count; ++i) {
      save::SavedColumn saved;
      if (!source_.read(saved)) return kBroken;
      if (saved.width != 0 && saved.count > bytes_.size() / saved.width) return kBroken;
      const std::byte* const values = source_.take(saved.count * saved.width);
      if (values == nullptr) return kBroken;
      source_.align();
      const auto tag = static_cast<ColumnTag>(saved.tag);
      if (tag == ColumnTag::path_search && !keep_search(world, saved, values)) return kBroken;
      // Costs did not count steps: those who planned begin anew.
      if (version_ < 8 && (tag == ColumnTag::searches || tag == ColumnTag::search_owners)) continue;
      const Place like{{saved.id, nullptr, 0}, saved.population, tag, saved.part, false};
      Place* const place = std::lower_bound(places.begin(), places.end(), like,
                                            [](const Place& a, const Place& b) { return a.key() < b.key(); });
      // A column of a later version of the runtime is skipped, and an empty one has no bytes.
      if (place == places.end() || place->key() != like.key() || saved.count == 0) continue;
      const StateColumn& column = *place->column.of;
      const bool is_whole = version_ < 7 && tag == ColumnTag::member_entity &&
                            column.width == sizeof(uint32_t) && saved.width == sizeof(EntityId);
      if (place->is_read || (column.width != saved.width && !is_whole) || column.count != saved.count ||
          place->column.shape != saved.shape)
        return kBroken;
      if (is_whole) {
        pack_members(world, column, values);
        place->is_read = true;
        continue;
      }
      place->is_read = true;
      const size_t skipped = std::min<size_t>(column.first_row, column.count) * column.width;
      std::memcpy(column.data + skipped, values + skipped, column.width * column.count - skipped);
    }
    if (version_ == 1) follow_ways(world);
    for (const Place& place : places) {
      const StateColumn& column = *place.column.of;
      if (!place.is_read && column.count > 0 && version_ >= column.since) return kBroken;
    }
    in_float_environment([&] { world.follow_time(); });
    return {};
  }

  // Candidates were whole ids.
  static void pack_members(const World::State& world, const StateColumn& column, const std::byte* values) {
    const bool has_entities = (column.shape & SetsBuilder::kEntitiesShape) != 0;
    const uint32_t row_bits = has_entities ? MemberIds::bits_of(world.entities.rows()) : 0;
    for (size_t i = 0; i < column.count; ++i) {
      EntityId id;
      std::memcpy(&id, values + i * sizeof id, sizeof id);
      const uint32_t packed = MemberIds::pack(id, row_bits);
      std::memcpy(column.data + i * sizeof packed, &packed, sizeof packed);
    }
  }

  // Ways had a half byte for each step, and a walker's place on its way was the number of the step.
  static void follow_ways(World::State& world) {
    for (Population::State* p : world.populations) {
      for (uint32_t slot = 0; p->walks.any() && slot < p->capacity; ++slot) {
        WalkState& walk = p->walks.states[slot];
        walk.code = static_cast<uint8_t>(std::min<uint32_t>(walk.position, kWayCodes));
      }
    }
  }

  // Searches are read when all else is: what each is for says what it may be.
  [[nodiscard]] bool keep_search(const World::State& world, const save::SavedColumn& saved,
                                 const std::byte* values) {
    if (world.grid == nullptr || saved.part >= world.grid->options.searches ||
        saved.width != sizeof(uint32_t))
      return false;
    searches_[saved.part] = {values, static_cast<size_t>(saved.count * saved.width)};
    return true;
  }
  [[nodiscard]] bool read_searches(World::State& world) {
    for (uint32_t i = 0; world.grid != nullptr && i < world.grid->options.searches; ++i) {
      const Travel* const travel = travel_of_search(world, i);
      if (travel == nullptr) continue;
      if (!world.grid->searches[i].restore(world.grid->grid(), *travel, searches_[i])) return false;
    }
    return true;
  }

  std::span<const std::byte> bytes_;
  Source source_;
  const LoadOptions& options_;
  uint32_t version_ = 0;
  save::SavedWorld header_{};
  Array<std::span<const uint8_t>> blobs_;
  Array<save::SavedPopulation> saved_;
  Array<const Asset*> next_;
  bool is_of_next_ = false;
  Array<Asset> own_assets_;
  std::array<std::span<const std::byte>, kMostSearches> searches_{};  // of the grid
};

}  // namespace

Status World::load(std::span<const std::byte> save, const LoadOptions& options, World& world,
                   std::span<Population> populations, Reload& reload) {
  if (!is_built(Feature::saving)) return missing(Feature::saving);
  if (options.size != sizeof(LoadOptions)) return bad_option(BadOption::size);
  if (Status status = check_allocator(options.allocator); !status) return status;
  const AllocatorScope scope(options.allocator);
  World loaded;
  Loader loader(save, options);
  if (Status status = loader.run(loaded); !status) return status;
  State& state = *loaded.state_;
  state.options.contract = options.contract;
  if (populations.size() < state.populations.size())
    return {StatusCode::buffer_too_small, state.populations.size()};
  const std::span<const Asset* const> next = loader.next();
  for (size_t i = 0; i < next.size(); ++i) {
    if (next[i] == nullptr) return {StatusCode::save_agent_unknown, state.populations[i]->agent->id()};
  }
  Reload made;
  const Status status = loader.is_of_next() ? Reload::State::make(state, Unchanged{next}, made.state_)
                                            : Reload::State::make(state, next, made.state_);
  if (!status) {
    reload = std::move(made);  // which says why
    return status;
  }
  for (const PopulationReload& one : made.state_->populations) {
    if (options.strict && !one.map.same) return {StatusCode::save_of_other_version, 0};
  }
  if (!loader.is_of_next()) made.state_->commit();
  for (Population::State* population : state.populations) wake_forgotten(*population);
  if (options.number != 0 && !renumber_world(state, options.number, world.state_))
    return bad_option(BadOption::number);
  made.state_->saved_assets = loader.take_assets();
  for (uint32_t i = 0; i < state.populations.size(); ++i) populations[i] = loaded.handle_of(i);
  reload = std::move(made);
  world = std::move(loaded);
  return {};
}

}  // namespace ishi
