#include <algorithm>
#include <cstring>

#include "asset/find.h"
#include "built_features.h"
#include "float_environment.h"
#include "ishi/population.h"
#include "ishi/tools.h"
#include "population/population_state.h"
#include "population/refusals.h"
#include "sets/facts.h"
#include "sets/member_value.h"
#include "tape/calls.h"

// What a game may ask and tell of memories.

namespace ishi {
namespace {

Status check_reading(const Population& population, Entity agent, MemoryId id, uint32_t& slot,
                     uint32_t& memory) {
  if (Status status = population.slot_of(agent, slot); !status) return status;
  if (!is_built(Feature::memories)) return missing(Feature::memories);
  const Population::State& p = *population.state();
  memory = find_entry(p.asset->tables.sets_by_id, id.value);
  const bool is_known = memory != kNotFound && p.sets.tables[memory].is_memory;
  return is_known ? Status{} : Status{StatusCode::unknown_id, id.value};
}

Status check_writing(const Population& population, Entity agent, MemoryId id, uint32_t& slot,
                     uint32_t& memory) {
  if (Status status = population.status(); !status) return status;
  const Population::State& p = *population.state();
  if (p.in_thought() || p.acts_or_moves()) return wrong_phase(p);
  return check_reading(population, agent, id, slot, memory);
}

void note_fact(const Population::State& p, recording::Call call, EntityId agent, MemoryId memory,
               EntityId entity) {
  if (p.world->tape == nullptr) return;
  p.world->tape->note(call, p.index,
                      recording::Fact(recording::id_of(agent), memory.value, recording::id_of(entity)));
}

// A field of a fact, and the row where it lies.
Status find_field(const Population::State& p, uint32_t slot, uint32_t memory, uint32_t fact, uint64_t id,
                  const Variable*& field, uint32_t& row) {
  const SetTable& table = p.sets.tables[memory];
  if (fact >= table.count[slot]) return {StatusCode::member_unknown, fact};
  const auto first = static_cast<size_t>(table.fields.data() - p.sets.fields.data());
  for (size_t i = 0; i < table.fields.size(); ++i) {
    if (p.asset->member_fields[first + i].field->id() != id) continue;
    field = &table.fields[i];
    row = table.row(slot, fact);
    return {};
  }
  return {StatusCode::unknown_id, id};
}

}  // namespace

Status Population::remember(Entity agent, MemoryId memory, Entity entity) {
  uint32_t slot = 0, index = 0;
  if (Status status = check_writing(*this, agent, memory, slot, index); !status) return status;
  State& p = *state();
  const EntityView& entities = p.binding.entities;
  if (Status status = p.world->check(entity); !status) return status;
  if (!p.sets.tables[index].takes(entity, entities)) return {StatusCode::wrong_thing, 0};
  if (p.world->tape != nullptr) p.world->tape->reads({nullptr, 0, entity.index, false});
  in_float_environment([&] { ishi::remember(p, index, slot, entity); });
  note_fact(p, recording::Call::remember, agent, memory, entity);
  return {};
}

Status Population::forget(Entity agent, MemoryId memory, Entity entity) {
  uint32_t slot = 0, index = 0;
  if (Status status = check_writing(*this, agent, memory, slot, index); !status) return status;
  State& p = *state();
  if (entity != kNobody && entity.world != world_) return {StatusCode::foreign_handle, entity.index};
  if (!ishi::forget(p, index, slot, entity)) return {StatusCode::member_unknown, 0};
  note_fact(p, recording::Call::forget, agent, memory, entity);
  return {};
}

Status Tools::restore_fact(Entity agent, MemoryId memory, const FactInfo& fact) {
  uint32_t slot = 0, index = 0;
  if (Status status = check_writing(*this, agent, memory, slot, index); !status) return status;
  State& p = *state();
  const SetTable& table = p.sets.tables[index];
  const EntityView& entities = p.binding.entities;
  if (fact.entity == kNobody) return {StatusCode::stale_handle, 0};
  if (fact.entity.world != world_) return {StatusCode::foreign_handle, fact.entity.index};
  const bool alive = entities.row_of(fact.entity, kAnyThing) != 0;
  if (alive && !table.takes(fact.entity, entities)) return {StatusCode::wrong_thing, 0};
  if (table.find(slot, fact.entity) != kNotFound) return {StatusCode::already_known, 0};
  if (table.count[slot] == table.capacity) return {StatusCode::set_full, 0};
  // No time lies after now, or so far from it that differences would not fit.
  constexpr int64_t kFarthest = 1'000'000'000'000'000;
  const int64_t now = signed_time(p.world->header->time_microseconds);
  const int64_t last_seen = std::clamp(fact.last_seen_microseconds, -kFarthest, now);
  const int64_t first_seen = std::clamp(fact.first_seen_microseconds, -kFarthest, last_seen);
  const uint32_t row = table.row(slot, add_fact(p, index, slot, fact.entity, first_seen, last_seen));
  in_float_environment([&] {
    const float position[3] = {fact.position.x, fact.position.y, fact.position.z};
    for (uint32_t axis = 0; axis < 3; ++axis) table.position[axis][row] = held_component(position[axis], 0);
  });
  if (p.world->tape != nullptr)
    p.world->tape->note(
        recording::Call::restore_fact, p.index,
        recording::RestoredFact(recording::id_of(agent), memory.value, recording::id_of(fact.entity),
                                recording::vector_of(fact.position), 0, fact.first_seen_microseconds,
                                fact.last_seen_microseconds));
  return {};
}

Status Population::facts(Entity agent, MemoryId memory, std::span<FactInfo> facts, uint32_t& count) const {
  uint32_t slot = 0, index = 0;
  if (Status status = check_reading(*this, agent, memory, slot, index); !status) return status;
  const State& p = *state();
  const SetTable& table = p.sets.tables[index];
  count = table.count[slot];
  for (uint32_t i = 0; i < std::min<size_t>(count, facts.size()); ++i) {
    const uint32_t row = table.row(slot, i);
    facts[i] = {p.world->handle_of(table.entity[row]),
                {table.position[0][row], table.position[1][row], table.position[2][row]},
                table.first_seen[row],
                table.last_seen[row]};
  }
  return {};
}

namespace {

// The row of a fact whose memory has awareness.
Status find_fact(const Population::State& p, uint32_t slot, uint32_t memory, uint64_t id, uint32_t fact,
                 uint32_t& row) {
  const SetTable& table = p.sets.tables[memory];
  if (table.awareness == nullptr) return {StatusCode::wrong_type, id};
  if (fact >= table.count[slot]) return {StatusCode::member_unknown, fact};
  row = table.row(slot, fact);
  return {};
}

}  // namespace

Status Population::awareness(Entity agent, MemoryId memory, uint32_t fact, float& awareness) const {
  uint32_t slot = 0, index = 0;
  uint32_t row = 0;
  if (Status status = check_reading(*this, agent, memory, slot, index); !status) return status;
  if (Status status = find_fact(*state(), slot, index, memory.value, fact, row); !status) return status;
  in_float_environment([&] { awareness = held(state()->sets.tables[index].awareness[row], 0, 1, 0); });
  return {};
}

Status Tools::set_awareness(Entity agent, MemoryId memory, uint32_t fact, float awareness) {
  uint32_t slot = 0, index = 0;
  uint32_t row = 0;
  if (Status status = check_writing(*this, agent, memory, slot, index); !status) return status;
  State& p = *state();
  if (Status status = find_fact(p, slot, index, memory.value, fact, row); !status) return status;
  const SetTable& table = p.sets.tables[index];
  in_float_environment([&] {
    table.awareness[row] = held(awareness, 0, 1, 0);
    table.awareness_rest[row] = 0;
    const AwareMemory* const aware = find_aware(p.senses, index);
    if (aware != nullptr) table.told[row] = levels_reached(*aware, table.awareness[row]);
  });
  if (p.world->tape != nullptr)
    p.world->tape->note(recording::Call::set_awareness, p.index,
                        recording::Awareness(recording::id_of(agent), memory.value, fact, awareness));
  return {};
}

template <typename T>
Status Population::fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field, T& value) const {
  uint32_t slot = 0, index = 0;
  uint32_t row = 0;
  const Variable* found = nullptr;
  if (Status status = check_reading(*this, agent, memory, slot, index); !status) return status;
  const State& p = *state();
  if (Status status = find_field(p, slot, index, fact, field, found, row); !status) return status;
  if (found->storage != storage_of_value<T>()) return {StatusCode::wrong_type, field};
  in_float_environment([&] { value = read_value<T>(*found, row, p.binding.entities); });
  return {};
}

template <typename T>
Status Population::set_fact_field(Entity agent, MemoryId memory, uint32_t fact, uint64_t field,
                                  const T& value) {
  uint32_t slot = 0, index = 0;
  uint32_t row = 0;
  const Variable* found = nullptr;
  if (Status status = check_writing(*this, agent, memory, slot, index); !status) return status;
  State& p = *state();
  if (Status status = find_field(p, slot, index, fact, field, found, row); !status) return status;
  if (found->storage != storage_of_value<T>()) return {StatusCode::wrong_type, field};
  in_float_environment([&] { write_value(*found, row, value, p.binding.entities); });
  if (p.world->tape != nullptr)
    p.world->tape->note(
        recording::Call::set_fact_field, p.index,
        recording::MemberField(recording::id_of(agent), 0, fact, memory.value, {}, field,
                               static_cast<uint32_t>(found->storage), recording::any_value_of(value)));
  return {};
}

template Status Population::fact_field(Entity, MemoryId, uint32_t, uint64_t, float&) const;
template Status Population::fact_field(Entity, MemoryId, uint32_t, uint64_t, int32_t&) const;
template Status Population::fact_field(Entity, MemoryId, uint32_t, uint64_t, uint8_t&) const;
template Status Population::fact_field(Entity, MemoryId, uint32_t, uint64_t, EntityId&) const;
template Status Population::fact_field(Entity, MemoryId, uint32_t, uint64_t, Vector3&) const;
template Status Population::set_fact_field(Entity, MemoryId, uint32_t, uint64_t, const float&);
template Status Population::set_fact_field(Entity, MemoryId, uint32_t, uint64_t, const int32_t&);
template Status Population::set_fact_field(Entity, MemoryId, uint32_t, uint64_t, const uint8_t&);
template Status Population::set_fact_field(Entity, MemoryId, uint32_t, uint64_t, const EntityId&);
template Status Population::set_fact_field(Entity, MemoryId, uint32_t, uint64_t, const Vector3&);

}  // namespace ishi
