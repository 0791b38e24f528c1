#include <bit>
#include <cmath>

#include "built_features.h"
#include "population/population_state.h"

// Checks that a state from a save can be the state of a population.

namespace ishi {
namespace {

bool are_slots_sound(const Population::State& p) {
  const uint32_t words = p.columns.words();
  uint32_t living = 0;
  for (uint32_t word = 0; word < words; ++word)
    living += static_cast<uint32_t>(std::popcount(p.living[word]));
  const PopulationHeader& header = *p.header;
  if (living != header.living || header.first_free > p.capacity) return false;
  if (p.living[words - 1] >> p.capacity % 64 != 0) return false;
  for (uint32_t slot = 0; slot < header.first_free; ++slot) {
    if (!p.lives(slot)) return false;
  }
  // Each entity of a population has a slot of its own, as the entities say, and each slot has one.
  for (uint32_t slot = 0; slot < p.columns.rows(); ++slot) {
    const bool lives = p.lives(slot);
    if (lives ? !p.world->entities.is_alive(p.self[slot]) : p.self[slot] != kNobody) return false;
    if (!lives && p.option[slot] != kNoOption) return false;
  }
  return true;
}

// Candidates that live are of the kinds that their sets take.
bool are_candidates_sound(const Population::State& p) {
  const EntityView entities = p.world->entities.view();
  for (const SetTable& table : p.sets.tables) {
    if (table.is_memory || !table.has_entities || table.things.empty()) continue;
    const uint32_t owners = table.scope == Scope::agent  ? p.columns.rows()
                            : table.scope == Scope::team ? p.world->options.teams
                                                         : 1;
    for (uint32_t owner = 0; owner < owners; ++owner) {
      for (uint32_t member = 0; member < table.count[owner]; ++member) {
        const uint32_t row = table.entity.row_of(table.row(owner, member), entities);
        if (row != 0 && !table.takes({row, entities.generation[row]}, entities)) return false;
      }
    }
  }
  return true;
}

// Operations give finite numbers, but for gates.
bool are_shared_values_sound(const Population::State& p) {
  const auto program = p.program();
  for (uint32_t i = 0; i < p.schedule.shared.size(); ++i) {
    const SharedOperation& shared = p.schedule.shared[i];
    const bool is_gate = program[i].code() == blob::OperationCode::gate;
    for (uint32_t row = 0; row < shared.rows; ++row) {
      const float value = p.shared_values[shared.place + row];
      if (!std::isfinite(value) && !(is_gate && value < 0)) return false;
    }
  }
  return true;
}

}  // namespace

bool Population::State::is_sound() const {
  if (!are_slots_sound(*this)) return false;
  for (const StateColumn& column : columns.list()) {
    if (!is_valid(column, living)) return false;
  }
  if (is_built(Feature::memories) && !are_candidates_sound(*this)) return false;
  return rhythm.is_sound(columns, living, capacity) && are_walks_sound(*this) && senses.are_queries_sound() &&
         are_bodies_sound(*this) && are_shared_values_sound(*this);
}

}  // namespace ishi
