#include <type_traits>

#include "asset/find.h"
#include "ishi/world.h"
#include "population/find.h"
#include "population/refusals.h"

// Columns given out to the game, if the type that it asks for is the one that is stored.

namespace ishi {
namespace {

template <typename T>
constexpr Storage storage_of_values() {
  if constexpr (std::is_same_v<T, float>) return Storage::number;
  if constexpr (std::is_same_v<T, int32_t>) return Storage::integer;
  if constexpr (std::is_same_v<T, uint8_t>) return Storage::byte;
  if constexpr (std::is_same_v<T, EntityId>) return Storage::entity;
}

template <typename T>
Status give(const Variable& variable, uint64_t id, uint32_t rows, Column<T>& column) {
  if (variable.storage != storage_of_values<T>()) return {StatusCode::wrong_type, id};
  column = Column<T>(static_cast<T*>(variable.columns[0]), rows);
  return {};
}

Status give(const Variable& variable, uint64_t id, uint32_t rows, PointColumn& column) {
  if (variable.storage != Storage::vector) return {StatusCode::wrong_type, id};
  column = {static_cast<float*>(variable.columns[0]), static_cast<float*>(variable.columns[1]),
            static_cast<float*>(variable.columns[2]), rows};
  return {};
}

template <typename AnyColumn>
Status agent_column(const Population& population, uint64_t id, AnyColumn& column) {
  if (Status status = population.status(); !status) return status;
  const Population::State& p = *population.state();
  const uint32_t index = find_entry(p.asset->tables.keys_by_id, id);
  if (index == kNotFound) return {StatusCode::unknown_id, id};
  const Variable& key = p.keys[index];
  if (key.scope != Scope::agent) return {StatusCode::wrong_scope, id};
  return give(key, id, p.capacity, column);
}

template <typename AnyColumn>
Status shared_column(const World::State* created, uint64_t id, Scope scope, AnyColumn& column) {
  if (created == nullptr) return kNotCreated;
  const World::State& world = *created;
  const Variable* const key = find_shared_key(world, id);
  if (key == nullptr) {
    for (const Population::State* population : world.populations) {
      const bool of_agents = find_entry(population->asset->tables.keys_by_id, id) != kNotFound;
      if (of_agents) return {StatusCode::wrong_scope, id};
    }
    return {StatusCode::unknown_id, id};
  }
  if (key->scope != scope) return {StatusCode::wrong_scope, id};
  return give(*key, id, scope == Scope::team ? world.options.teams : 1, column);
}

template <typename AnyColumn>
Status field_column(const World::State* created, uint64_t id, AnyColumn& column) {
  if (created == nullptr) return kNotCreated;
  const World::State& world = *created;
  const Variable* const field = find_field(world, id);
  if (field == nullptr) return {StatusCode::unknown_id, id};
  return give(*field, id, world.entities.rows(), column);
}

}  // namespace

template <typename T>
Status Population::column(uint64_t key, Column<T>& column) {
  return agent_column(*this, key, column);
}
Status Population::levels(MotiveId motive, Column<float>& column) {
  if (Status status = this->status(); !status) return status;
  const uint32_t index = find_entry(state()->asset->tables.motives_by_id, motive.value);
  if (index == kNotFound) return {StatusCode::unknown_id, motive.value};
  float* const levels = state()->levels.columns[index];
  if (levels == nullptr) return {StatusCode::wrong_type, motive.value};
  column = Column<float>(levels, state()->capacity);
  return {};
}

Status Population::column(uint64_t key, PointColumn& column) { return agent_column(*this, key, column); }

template <typename T>
Status World::field(uint64_t field, Column<T>& column) {
  return field_column(state_, field, column);
}
Status World::field(uint64_t field, PointColumn& column) { return field_column(state_, field, column); }

template <typename T>
Status World::world_key(uint64_t key, Column<T>& column) {
  return shared_column(state_, key, Scope::world, column);
}
Status World::world_key(uint64_t key, PointColumn& column) {
  return shared_column(state_, key, Scope::world, column);
}

template <typename T>
Status World::team_key(uint64_t key, Column<T>& column) {
  return shared_column(state_, key, Scope::team, column);
}
Status World::team_key(uint64_t key, PointColumn& column) {
  return shared_column(state_, key, Scope::team, column);
}

template Status Population::column(uint64_t, Column<float>&);
template Status Population::column(uint64_t, Column<int32_t>&);
template Status Population::column(uint64_t, Column<uint8_t>&);
template Status Population::column(uint64_t, Column<EntityId>&);
template Status World::field(uint64_t, Column<float>&);
template Status World::field(uint64_t, Column<int32_t>&);
template Status World::field(uint64_t, Column<uint8_t>&);
template Status World::field(uint64_t, Column<EntityId>&);
template Status World::world_key(uint64_t, Column<float>&);
template Status World::world_key(uint64_t, Column<int32_t>&);
template Status World::world_key(uint64_t, Column<uint8_t>&);
template Status World::world_key(uint64_t, Column<EntityId>&);
template Status World::team_key(uint64_t, Column<float>&);
template Status World::team_key(uint64_t, Column<int32_t>&);
template Status World::team_key(uint64_t, Column<uint8_t>&);
template Status World::team_key(uint64_t, Column<EntityId>&);

}  // namespace ishi
