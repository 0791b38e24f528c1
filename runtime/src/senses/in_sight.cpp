#include "senses/in_sight.h"

#include "senses/nearest.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {
namespace {

// True if a sense has given this fact more turns than so many.
bool has_turns(const SetTable& facts, uint32_t row, uint8_t more_than) {
  for (const SightColumns* sight = facts.sights; sight != nullptr; sight = sight->next) {
    if (sight->turns[row] > more_than) return true;
  }
  return false;
}

Near near_of(const EntityView& entities, uint32_t observer, uint32_t row) {
  float squared = 0;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    const float to = read_axis(entities.position[axis], row) - read_axis(entities.position[axis], observer);
    squared += to * to;
  }
  return {squared, row, squared, kNotFound};
}

}  // namespace

bool is_in_sight(const Agents& p, const SetTable& facts, uint32_t row) {
  return has_turns(facts, row, 0) && p.binding.entities.row_of(facts.entity[row], kAnyThing) != 0;
}

bool is_put_off(const SetTable& facts, uint32_t row) { return has_turns(facts, row, 1); }

uint32_t find_farther(const Agents& p, const Sense& sense, uint32_t slot, EntityId who) {
  const EntityView& entities = p.binding.entities;
  const InSightList seen(p, sense, slot);
  Near farthest = near_of(entities, p.self[slot].index, who.index);
  uint32_t found = kNotFound;
  for (uint32_t i = 0; i < seen.size(); ++i) {
    const uint32_t row = seen.holds(i) ? entities.row_of(seen.who(i), kAnyThing) : 0;
    if (row == 0) continue;
    const Near near = near_of(entities, p.self[slot].index, row);
    if (!farthest.is_before(near)) continue;
    farthest = near;
    found = i;
  }
  return found;
}

}  // namespace ishi
