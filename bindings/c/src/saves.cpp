#include <cstddef>
#include <utility>

#include "contract.h"
#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// Snapshots, saves and reloads.

using namespace ishi::c;

ishi_status ishi_world_snapshot_size(ishi_world world, size_t* bytes) {
  if (bytes == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) { return give(kGood, *bytes, its.snapshot_size()); });
}

ishi_status ishi_world_save_snapshot(ishi_world world, void* memory, size_t room, size_t* bytes) {
  if (memory == nullptr) return null_argument(2);
  if (bytes == nullptr) return null_argument(4);
  return with_world(world, [&](const ishi::World& its) {
    size_t size = 0;
    return give(its.save_snapshot({static_cast<std::byte*>(memory), room}, size), *bytes, size);
  });
}

ishi_status ishi_world_restore_snapshot(ishi_world world, const void* snapshot, size_t bytes) {
  if (snapshot == nullptr) return null_argument(2);
  return with_world(world, [&](ishi::World& its) {
    return its.restore_snapshot({static_cast<const std::byte*>(snapshot), bytes});
  });
}

ishi_status ishi_world_save_size(ishi_world world, size_t* bytes) {
  if (bytes == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) {
    size_t size = 0;
    return give(its.save_size(size), *bytes, size);
  });
}

ishi_status ishi_world_save(ishi_world world, void* memory, size_t room, size_t* bytes) {
  if (memory == nullptr) return null_argument(2);
  if (bytes == nullptr) return null_argument(4);
  return with_world(world, [&](const ishi::World& its) {
    size_t size = 0;
    return give(its.save({static_cast<std::byte*>(memory), room}, size), *bytes, size);
  });
}

namespace {

struct Loading {
  ishi_load_options given;
  ishi::LoadOptions cpp;
  List<AssetObject*> assets;
  List<const ishi::Asset*> cpp_assets;
};

ishi_status read_load_options(const ishi_load_options* options, Loading& loading) {
  ishi_load_options defaults{};
  defaults.size = sizeof defaults;
  (void)ishi_load_options_defaults(&defaults);
  if (const ishi_status status = read_options(options, defaults, loading.given); !is_good(status))
    return status;
  const ishi_load_options& given = loading.given;
  if (given.assets == nullptr && given.asset_count > 0)
    return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(ishi::BadOption::asset));
  loading.cpp.strict = given.strict != 0;
  loading.cpp.most_extra_bytes = given.most_extra_bytes;
  loading.cpp.number = given.number;
  loading.cpp.allocator = to_cpp(given.allocator);
  if (const ishi_status status = read_contract(given.contract, given.entry_count, loading.cpp.contract);
      !is_good(status))
    return status;
  if ((given.allocator.allocate == nullptr) != (given.allocator.release == nullptr))
    return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(ishi::BadOption::allocator));
  loading.assets.use(loading.cpp.allocator);
  loading.cpp_assets.use(loading.cpp.allocator);
  if (!loading.assets.reserve(given.asset_count) || !loading.cpp_assets.reserve(given.asset_count))
    return said(ISHI_OUT_OF_MEMORY);
  for (uint32_t i = 0; i < given.asset_count; ++i) {
    AssetObject* object = nullptr;
    if (const ishi_status status = find(given.assets[i], object); !is_good(status)) return status;
    loading.assets.add(object);
    loading.cpp_assets.add(&object->asset);
  }
  loading.cpp.assets = {loading.cpp_assets.begin(), loading.cpp_assets.size()};
  return said(kGood);
}

// Loads as soon as there is room for all populations. `world` may be one that lives: it is replaced.
ishi::Status load(std::span<const std::byte> save, Loading& loading, WorldObject& world,
                  ishi::Reload& reload) {
  List<ishi::Population> handles;
  handles.use(loading.cpp.allocator);
  uint32_t room = 16;
  while (true) {
    if (!handles.reserve(room) || !world.populations.reserve(room))
      return {ishi::StatusCode::out_of_memory, 0};
    for (uint32_t i = handles.size(); i < room; ++i) handles.add({});
    const ishi::Status status =
        ishi::World::load(save, loading.cpp, world.world, {handles.begin(), room}, reload);
    if (status.code != ishi::StatusCode::buffer_too_small || status.where <= room) {
      write_fault(reload.contract_fault(), status,
                  {loading.given.fault, loading.given.fault == nullptr ? 0 : loading.given.fault_room});
      return status;
    }
    room = static_cast<uint32_t>(status.where);
  }
}

// The populations of the world that was loaded, each with the asset that it took.
void note_populations(Loading& loading, WorldObject& world) {
  world.populations.clear();
  for (uint32_t i = 0; i < world.world.population_count(); ++i) {
    PopulationObject population;
    population.handle = world.world.population(i);
    for (AssetObject* asset : loading.assets) {
      if (asset->asset.find(population.handle.agent_id()) == ishi::kNotFound) continue;
      population.asset = asset;
      break;
    }
    world.populations.add(population);
  }
  // The memory of the earlier read is released when the new ones are counted.
  for (AssetObject* asset : loading.assets) ++asset->users;
  world.release_assets();
  for (AssetObject* asset : loading.assets) {
    world.use(*asset);
    --asset->users;
  }
}

}  // namespace

ishi_status ishi_world_load(const void* save, size_t bytes, const ishi_load_options* options,
                            ishi_world* world, ishi_reload* reload) {
  if (save == nullptr) return null_argument(1);
  if (world == nullptr) return null_argument(4);
  if (reload == nullptr) return null_argument(5);
  Loading loading;
  if (const ishi_status status = read_load_options(options, loading); !is_good(status)) return status;
  const std::span<const std::byte> whole{static_cast<const std::byte*>(save), bytes};
  ishi_world handle = loading.given.replaced;
  WorldObject* object = nullptr;
  const bool is_new = handle.generation == 0;
  bool is_full = false;
  if (is_new) {
    object = worlds().add(handle.index, handle.generation, is_full);
    if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
    object->populations.use(loading.cpp.allocator);
    object->assets.use(loading.cpp.allocator);
  } else if (const ishi_status status = find(handle, object); !is_good(status)) {
    return status;
  }
  ishi_reload its_reload{};
  ReloadObject* const changes = reloads().add(its_reload.index, its_reload.generation, is_full);
  ishi::Status status{ishi::StatusCode::out_of_memory, 0};
  // Room first: what is loaded must not be lost.
  if (changes != nullptr && object->assets.reserve(loading.given.asset_count)) {
    changes->is_committed = true;
    changes->changes.use(loading.cpp.allocator);
    if (changes->changes.reserve(loading.given.asset_count))
      status = load(whole, loading, *object, changes->reload);
  }
  if (!status) {
    if (changes != nullptr) reloads().remove(its_reload.index, its_reload.generation);
    if (is_new) worlds().remove(handle.index, handle.generation);
    return said(status);
  }
  note_populations(loading, *object);
  for (AssetObject* asset : loading.assets) {
    asset->users += 2;
    changes->changes.add({asset, asset});
  }
  *world = handle;
  *reload = its_reload;
  return said(kGood);
}

ishi_status ishi_world_prepare_reload(ishi_world world, const ishi_asset_change* changes, uint32_t count,
                                      ishi_reload* reload) {
  if (changes == nullptr && count > 0) return null_argument(2);
  if (reload == nullptr) return null_argument(4);
  WorldObject* object = nullptr;
  if (const ishi_status status = find(world, object); !is_good(status)) return status;
  List<ishi::AssetChange> cpp;
  ishi_reload handle{};
  bool is_full = false;
  ReloadObject* const made = reloads().add(handle.index, handle.generation, is_full);
  if (made == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  const auto prepare = [&]() -> ishi_status {
    if (!cpp.reserve(count) || !made->changes.reserve(count)) return said(ISHI_OUT_OF_MEMORY);
    for (uint32_t i = 0; i < count; ++i) {
      AssetObject *from = nullptr, *to = nullptr;
      if (const ishi_status status = find(changes[i].from, from); !is_good(status)) return status;
      if (const ishi_status status = find(changes[i].to, to); !is_good(status)) return status;
      cpp.add({&from->asset, &to->asset});
      ++from->users;
      ++to->users;
      made->changes.add({from, to});
    }
    const ishi::Status status = object->world.prepare_reload({cpp.begin(), count}, made->reload);
    write_fault(made->reload.contract_fault(), status, *object);
    return said(status);
  };
  const ishi_status status = prepare();
  if (is_good(status)) {
    *reload = handle;
  } else {
    reloads().remove(handle.index, handle.generation);
  }
  return status;
}

ishi_status ishi_world_commit_reload(ishi_world world, ishi_reload reload) {
  WorldObject* object = nullptr;
  ReloadObject* changes = nullptr;
  if (const ishi_status status = find(world, object); !is_good(status)) return status;
  if (const ishi_status status = find(reload, changes); !is_good(status)) return status;
  if (const ishi::Status status = object->world.commit_reload(changes->reload); !status) return said(status);
  changes->is_committed = true;
  for (const ReloadObject::Change& change : changes->changes)
    replace_asset(*object, *change.from, *change.to);
  return said(kGood);
}

ishi_status ishi_reload_destroy(ishi_reload reload) {
  ReloadObject* object = nullptr;
  if (const ishi_status status = find(reload, object); !is_good(status)) return status;
  return reloads().remove(reload.index, reload.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
}

uint32_t ishi_reload_valid(ishi_reload reload) {
  ReloadObject* object = nullptr;
  return is_good(find(reload, object)) && !object->is_committed && object->reload.valid() ? 1 : 0;
}

ishi_status ishi_reload_items(ishi_reload reload, const ishi_reload_item** items, uint32_t* count) {
  if (items == nullptr) return null_argument(2);
  if (count == nullptr) return null_argument(3);
  ReloadObject* object = nullptr;
  if (const ishi_status status = find(reload, object); !is_good(status)) return status;
  const std::span<const ishi::ReloadItem> all = object->reload.items();
  *items = all.empty() ? nullptr : reinterpret_cast<const ishi_reload_item*>(all.data());
  *count = static_cast<uint32_t>(all.size());
  return said(kGood);
}

ishi_status ishi_reload_totals(ishi_reload reload, ishi_reload_counts* counts) {
  if (counts == nullptr) return null_argument(2);
  ReloadObject* object = nullptr;
  if (const ishi_status status = find(reload, object); !is_good(status)) return status;
  const ishi::ReloadCounts found = object->reload.counts();
  return write_sized({.size = 0,
                      .kept_tasks = found.kept_tasks,
                      .aborted_tasks = found.aborted_tasks,
                      .restarted_goals = found.restarted_goals,
                      .restarted_options = found.restarted_options,
                      .ended_options = found.ended_options,
                      .dropped_members = found.dropped_members,
                      .dropped_events = found.dropped_events},
                     counts);
}
