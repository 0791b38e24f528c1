#include "sets/candidates.h"

#include <algorithm>

#include "asset/find.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/world.h"
#include "sets/member_value.h"
#include "world/find.h"
#include "world/population_state.h"
#include "world/refusals.h"

// What a game may ask and tell of candidates.

namespace ishi {
namespace {

// A set of one owner, and who is woken when a member leaves it.
struct Place {
  const SetTable* table = nullptr;
  uint32_t owner = 0;
  const Population::State* population = nullptr;  // whose asset names its fields
  uint32_t index = 0;                             // among the sets of that
};

Status find_place(const Population::State* population, uint32_t slot, uint64_t id, Place& place) {
  if (population == nullptr) return kNotCreated;
  const Population::State& p = *population;
  if (slot >= p.capacity) return {StatusCode::out_of_range, slot};
  if (!p.lives(slot)) return {StatusCode::slot_empty, slot};
  const uint32_t set = find_entry(p.asset->tables.sets_by_id, id);
  if (set == kNotFound || p.sets.tables[set].is_memory) return {StatusCode::unknown_id, id};
  place = {&p.sets.tables[set], slot, &p, set};
  return place.table->scope == Scope::agent ? Status{} : Status{StatusCode::wrong_scope, id};
}

Status find_place(const World::State* world, uint64_t id, uint32_t team, Place& place) {
  if (world == nullptr) return kNotCreated;
  for (const Population::State* p : world->populations) {
    const uint32_t set = find_entry(p->asset->tables.sets_by_id, id);
    if (set == kNotFound || p->sets.tables[set].is_memory) continue;
    place = {&p->sets.tables[set], team, p, set};
    if (place.table->scope == Scope::agent) return {StatusCode::wrong_scope, id};
    const uint32_t owners = place.table->scope == Scope::team ? world->options.teams : 1;
    return team < owners ? Status{} : Status{StatusCode::out_of_range, team};
  }
  return {StatusCode::unknown_id, id};
}

Status find_place_to_write(const Population::State* population, uint32_t slot, uint64_t id, Place& place) {
  if (population == nullptr) return kNotCreated;
  if (population->acts_or_moves()) return wrong_phase(*population);
  return find_place(population, slot, id, place);
}

Status find_place_to_write(const World::State* world, uint64_t id, uint32_t team, Place& place) {
  if (world == nullptr) return kNotCreated;
  if (world->is_busy()) return wrong_phase(*world);
  return find_place(world, id, team, place);
}

Status list(const Place& place, std::span<EntityId> candidates, uint32_t& count) {
  count = place.table->count[place.owner];
  for (uint32_t i = 0; i < std::min<size_t>(count, candidates.size()); ++i)
    candidates[i] = place.table->entity[place.table->row(place.owner, i)];
  return {};
}

template <typename Left>
Status withdraw(const Place& place, EntityId candidate, Left&& left) {
  const uint32_t member = place.table->find(place.owner, candidate);
  if (candidate == kNobody || member == kNotFound) return {StatusCode::member_unknown, 0};
  place.table->remove(place.owner, member);
  left(candidate);
  return {};
}

// A field of a member, and the row where it lies.
template <typename T>
Status find_field(const Place& place, EntityId candidate, uint64_t id, const Variable*& field,
                  uint32_t& row) {
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
Status get(const Place& place, EntityId candidate, uint64_t id, T& value) {
  const Variable* field = nullptr;
  uint32_t row = 0;
  if (Status status = find_field<T>(place, candidate, id, field, row); !status) return status;
  in_float_environment([&] { value = read_value<T>(*field, row, place.population->binding.entities); });
  return {};
}

template <typename T>
Status put(const Place& place, EntityId candidate, uint64_t id, const T& value) {
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

Status Population::add_candidate(uint32_t slot, uint64_t set, EntityId& candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, slot, set, place); !status) return status;
  return ishi::add_candidate(*place.table, slot, state_->binding.entities, candidate);
}

Status Population::set_candidates(uint32_t slot, uint64_t set, std::span<const EntityId> entities) {
  Place place;
  if (Status status = find_place_to_write(state_, slot, set, place); !status) return status;
  State& p = *state_;
  return ishi::set_candidates(*place.table, slot, p.binding.entities, entities,
                              [&](EntityId gone) { wake_who_acts_on(p, slot, gone); });
}

Status Population::withdraw_candidate(uint32_t slot, uint64_t set, EntityId candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, slot, set, place); !status) return status;
  return withdraw(place, candidate, [&](EntityId gone) { wake_who_acts_on(*state_, slot, gone); });
}

Status Population::candidates(uint32_t slot, uint64_t set, std::span<EntityId> candidates,
                              uint32_t& count) const {
  Place place;
  if (Status status = find_place(state_, slot, set, place); !status) return status;
  return list(place, candidates, count);
}

template <typename T>
Status Population::candidate_field(uint32_t slot, uint64_t set, EntityId candidate, uint64_t field,
                                   T& value) const {
  Place place;
  if (Status status = find_place(state_, slot, set, place); !status) return status;
  return get(place, candidate, field, value);
}

template <typename T>
Status Population::set_candidate_field(uint32_t slot, uint64_t set, EntityId candidate, uint64_t field,
                                       const T& value) {
  Place place;
  if (Status status = find_place_to_write(state_, slot, set, place); !status) return status;
  return put(place, candidate, field, value);
}

Status World::add_candidate(uint64_t set, uint32_t team, EntityId& candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return ishi::add_candidate(*place.table, team, state_->entities.view(), candidate);
}

Status World::set_candidates(uint64_t set, uint32_t team, std::span<const EntityId> entities) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return ishi::set_candidates(*place.table, team, state_->entities.view(), entities,
                              [&](EntityId gone) { wake_all(*state_, gone); });
}

Status World::withdraw_candidate(uint64_t set, uint32_t team, EntityId candidate) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return withdraw(place, candidate, [&](EntityId gone) { wake_all(*state_, gone); });
}

Status World::candidates(uint64_t set, uint32_t team, std::span<EntityId> candidates, uint32_t& count) const {
  Place place;
  if (Status status = find_place(state_, set, team, place); !status) return status;
  return list(place, candidates, count);
}

template <typename T>
Status World::candidate_field(uint64_t set, uint32_t team, EntityId candidate, uint64_t field,
                              T& value) const {
  Place place;
  if (Status status = find_place(state_, set, team, place); !status) return status;
  return get(place, candidate, field, value);
}

template <typename T>
Status World::set_candidate_field(uint64_t set, uint32_t team, EntityId candidate, uint64_t field,
                                  const T& value) {
  Place place;
  if (Status status = find_place_to_write(state_, set, team, place); !status) return status;
  return put(place, candidate, field, value);
}

template Status Population::candidate_field(uint32_t, uint64_t, EntityId, uint64_t, float&) const;
template Status Population::set_candidate_field(uint32_t, uint64_t, EntityId, uint64_t, const float&);
template Status Population::candidate_field(uint32_t, uint64_t, EntityId, uint64_t, int32_t&) const;
template Status Population::set_candidate_field(uint32_t, uint64_t, EntityId, uint64_t, const int32_t&);
template Status Population::candidate_field(uint32_t, uint64_t, EntityId, uint64_t, uint8_t&) const;
template Status Population::set_candidate_field(uint32_t, uint64_t, EntityId, uint64_t, const uint8_t&);
template Status Population::candidate_field(uint32_t, uint64_t, EntityId, uint64_t, EntityId&) const;
template Status Population::set_candidate_field(uint32_t, uint64_t, EntityId, uint64_t, const EntityId&);
template Status Population::candidate_field(uint32_t, uint64_t, EntityId, uint64_t, Vector3&) const;
template Status Population::set_candidate_field(uint32_t, uint64_t, EntityId, uint64_t, const Vector3&);
template Status World::candidate_field(uint64_t, uint32_t, EntityId, uint64_t, float&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, EntityId, uint64_t, const float&);
template Status World::candidate_field(uint64_t, uint32_t, EntityId, uint64_t, int32_t&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, EntityId, uint64_t, const int32_t&);
template Status World::candidate_field(uint64_t, uint32_t, EntityId, uint64_t, uint8_t&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, EntityId, uint64_t, const uint8_t&);
template Status World::candidate_field(uint64_t, uint32_t, EntityId, uint64_t, EntityId&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, EntityId, uint64_t, const EntityId&);
template Status World::candidate_field(uint64_t, uint32_t, EntityId, uint64_t, Vector3&) const;
template Status World::set_candidate_field(uint64_t, uint32_t, EntityId, uint64_t, const Vector3&);

}  // namespace ishi
