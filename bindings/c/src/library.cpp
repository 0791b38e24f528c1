#include "convert.h"
#include "ishi/c_api.h"
#include "ishi/features.h"
#include "objects.h"

// The library: its registries, its table, the words of its codes and the defaults of options.

namespace ishi::c {

namespace {

// Nothing of them is destroyed: handles may be asked for while the process ends.
constinit Registry<AssetObject, Sort::asset> asset_registry;
constinit Registry<WorldObject, Sort::world> world_registry;
constinit Registry<ScratchObject, Sort::scratch> scratch_registry;
constinit Registry<ReloadObject, Sort::reload> reload_registry;
static_assert(std::is_trivially_destructible_v<decltype(world_registry)>);

}  // namespace

Registry<AssetObject, Sort::asset>& assets() { return asset_registry; }
Registry<WorldObject, Sort::world>& worlds() { return world_registry; }
Registry<ScratchObject, Sort::scratch>& scratches() { return scratch_registry; }
Registry<ReloadObject, Sort::reload>& reloads() { return reload_registry; }

ishi_status find(ishi_asset handle, AssetObject*& object) {
  return find_in(assets(), handle.index, handle.generation, object);
}
ishi_status find(ishi_world handle, WorldObject*& object) {
  return find_in(worlds(), handle.index, handle.generation, object);
}
ishi_status find(ishi_scratch handle, ScratchObject*& object) {
  return find_in(scratches(), handle.index, handle.generation, object);
}
ishi_status find(ishi_reload handle, ReloadObject*& object) {
  return find_in(reloads(), handle.index, handle.generation, object);
}

ishi_status find(ishi_population handle, WorldObject*& world, PopulationObject*& object) {
  if (const ishi_status status = find(handle.world, world); !is_good(status)) return status;
  if (handle.index >= world->populations.size()) return said(ISHI_NOT_CREATED, handle.index);
  object = &world->populations[handle.index];
  return said(kGood);
}

ishi_status find(const ishi_batch& batch, PopulationObject*& object) {
  WorldObject* world = nullptr;
  if (const ishi_status status = find(batch.population, world, object); !is_good(status)) return status;
  if (batch.phase > ISHI_MOVE) return said(ISHI_BAD_ENUMERATOR, batch.phase);
  if (batch.serial == 0 || object->serials[batch.phase] != batch.serial) return said(ISHI_BATCH_STALE);
  return said(kGood);
}

namespace {

// Sentences for the codes that only this interface has.
const char* describe_own(ishi_status status) {
  switch (status.code) {
    case ISHI_NOT_CREATED:
      return status.where == kNullHandle ? "the handle is null: all of it is zeros"
                                         : "the world has no population of this index";
    case ISHI_NO_WAY: return "the agent has no way now";
    case ISHI_NULL_ARGUMENT: return "an argument is null that must not be";
    case ISHI_STALE_OBJECT:
      return "the handle is of no asset, world, scratch, reload, recorder or host that exists now";
    case ISHI_OBJECT_IN_USE: return "the asset is in use by a world or a reload";
    case ISHI_TOO_MANY_OBJECTS: return "there are as many objects of this sort as there may be";
    case ISHI_BAD_ENUMERATOR: return "a phase, kind, type or place that does not exist";
    case ISHI_BAD_CONTRACT: return "an entry of the contract has a value that none can have";
    case ISHI_OBJECT_BUSY: return "another thread uses this scratch now";
    default: return describe_live(status.code);
  }
}

}  // namespace
}  // namespace ishi::c

using namespace ishi::c;

uint32_t ishi_api_version() { return ISHI_API_VERSION; }

uint64_t ishi_runtime_features() { return ishi::runtime_features().bits; }

const char* ishi_describe(ishi_status status) {
  if (const char* const own = describe_own(status); own != nullptr) return own;
  return ishi::describe(ishi::Status{static_cast<ishi::StatusCode>(status.code), status.where});
}

uint64_t ishi_id_of(const char* section, const char* name) {
  return section == nullptr || name == nullptr ? 0 : ishi::id_of(section, name);
}

ishi_status ishi_asset_options_defaults(ishi_asset_options* options) { return give_defaults({}, options); }

ishi_status ishi_world_options_defaults(ishi_world_options* options) {
  static constexpr ishi::WorldOptions kDefaults;
  return give_defaults({.size = 0,
                        .entities = kDefaults.entities,
                        .seed = kDefaults.seed,
                        .teams = kDefaults.teams,
                        .up = static_cast<uint32_t>(kDefaults.up),
                        .event_bytes = kDefaults.event_bytes,
                        .sounds = kDefaults.sounds,
                        .number = 0,
                        .entry_count = 0,
                        .contract = nullptr,
                        .allocator = {}},
                       options);
}

ishi_status ishi_population_options_defaults(ishi_population_options* options) {
  static constexpr ishi::PopulationOptions kDefaults;
  return give_defaults({.size = 0,
                        .capacity = kDefaults.capacity,
                        .plan_searches = kDefaults.plan_searches,
                        .plan_situations = kDefaults.plan_situations,
                        .plan_situations_per_frame = kDefaults.plan_situations_per_frame},
                       options);
}

ishi_status ishi_spawn_options_defaults(ishi_spawn_options* options) { return give_defaults({}, options); }
ishi_status ishi_entity_options_defaults(ishi_entity_options* options) { return give_defaults({}, options); }
ishi_status ishi_phase_options_defaults(ishi_phase_options* options) { return give_defaults({}, options); }
ishi_status ishi_event_options_defaults(ishi_event_options* options) { return give_defaults({}, options); }
ishi_status ishi_sound_options_defaults(ishi_sound_options* options) { return give_defaults({}, options); }

ishi_status ishi_grid_options_defaults(ishi_grid_options* options) {
  static constexpr ishi::GridOptions kDefaults;
  return give_defaults({.size = 0,
                        .columns = 0,
                        .rows = 0,
                        .cell = kDefaults.cell,
                        .origin = {},
                        .searches = kDefaults.searches},
                       options);
}

ishi_status ishi_path_options_defaults(ishi_path_options* options) {
  return give_defaults({.size = 0, .expansions = ishi::PathOptions().expansions}, options);
}

ishi_status ishi_load_options_defaults(ishi_load_options* options) {
  ishi_load_options defaults{};
  defaults.most_extra_bytes = ishi::LoadOptions().most_extra_bytes;
  return give_defaults(defaults, options);
}

namespace {

ishi_api make_api() {
  ishi_api api{};
  api.size = sizeof(ishi_api);
  api.version = ISHI_API_VERSION;
// The parameters that follow the name are those of a pointer that nobody needs.
#define ISHI_CALL(result, name) \
  api.name = &ishi_##name;      \
  [[maybe_unused]] result(*of_##name)
#include "ishi/c_calls.inl"
#undef ISHI_CALL
  return api;
}

}  // namespace

const char* ishi_version_fault(uint32_t version) {
  if (version == ISHI_API_VERSION) return nullptr;
  return version > ISHI_API_VERSION ? "this libishi is older than the header that the game was built with: "
                                      "take both from one release"
                                    : "this libishi is newer than the header that the game was built with: "
                                      "take both from one release";
}

const ishi_api* ishi_get_api(uint32_t version) {
  static const ishi_api kApi = make_api();
  return version == ISHI_API_VERSION ? &kApi : nullptr;
}
