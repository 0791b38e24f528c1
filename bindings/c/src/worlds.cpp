#include <algorithm>
#include <utility>

#include "contract.h"
#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// Worlds: making them, their populations, frames and scratches.

using namespace ishi::c;

namespace {

// Room for one more population and asset, each taking twice as much as before.
bool make_room(WorldObject& world) {
  const auto grown = [](uint32_t size) { return std::max(8u, size * 2); };
  const uint32_t populations = world.populations.size(), assets = world.assets.size();
  return (world.populations.reserve(populations % 8 == 0 ? grown(populations) : populations + 1)) &&
         (world.assets.reserve(assets % 8 == 0 ? grown(assets) : assets + 1));
}

}  // namespace

ishi_status ishi_world_create(const ishi_world_options* options, ishi_world* world) {
  if (world == nullptr) return null_argument(2);
  ishi_world_options defaults{}, given;
  defaults.size = sizeof defaults;
  (void)ishi_world_options_defaults(&defaults);
  if (const ishi_status status = read_options(options, defaults, given); !is_good(status)) return status;
  ishi::WorldOptions cpp;
  cpp.seed = given.seed;
  cpp.entities = given.entities;
  cpp.teams = given.teams;
  if (given.up > ISHI_UP_Z) return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(ishi::BadOption::up));
  cpp.up = static_cast<ishi::Up>(given.up);
  cpp.event_bytes = given.event_bytes;
  cpp.sounds = given.sounds;
  cpp.number = given.number;
  cpp.allocator = to_cpp(given.allocator);
  if (const ishi_status status = read_contract(given.contract, given.entry_count, cpp.contract);
      !is_good(status))
    return status;
  ishi::World made;
  if (const ishi::Status status = ishi::World::create(cpp, made); !status) return said(status);
  ishi_world handle{};
  bool is_full = false;
  WorldObject* const object = worlds().add(handle.index, handle.generation, is_full);
  if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
  object->world = std::move(made);
  object->populations.use(cpp.allocator);
  object->assets.use(cpp.allocator);
  *world = handle;
  return said(kGood);
}

ishi_status ishi_world_destroy(ishi_world world) {
  WorldObject* object = nullptr;
  if (const ishi_status status = find(world, object); !is_good(status)) return status;
  return worlds().remove(world.index, world.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
}

uint32_t ishi_world_valid(ishi_world world) {
  WorldObject* object = nullptr;
  return is_good(find(world, object)) ? 1 : 0;
}

ishi_status ishi_world_number(ishi_world world, uint32_t* number) {
  if (number == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) { return give(kGood, *number, its.number()); });
}

ishi_status ishi_world_add_population(ishi_world world, ishi_asset asset, uint64_t agent,
                                      const ishi_population_options* options, ishi_population* population) {
  if (population == nullptr) return null_argument(5);
  ishi_population_options defaults{}, given;
  defaults.size = sizeof defaults;
  (void)ishi_population_options_defaults(&defaults);
  if (const ishi_status status = read_options(options, defaults, given); !is_good(status)) return status;
  WorldObject* object = nullptr;
  AssetObject* its_asset = nullptr;
  if (const ishi_status status = find(world, object); !is_good(status)) return status;
  if (const ishi_status status = find(asset, its_asset); !is_good(status)) return status;
  if (!make_room(*object)) return said(ISHI_OUT_OF_MEMORY);
  ishi::PopulationOptions cpp;
  cpp.capacity = given.capacity;
  cpp.plan_searches = given.plan_searches;
  cpp.plan_situations = given.plan_situations;
  cpp.plan_situations_per_frame = given.plan_situations_per_frame;
  PopulationObject added;
  const ishi::Status status =
      object->world.add_population(its_asset->asset, ishi::AgentId(agent), cpp, added.handle);
  write_fault(object->world.contract_fault(), status, *object);
  if (!status) return said(status);
  added.asset = its_asset;
  object->use(*its_asset);
  object->populations.add(added);
  *population = {world, object->populations.size() - 1};
  return said(kGood);
}

ishi_status ishi_world_contract_fault(ishi_world world, char* text, size_t room, size_t* length) {
  if (text == nullptr) return null_argument(2);
  if (length == nullptr) return null_argument(4);
  WorldObject* object = nullptr;
  if (const ishi_status status = find(world, object); !is_good(status)) return status;
  if (room == 0) return said(ISHI_BUFFER_TOO_SMALL, WorldObject::kFaultBytes);
  const std::string_view fault = std::string_view(object->fault).substr(0, room - 1);
  std::copy(fault.begin(), fault.end(), text);
  text[fault.size()] = '\0';
  *length = fault.size();
  return said(kGood);
}

ishi_status ishi_world_describe(ishi_world world, ishi_status status, char* text, size_t room,
                                size_t* length) {
  if (text == nullptr) return null_argument(3);
  if (length == nullptr) return null_argument(5);
  if (room == 0) return said(ISHI_BUFFER_TOO_SMALL, WorldObject::kFaultBytes);
  return with_world(world, [&](const ishi::World& its) {
    if (status.code >= ISHI_NULL_ARGUMENT || status.code == ISHI_NOT_CREATED) {  // of this interface alone
      const std::string_view words = std::string_view(ishi_describe(status)).substr(0, room - 1);
      std::copy(words.begin(), words.end(), text);
      text[*length = words.size()] = '\0';
    } else {
      *length = ishi::describe({static_cast<ishi::StatusCode>(status.code), status.where}, its, {text, room});
    }
    return kGood;
  });
}

ishi_status ishi_world_population_count(ishi_world world, uint32_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_world(world,
                    [&](const ishi::World& its) { return give(kGood, *count, its.population_count()); });
}

ishi_status ishi_world_population(ishi_world world, uint32_t index, ishi_population* population) {
  if (population == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) {
    if (index >= its.population_count()) return said(ISHI_NOT_CREATED, index);
    *population = {world, index};
    return said(kGood);
  });
}

ishi_status ishi_world_clock(ishi_world world, ishi_clock* clock) {
  if (clock == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) {
    const ishi::Clock now = its.clock();
    *clock = {now.frame, now.time_microseconds};
    return kGood;
  });
}

ishi_status ishi_world_begin_frame(ishi_world world, const ishi_clock* clock) {
  if (clock == nullptr) return null_argument(2);
  return with_world(world, [&](ishi::World& its) {
    return its.begin_frame({.frame = clock->frame, .time_microseconds = clock->time_microseconds});
  });
}

ishi_status ishi_world_end_frame(ishi_world world) {
  return with_world(world, [](ishi::World& its) { return its.end_frame(); });
}

ishi_status ishi_world_cancel_frame(ishi_world world) {
  return with_world(world, [](ishi::World& its) { return its.cancel_frame(); });
}

ishi_status ishi_world_state_hash(ishi_world world, uint64_t* hash) {
  if (hash == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) { return give(kGood, *hash, its.state_hash()); });
}

ishi_status ishi_scratch_create(ishi_world world, ishi_scratch* scratch) {
  if (scratch == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) {
    ishi::Scratch made;
    if (const ishi::Status status = ishi::Scratch::create(its, made); !status) return said(status);
    ishi_scratch handle{};
    bool is_full = false;
    ScratchObject* const object = scratches().add(handle.index, handle.generation, is_full);
    if (object == nullptr) return said(is_full ? ISHI_TOO_MANY_OBJECTS : ISHI_OUT_OF_MEMORY);
    object->scratch = std::move(made);
    *scratch = handle;
    return said(kGood);
  });
}

ishi_status ishi_scratch_destroy(ishi_scratch scratch) {
  ScratchObject* object = nullptr;
  if (const ishi_status status = find(scratch, object); !is_good(status)) return status;
  if (object->is_used) return said(ISHI_OBJECT_BUSY);
  return scratches().remove(scratch.index, scratch.generation) ? said(kGood) : said(ISHI_STALE_OBJECT);
}

uint32_t ishi_scratch_fits(ishi_scratch scratch, ishi_world world) {
  ScratchObject* object = nullptr;
  WorldObject* its_world = nullptr;
  return is_good(find(scratch, object)) && is_good(find(world, its_world)) &&
                 object->scratch.fits(its_world->world)
             ? 1
             : 0;
}
