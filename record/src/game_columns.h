#pragma once

#include <cstddef>
#include <cstdint>

#include "population/population_state.h"
#include "population/world_state.h"

// The columns that a game may write, in the order by which recordings name them (schemas/recording.fbs).

namespace ishi::record {

enum class ColumnKind : uint8_t {
  own,      // a key or level of agents
  blocked,  // masks of directions, which only moving reads
  place,    // of entities, which stand still during a frame
  shared,   // a key of teams or the world
  field     // of entities
};

struct GameColumn {
  std::byte* data = nullptr;
  uint32_t width = 0;  // bytes of a row
  uint32_t rows = 0;
  ColumnKind kind = ColumnKind::own;
  uint32_t owner = kAnyThing;  // of a field: the kind of thing in whose rows alone it is read
  uint32_t key = kNotFound;    // of a population's own keys: which
};

template <typename Visitor>
void for_each_axis(const Variable& variable, uint32_t rows, ColumnKind kind, uint32_t key, Visitor&& visit) {
  for (uint32_t axis = 0; axis < variable.column_count(); ++axis)
    visit(GameColumn{static_cast<std::byte*>(variable.columns[axis]),
                     static_cast<uint32_t>(width_of(variable.storage)), rows, kind, variable.owner, key});
}

// Those of a population.
template <typename Visitor>
void for_each_column(const Population::State& p, Visitor&& visit) {
  for (uint32_t key = 0; key < p.keys.size(); ++key) {
    if (p.keys[key].scope == Scope::agent)
      for_each_axis(p.keys[key], p.capacity, ColumnKind::own, key, visit);
  }
  for (float* const level : p.levels.columns) {
    if (level != nullptr)
      visit(GameColumn{reinterpret_cast<std::byte*>(level), sizeof(float), p.capacity, ColumnKind::own});
  }
  if (p.steering.blocked != nullptr)
    visit(GameColumn{reinterpret_cast<std::byte*>(p.steering.blocked), sizeof(uint64_t), p.capacity,
                     ColumnKind::blocked});
}

// Those of the world.
template <typename Visitor>
void for_each_column(const World::State& world, Visitor&& visit) {
  for (float* const* const axes : {world.entities.position, world.entities.facing}) {
    for (uint32_t axis = 0; axis < 3; ++axis)
      visit(GameColumn{reinterpret_cast<std::byte*>(axes[axis]), sizeof(float), world.entities.rows(),
                       ColumnKind::place});
  }
  for (const Population::State* p : world.populations) {
    for (const Variable& key : p->keys) {
      if (key.scope == Scope::agent || !p->shared_arena.holds(key.columns[0])) continue;
      for_each_axis(key, key.scope == Scope::team ? world.options.teams : 1, ColumnKind::shared, kNotFound,
                    visit);
    }
    for (const uint32_t field : p->brought_fields)
      for_each_axis(p->fields[field], world.entities.rows(), ColumnKind::field, kNotFound, visit);
  }
}

}  // namespace ishi::record
