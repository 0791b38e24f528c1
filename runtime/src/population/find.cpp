#include "population/find.h"

#include "asset/find.h"
#include "population/population_state.h"

namespace ishi {

const Variable* find_shared_key(const World::State& world, uint64_t id) {
  for (const Population::State* population : world.populations) {
    const uint32_t index = find_entry(population->asset->tables.keys_by_id, id);
    if (index != kNotFound && population->keys[index].scope != Scope::agent) return &population->keys[index];
  }
  return nullptr;
}

const Variable* find_field(const World::State& world, uint64_t thing, uint32_t place) {
  for (const Population::State* population : world.populations) {
    const Tables& tables = population->asset->tables;
    const uint32_t index = find_entry(tables.things_by_id, thing);
    if (index != kNotFound) return &population->fields[tables.things[index].fields().first() + place];
  }
  return nullptr;
}

const Variable* find_field(const World::State& world, uint64_t id) {
  for (const Population::State* population : world.populations) {
    const auto fields = population->asset->tables.fields;
    for (size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].id() == id) return &population->fields[i];
    }
  }
  return nullptr;
}

}  // namespace ishi
