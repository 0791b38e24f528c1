#include "population/world_state.h"

#include "asset/find.h"
#include "navigation/grid_state.h"
#include "population/population_state.h"
#include "population/world_registry.h"
#include "tape/tape.h"

namespace ishi {

Surroundings::Surroundings(ClaimTable& claims_of, const Array<Agents*>& all)
    : claims(claims_of), everybody(all) {}
Surroundings::~Surroundings() = default;

World::State::~State() {
  leave_world(*this);
  if (tape != nullptr) tape->lost_world();
  for (Population::State* population : populations) destroy(population);
}

void World::State::follow_time() {
  time_seconds = static_cast<float>(static_cast<double>(header->time_microseconds) / 1e6);
}

uint32_t World::State::find_thing(uint64_t id) const {
  for (const Population::State* population : populations) {
    const uint32_t index = find_entry(population->asset->tables.things_by_id, id);
    if (index != kNotFound) return population->things[index];
  }
  return kAnyThing;
}

void World::State::reset_fields(uint32_t row) {
  for (const Population::State* population : populations) {
    for (const uint32_t field : population->brought_fields) population->fields[field].reset(row);
  }
}

}  // namespace ishi
