#include "sets/candidates.h"

#include <algorithm>

#include "asset/find.h"
#include "asset/limits.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/world.h"
#include "population/find.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "sets/member_value.h"

// What a game may ask and tell of candidates.

namespace ishi {
namespace {

// A set of one owner, and who is woken when a member leaves it.
struct Place {
  const World::State* world = nullptr;
  const SetTable* table = nullptr;
  uint32_t owner = 0;
  const Population::State* population = nullptr;  // whose asset names its fields
  uint32_t index = 0;                             // among the sets of that
};

Status find_place(const Population& population, Entity agent, uint64_t id, Place& place) {
  uint32_t slot = 0;
  if (Status status = population.slot_of(agent, slot); !status) return status;
  const Population::State& p = *population.state();
  const uint32_t set = find_entry(p.asset->tables.sets_by_id, id);
  if (set == kNotFound || p.sets.tables[set].is_memory) return {StatusCode::unknown_id, id};
  place = {p.world, &p.sets.tables[set], slot, &p, set};
  return place.table->scope == Scope::agent ? Status{} : Status{StatusCode::wrong_scope, id};
}

Status find_place(const World::State* world, uint64_t id, uint32_t team, Place& place) {
  if (world == nullptr) return kNotCreated;
  for (const Population::State* p : world->populations) {
    const uint32_t set = find_entry(p->asset->tables.sets_by_id, id);
    if (set == kNotFound || p->sets.tables[set].is_memory) continue;
    place = {world, &p->sets.tables[set], team, p, set};
    if (place.table->scope == Scope::agent) return {StatusCode::wrong_scope, id};
    const uint32_t owners = place.table->scope == Scope::team ? world->options.teams : 1;
    return team < owners ? Status{} : Status{StatusCode::out_of_range, team};
  }
  return {StatusCode::unknown_id, id};
}

Status find_place_to_write(const Population& population, Entity agent, uint64_t id, Place& place) {
  if (Status status = population.status(); !status) return status;
  if (population.state()->acts_or_moves()) return wrong_phase(*population.state());
  return find_place(population, agent, id, place);
}

Status find_place_to_write(const World::State* world, uint64_t id, uint32_t team, Place& place) {
  if (world == nullptr) return kNotCreated;
  if (world->is_busy()) return wrong_phase(*world);
  return find_place(world, id, team, place);
}

// True if the handle of a member, or of a new one, is of this world; nobody is of every world.
Status check_world(const Place& place, Entity candidate) {
  const bool is_ours = candidate == kNobody || candidate.world == place.world->number;
  return is_ours ? Status{} : Status{StatusCode::foreign_handle, candidate.index};
}

Status add(const Place& place, Entity& candidate) {
  if (place.table->has_entities) {
    if (Status status = check_world(place, candidate); !status) return status;
  }
  EntityId id = candidate;
  const Status status = add_candidate(*place.table, place.owner, place.world->entities.view(), id);
  if (status) candidate = place.world->handle_of(id);
  return status;
}

template <typename Left>
Status set_all(const Place& place, std::span<const Entity> entities, Left&& left) {
  EntityId ids[limits::kSharedMembers];
  const uint32_t capacity = place.table->capacity;
  if (entities.size() > capacity) return {StatusCode::set_full, capacity};
  for (size_t i = 0; i < entities.size(); ++i) {
    if (!check_world(place, entities[i])) return {StatusCode::foreign_handle, i};
    ids[i] = entities[i];
  }
  return set_candidates(*place.table, place.owner, place.world->entities.view(),
                        std::span(ids, entities.size()), left);
}

Status list(const Place& place, std::span<Entity> candidates, uint32_t& count) {
  count = place.table->count[place.owner];
  for (uint32_t i = 0; i < std::min<size_t>(count, candidates.size()); ++i)
    candidates[i] = place.world->handle_of(place.table->entity[place.table->row(place.owner, i)]);
  return {};
}

template <typename Left>
Status withdraw(const Place& place, Entity candidate, Left&& left) {
  if (Status status = check_world(place, candidate); !status) return status;
  const uint32_t member = place.table->find(place.owner, candidate);
  if (candidate == kNobody || member == kNotFound) return {StatusCode::member_unknown, 0};
  place.table->remove(place.owner, member);
  left(candidate);
  return {};
}

// A field of a member, and the row where it lies.
template <typename T>
Status find_field(const Place& place, Entity candidate, uint64_t id, const Variable*& field, uint32_t& row) {
  if (Status status = check_world(place, candidate); !status) return status;
  const SetTable& table = *place.table;
  const Population::State& p = *place.population;
  const uint32_t member = table.find(place.owner, candidate);
  if (candidate == kNobody || member == kNotFound) return {StatusCode::member_unknown, 0};
  const auto first = static_cast<size_t>(table.fields.data() - p.sets.fields.data());
  for (size_t i = 0; i < table.fields.size(); ++i) {
    if (p.asset->member_fields[first + i].field->id() != id) continue;
    field = &table.fields[i];
    row = table.row(place.owner, member);
    return field->storage == storage_of_value<T>() ? Status{} : Status{StatusCode::wrong_type, id};
  }
  return {StatusCode::unknown_id, id};
}

template <typename T>
Status get(const Place& place, Entity candidate, uint64_t id, T& value) {
  const Variable* field = nullptr;
  uint32_t row = 0;
  if (Status status = find_field<T>(place, candidate, id, field, row); !status) return status;
  in_float_environment([&] { value = read_value<T>(*field, row, place.population->binding.entities); });
  return {};
}

template <typename T>
Status put(const Place& place, Entity candidate, uint64_t id, const T& value) {
  const Variable* field = nullptr;
  uint32_t row = 0;
  if (Status status = find_field<T>(place, candidate, id, field, row); !status) return status;
  in_float_environment([&] { write_value(*field, row, value, place.population->binding.entities); });
  return {};
}

void wake_all(const World::State& world, EntityId gone) {
  for (Population::State* p : world.populations) {
    if (!p->sets.any()) continue;
    for (uint32_t slot = 0; slot < p->capacity; ++slot) wake_who_acts_on(*p, slot, gone);
  }
}

}  // namespace

void withdraw_gone_entities(World::State& world) {
  for (Population::State* p : world.populations) {
    const EntityView& entities = p->binding.entities;
    for (const SetTable& table : p->sets.tables) {
      if (table.is_memory || !table.has_entities) continue;
      if (table.scope == Scope::agent) {
        for (uint32_t slot = 0; slot < p->capacity; ++slot)
          withdraw_gone(table, slot, entities, [&](EntityId gone) { wake_who_acts_on(*p, slot, gone); });
      } else {
        for (uint32_t owner = 0; owner < table.stride; ++owner)
          withdraw_gone(table, owner, entities, [&](EntityId gone) { wake_all(world, gone); });
      }
    }
  }
}

Status Population::add_candidate(Entity agent, uint64_t set, Entity& candidate) {
  Place place;
  if (Status status = find_place_to_write(*this, agent, set, place); !status) return status;
  return add(place, candidate);
}

Status Population::set_candidates(Entity agent, uint64_t set, std::span<const Entity> entities) {
  Place place;
  if (Status status = find_place_to_write(*this, agent, set, place); !status) return status;
  State& p = *state();
  return set_all(place, entities, [&](EntityId gone) { wake_who_acts_on(p, place.owner, gone); });
}

Status Population::withdraw_candidate(Entity agent, uint64_t set, Entity candidate) {
  Place place;
  if (Status status = find_place_to_write(*this, agent, set, place); !status) return status;
  return withdraw(place, candidate, [&](EntityId gone) { wake_who_acts_on(*state(), place.owner, gone); });
}

Status Population::candidates(Entity agent, uint64_t set, std::span<Entity> candidates,
                              uint32_t& count) const {
  Place place;
  if (Status status = find_place(*this, agent, set, place); !status) return status;
  return list(place, candidates, count);
}

template <typename T>
Status Population::candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                   T& value) const {
  Place place;
  if (Status status = find_place(*this, agent, set, place); !status) return status;
  return get(place, candidate, field, value);
}

template <typename T>
Status Population::set_candidate_field(Entity agent, uint64_t set, Entity candidate, uint64_t field,
                                       const T& value) {
  Place place;
  if (Status status = find_place_to_write(*this, agent, set, place); !status) return status;
  return put(place, candidate, field, value);
}

Status World::add_candidate(uint64_t set, uint32_t team, Entity& candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return add(place, candidate);
}

Status World::set_candidates(uint64_t set, uint32_t team, std::span<const Entity> entities) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return set_all(place, entities, [&](EntityId gone) { wake_all(*state_, gone); });
}

Status World::withdraw_candidate(uint64_t set, uint32_t team, Entity candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return withdraw(place, candidate, [&](EntityId gone) { wake_all(*state_, gone); });
}

Status World::candidates(uint64_t set, uint32_t team, std::span<Entity> candidates, uint32_t& count) const {
  Place place;
  if (Status status = find_place(state_, set, team, place); !status) return status;
  return list(place, candidates, count);
}

template <typename T>
Status World::candidate_field(uint64_t set, uint32_t team, Entity candidate, uint64_t field, T& value) const {
  Place place;
  if (Status status = find_place(state_, set, team, place); !status) return status;
  return get(place, candidate, field, value);
}

template <typename T>
Status World::set_candidate_field(uint64_t set, uint32_t team, Entity candidate, uint64_t field,
                                  const T& value) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return put(place, candidate, field, value);
}

template Status Population::candidate_field(Entity, uint64_t, Entity, uint64_t, float&) const;
template Status Population::set_candidate_field(Entity, uint64_t, Entity, uint64_t, const float&);
template Status Population::candidate_field(Entity, uint64_t, Entity, uint64_t, int32_t&) const;
template Status Population::set_candidate_field(Entity, uint64_t, Entity, uint64_t, const int32_t&);
template Status Population::candidate_field(Entity, uint64_t, Entity, uint64_t, uint8_t&) const;
template Status Population::set_candidate_field(Entity, uint64_t, Entity, uint64_t, const uint8_t&);
template Status Population::candidate_field(Entity, uint64_t, Entity, uint64_t, EntityId&) const;
template Status Population::set_candidate_field(Entity, uint64_t, Entity, uint64_t, const EntityId&);
template Status Population::candidate_field(Entity, uint64_t, Entity, uint64_t, Vector3&) const;
template Status Population::set_candidate_field(Entity, uint64_t, Entity, uint64_t, const Vector3&);
template Status World::candidate_field(uint64_t, uint32_t, Entity, uint64_t, float&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, Entity, uint64_t, const float&);
template Status World::candidate_field(uint64_t, uint32_t, Entity, uint64_t, int32_t&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, Entity, uint64_t, const int32_t&);
template Status World::candidate_field(uint64_t, uint32_t, Entity, uint64_t, uint8_t&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, Entity, uint64_t, const uint8_t&);
template Status World::candidate_field(uint64_t, uint32_t, Entity, uint64_t, EntityId&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, Entity, uint64_t, const EntityId&);
template Status World::candidate_field(uint64_t, uint32_t, Entity, uint64_t, Vector3&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, Entity, uint64_t, const Vector3&);

}  // namespace ishi
