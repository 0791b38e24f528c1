#include "convert.h"
#include "ishi/c_api.h"
#include "objects.h"

// The calls about the contents of a world: entities, columns, claims, events, sounds, the grid.

using namespace ishi::c;

ishi_status ishi_world_spawn(ishi_world world, const ishi_entity_options* options, ishi_entity* entity) {
  if (entity == nullptr) return null_argument(3);
  ishi_entity_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  ishi::EntityOptions cpp;
  cpp.position = to_cpp(given.position);
  cpp.facing = to_cpp(given.facing);
  cpp.thing = ishi::ThingId(given.thing);
  cpp.user = given.user;
  cpp.identity = given.identity;
  return with_world(world, [&](ishi::World& its) {
    ishi::Entity spawned;
    const ishi::Status status = its.spawn_entity(cpp, spawned);
    if (status) *entity = to_c(spawned);
    return status;
  });
}

ishi_status ishi_world_despawn(ishi_world world, ishi_entity entity) {
  return with_world(world, [&](ishi::World& its) { return its.despawn_entity(to_cpp(entity)); });
}

uint32_t ishi_world_is_alive(ishi_world world, ishi_entity entity) {
  WorldObject* object = nullptr;
  return is_good(find(world, object)) && object->world.is_alive(to_cpp(entity)) ? 1 : 0;
}

ishi_status ishi_world_entity_count(ishi_world world, uint32_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) { return give(kGood, *count, its.entity_count()); });
}

ishi_status ishi_world_entity(ishi_world world, ishi_entity_id id, ishi_entity* entity) {
  if (entity == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) {
    *entity = to_c(its.entity(to_cpp(id)));
    return kGood;
  });
}

ishi_status ishi_world_position(ishi_world world, ishi_entity entity, ishi_vector3* position) {
  if (position == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) {
    ishi::Vector3 found;
    const ishi::Status status = its.position(to_cpp(entity), found);
    if (status) *position = to_c(found);
    return status;
  });
}

ishi_status ishi_world_set_position(ishi_world world, ishi_entity entity, ishi_vector3 position) {
  return with_world(world,
                    [&](ishi::World& its) { return its.set_position(to_cpp(entity), to_cpp(position)); });
}

ishi_status ishi_world_facing(ishi_world world, ishi_entity entity, ishi_vector3* facing) {
  if (facing == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) {
    ishi::Vector3 found;
    const ishi::Status status = its.facing(to_cpp(entity), found);
    if (status) *facing = to_c(found);
    return status;
  });
}

ishi_status ishi_world_set_facing(ishi_world world, ishi_entity entity, ishi_vector3 facing) {
  return with_world(world, [&](ishi::World& its) { return its.set_facing(to_cpp(entity), to_cpp(facing)); });
}

ishi_status ishi_world_user(ishi_world world, ishi_entity entity, uint64_t* user) {
  if (user == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) { return its.user(to_cpp(entity), *user); });
}

ishi_status ishi_world_positions(ishi_world world, ishi_column* column) {
  if (column == nullptr) return null_argument(2);
  return with_world(world, [&](ishi::World& its) {
    const ishi::PointColumn found = its.positions();
    *column = {found.x, found.y, found.z, found.size, sizeof(float), ISHI_POINT};
    return kGood;
  });
}

ishi_status ishi_world_facings(ishi_world world, ishi_column* column) {
  if (column == nullptr) return null_argument(2);
  return with_world(world, [&](ishi::World& its) {
    const ishi::PointColumn found = its.facings();
    *column = {found.x, found.y, found.z, found.size, sizeof(float), ISHI_POINT};
    return kGood;
  });
}

ishi_status ishi_world_column(ishi_world world, uint32_t place, uint64_t key, uint32_t type,
                              ishi_column* column) {
  if (column == nullptr) return null_argument(5);
  if (place < ISHI_OF_TEAM || place > ISHI_OF_THING) return said(ISHI_BAD_ENUMERATOR, place);
  return with_world(world, [&](ishi::World& its) {
    return get_column(type, *column, [&](auto& typed) {
      switch (place) {
        case ISHI_OF_TEAM: return its.team_key(key, typed);
        case ISHI_OF_WORLD: return its.world_key(key, typed);
        default: return its.field(key, typed);
      }
    });
  });
}

ishi_status ishi_world_tokens_in_use(ishi_world world, uint64_t token, uint32_t team, uint32_t* count) {
  if (count == nullptr) return null_argument(4);
  return with_world(world, [&](const ishi::World& its) {
    return its.tokens_in_use(ishi::TokenId(token), ishi::TeamId(team), *count);
  });
}

ishi_status ishi_world_keep_tokens(ishi_world world, uint64_t token, uint32_t team, uint32_t count) {
  return with_world(world, [&](ishi::World& its) {
    return its.keep_tokens(ishi::TokenId(token), ishi::TeamId(team), count);
  });
}

ishi_status ishi_world_keep_entity(ishi_world world, ishi_entity entity, uint32_t kept) {
  return with_world(world, [&](ishi::World& its) { return its.keep_entity(to_cpp(entity), kept != 0); });
}

ishi_status ishi_world_claimed_by(ishi_world world, ishi_entity entity, ishi_entity* agent) {
  if (agent == nullptr) return null_argument(3);
  return with_world(world, [&](const ishi::World& its) {
    ishi::Vector3 place;
    const ishi::Status status = its.position(to_cpp(entity), place);
    if (status) *agent = to_c(its.claimed_by(to_cpp(entity)));
    return status;
  });
}

ishi_status ishi_world_post(ishi_world world, const ishi_event_options* options) {
  if (options == nullptr) return null_argument(2);
  ishi_event_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  if (given.target > ISHI_TO_EVERYONE)
    return said(ISHI_BAD_OPTIONS, static_cast<uint64_t>(ishi::BadOption::target));
  ishi::EventOptions cpp;
  cpp.record_bytes = given.record_bytes;
  cpp.event = ishi::EventId(given.event);
  cpp.target = static_cast<ishi::EventTarget>(given.target);
  cpp.team = ishi::TeamId(given.team);
  cpp.agent = to_cpp(given.agent);
  cpp.record = given.record;
  return with_world(world, [&](ishi::World& its) { return its.post(cpp); });
}

ishi_status ishi_world_make_sound(ishi_world world, const ishi_sound_options* options) {
  if (options == nullptr) return null_argument(2);
  ishi_sound_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  ishi::SoundOptions cpp;
  cpp.sound = ishi::SoundId(given.sound);
  cpp.maker = to_cpp(given.maker);
  cpp.elsewhere = given.elsewhere != 0;
  cpp.position = to_cpp(given.position);
  return with_world(world, [&](ishi::World& its) { return its.make_sound(cpp); });
}

ishi_status ishi_world_lost_sounds(ishi_world world, uint64_t* count) {
  if (count == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) { return give(kGood, *count, its.lost_sounds()); });
}

ishi_status ishi_world_create_grid(ishi_world world, const ishi_grid_options* options) {
  if (options == nullptr) return null_argument(2);
  ishi_grid_options given;
  if (const ishi_status status = read_options(options, {}, given); !is_good(status)) return status;
  ishi::GridOptions cpp;
  cpp.columns = given.columns;
  cpp.rows = given.rows;
  cpp.cell = given.cell;
  cpp.origin = to_cpp(given.origin);
  cpp.searches = given.searches;
  return with_world(world, [&](ishi::World& its) { return its.create_grid(cpp); });
}

ishi_status ishi_world_cells(ishi_world world, ishi_cells* cells) {
  if (cells == nullptr) return null_argument(2);
  return with_world(world, [&](ishi::World& its) {
    const ishi::GridCells found = its.cells();
    *cells = {};
    if (found.empty()) return kGood;
    const auto stride =
        found.rows() > 1 ? static_cast<uint32_t>(found.row(1) - found.row(0)) : found.columns();
    *cells = {found.row(0), found.columns(), found.rows(), stride};
    return kGood;
  });
}

ishi_status ishi_world_cells_changed(ishi_world world) {
  return with_world(world, [](ishi::World& its) { return its.cells_changed(); });
}

ishi_status ishi_world_set_cell(ishi_world world, uint32_t column, uint32_t row, uint32_t terrain) {
  if (terrain > ISHI_IMPASSABLE) return said(ISHI_OUT_OF_RANGE, terrain);
  return with_world(
      world, [&](ishi::World& its) { return its.set_cell(column, row, static_cast<uint8_t>(terrain)); });
}

ishi_status ishi_world_cell_of(ishi_world world, ishi_vector3 point, uint32_t* column, uint32_t* row) {
  if (column == nullptr) return null_argument(3);
  if (row == nullptr) return null_argument(4);
  return with_world(world, [&](const ishi::World& its) { return its.cell_of(to_cpp(point), *column, *row); });
}

ishi_status ishi_world_find_paths(ishi_world world, const ishi_path_options* options) {
  ishi_path_options given;
  if (const ishi_status status =
          read_options(options, {.size = 0, .expansions = ishi::PathOptions().expansions}, given);
      !is_good(status))
    return status;
  return with_world(world,
                    [&](ishi::World& its) { return its.find_paths({.expansions = given.expansions}); });
}

ishi_status ishi_world_path_counters(ishi_world world, ishi_path_counters* counters) {
  if (counters == nullptr) return null_argument(2);
  return with_world(world, [&](const ishi::World& its) {
    const ishi::PathCounters found = its.path_counters();
    return write_sized({.size = 0,
                        .searches = found.searches,
                        .expansions = found.expansions,
                        .found = found.found,
                        .unreachable = found.unreachable,
                        .waiting = found.waiting},
                       counters);
  });
}
