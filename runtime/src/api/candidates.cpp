#include "sets/candidates.h"

#include <algorithm>

#include "asset/check.h"
#include "asset/find.h"
#include "asset/limits.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/candidates.h"
#include "ishi/population.h"
#include "ishi/world.h"
#include "population/find.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "population/world_registry.h"
#include "sets/member_value.h"
#include "tape/calls.h"

// The calls by which a game reads and changes candidates.

namespace ishi {

// A set of one owner, and who is woken when a member leaves it.
struct Candidates::Place {
  World::State* world = nullptr;
  const SetTable* table = nullptr;
  uint32_t owner = 0;
  Population::State* population = nullptr;  // whose asset names its fields
};

namespace {

// True if the handle of a member, or of a new one, is of this world; nobody is of every world.
Status check_world(const Candidates::Place& place, Entity candidate) {
  const bool is_ours = candidate == kNobody || candidate.world == place.world->number;
  return is_ours ? Status{} : Status{StatusCode::foreign_handle, candidate.index};
}

// A field of a member, and the row where it lies.
template <typename T>
Status find_field(const Candidates::Place& place, Entity candidate, uint64_t id, const Variable*& field,
                  uint32_t& row) {
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

// Whose set it is, and of which member.
recording::Candidate named(const Candidates::Place& place, EntityId agent, uint32_t team, SetId set,
                           EntityId member) {
  return {recording::id_of(place.table->scope == Scope::agent ? agent : EntityId()), team, 0, set.value,
          recording::id_of(member)};
}

uint32_t population_of(const Candidates::Place& place) {
  return place.table->scope == Scope::agent ? place.population->index : Tape::kWorld;
}

void wake_all(const World::State& world, EntityId gone) {
  for (Population::State* p : world.populations) {
    if (!p->sets.any()) continue;
    for (uint32_t slot = 0; slot < p->capacity; ++slot) wake_who_acts_on(*p, slot, gone);
  }
}

void wake(const Candidates::Place& place, EntityId gone) {
  if (place.table->scope == Scope::agent) {
    wake_who_acts_on(*place.population, place.owner, gone);
  } else {
    wake_all(*place.world, gone);
  }
}

}  // namespace

void withdraw_gone_entities(World::State& world) {
  if (!is_built(Feature::memories)) return;
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

void leave_before_others(World::State& world) {
  withdraw_gone_entities(world);
  for (Population::State* p : world.populations) {
    if (!p->sets.any()) continue;
    const auto options = part(p->asset->tables.options, p->agent->options());
    p->for_each_living([&](uint32_t slot) {
      const uint16_t option = p->option[slot];
      if (option == kNoOption || options[option].set() == kNotFound) return;
      EntityId& candidate = p->sets.candidate[slot];
      const bool is_member = !p->sets.tables[options[option].set()].is_memory && candidate.index != 0;
      if (is_member && p->binding.entities.row_of(candidate, kAnyThing) == 0) candidate.generation &= ~1u;
    });
  }
}

Candidates Population::candidates(Entity agent, SetId set) const {
  Candidates handle;
  handle.cell_ = cell_;
  handle.world_ = world_;
  handle.population_ = index_;
  handle.agent_ = agent;
  handle.set_ = set;
  return handle;
}

Candidates World::candidates(SetId set, TeamId team) const {
  Candidates handle;
  if (state_ == nullptr) return handle;
  handle.cell_ = state_->cell;
  handle.world_ = state_->number;
  handle.team_ = team;
  handle.set_ = set;
  return handle;
}

Status Candidates::find(Place& place) const {
  if (world_ == 0) return kNotCreated;
  World::State* const world = find_world(cell_, world_);
  if (world == nullptr) return {StatusCode::world_gone, 0};
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  if (population_ != kShared) {
    Population population;
    population.cell_ = cell_;
    population.world_ = world_;
    population.index_ = static_cast<uint16_t>(population_);
    uint32_t slot = 0;
    if (Status status = population.slot_of(agent_, slot); !status) return status;
    Population::State& p = *population.state();
    const uint32_t set = find_entry(p.asset->tables.sets_by_id, set_.value);
    if (set == kNotFound || p.sets.tables[set].is_memory) return {StatusCode::unknown_id, set_.value};
    place = {world, &p.sets.tables[set], slot, &p};
    return place.table->scope == Scope::agent ? Status{} : Status{StatusCode::wrong_scope, set_.value};
  }
  for (Population::State* p : world->populations) {
    const uint32_t set = find_entry(p->asset->tables.sets_by_id, set_.value);
    if (set == kNotFound || p->sets.tables[set].is_memory) continue;
    place = {world, &p->sets.tables[set], team_.index, p};
    if (place.table->scope == Scope::agent) return {StatusCode::wrong_scope, set_.value};
    const uint32_t owners = place.table->scope == Scope::team ? world->options.teams : 1;
    return team_.index < owners ? Status{} : Status{StatusCode::out_of_range, team_.index};
  }
  return {StatusCode::unknown_id, set_.value};
}

Status Candidates::find_to_write(Place& place) const {
  if (World::State* const world = find_world(cell_, world_); world != nullptr) {
    if (population_ == kShared && world->is_busy()) return wrong_phase(*world);
    if (population_ != kShared && world->populations[population_]->acts_or_moves())
      return wrong_phase(*world->populations[population_]);
  }
  return find(place);
}

Status Candidates::add(Entity& candidate) const {
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  Place place;
  if (Status status = find_to_write(place); !status) return status;
  if (place.table->has_entities) {
    if (Status status = check_world(place, candidate); !status) return status;
  }
  EntityId id = candidate;
  const Status status = add_candidate(*place.table, place.owner, place.world->entities.view(), id);
  if (status) candidate = place.world->handle_of(id);
  if (status && place.world->tape != nullptr)
    place.world->tape->note(recording::Call::add_candidate, population_of(place),
                            named(place, agent_, team_.index, set_, id));
  return status;
}

Status Candidates::set(std::span<const Entity> entities) const {
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  Place place;
  if (Status status = find_to_write(place); !status) return status;
  EntityId ids[limits::kSharedMembers];
  const uint32_t capacity = place.table->capacity;
  if (entities.size() > capacity) return {StatusCode::set_full, capacity};
  for (size_t i = 0; i < entities.size(); ++i) {
    if (!check_world(place, entities[i])) return {StatusCode::foreign_handle, i};
    ids[i] = entities[i];
  }
  const Status status =
      set_candidates(*place.table, place.owner, place.world->entities.view(), std::span(ids, entities.size()),
                     [&](EntityId gone) { wake(place, gone); });
  if (status && place.world->tape != nullptr)
    place.world->tape->note(recording::Call::set_candidates, population_of(place),
                            named(place, agent_, team_.index, set_, kNobody),
                            std::as_bytes(std::span(ids, entities.size())));
  return status;
}

Status Candidates::withdraw(Entity candidate) const {
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  Place place;
  if (Status status = find_to_write(place); !status) return status;
  if (Status status = check_world(place, candidate); !status) return status;
  const uint32_t member = place.table->find(place.owner, candidate);
  if (candidate == kNobody || member == kNotFound) return {StatusCode::member_unknown, 0};
  place.table->remove(place.owner, member);
  wake(place, candidate);
  if (place.world->tape != nullptr)
    place.world->tape->note(recording::Call::withdraw_candidate, population_of(place),
                            named(place, agent_, team_.index, set_, candidate));
  return {};
}

Status Candidates::list(std::span<Entity> candidates, uint32_t& count) const {
  Place place;
  if (Status status = find(place); !status) return status;
  count = place.table->count[place.owner];
  for (uint32_t i = 0; i < std::min<size_t>(count, candidates.size()); ++i)
    candidates[i] = place.world->handle_of(place.table->entity[place.table->row(place.owner, i)]);
  return {};
}

template <typename T>
Status Candidates::field(Entity candidate, uint64_t id, T& value) const {
  Place place;
  const Variable* field = nullptr;
  uint32_t row = 0;
  if (Status status = find(place); !status) return status;
  if (Status status = find_field<T>(place, candidate, id, field, row); !status) return status;
  in_float_environment([&] { value = read_value<T>(*field, row, place.population->binding.entities); });
  return {};
}

template <typename T>
Status Candidates::set_field(Entity candidate, uint64_t id, const T& value) const {
  Place place;
  const Variable* field = nullptr;
  uint32_t row = 0;
  if (Status status = find_to_write(place); !status) return status;
  if (Status status = find_field<T>(place, candidate, id, field, row); !status) return status;
  in_float_environment([&] { write_value(*field, row, value, place.population->binding.entities); });
  if (place.world->tape != nullptr)
    place.world->tape->note(
        recording::Call::set_candidate_field, population_of(place),
        recording::MemberField(recording::id_of(agent_), team_.index, 0, set_.value,
                               recording::id_of(candidate), id, static_cast<uint32_t>(field->storage),
                               recording::any_value_of(value)));
  return {};
}

template Status Candidates::field(Entity, uint64_t, float&) const;
template Status Candidates::set_field(Entity, uint64_t, const float&) const;
template Status Candidates::field(Entity, uint64_t, int32_t&) const;
template Status Candidates::set_field(Entity, uint64_t, const int32_t&) const;
template Status Candidates::field(Entity, uint64_t, uint8_t&) const;
template Status Candidates::set_field(Entity, uint64_t, const uint8_t&) const;
template Status Candidates::field(Entity, uint64_t, EntityId&) const;
template Status Candidates::set_field(Entity, uint64_t, const EntityId&) const;
template Status Candidates::field(Entity, uint64_t, Vector3&) const;
template Status Candidates::set_field(Entity, uint64_t, const Vector3&) const;

}  // namespace ishi
