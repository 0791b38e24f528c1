#include "senses/in_sight.h"

#include "senses/nearest.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

namespace ishi {
namespace {

template <typename Holds>
bool any_in_sight(const Senses& senses, uint32_t memory, uint32_t slot, EntityId who, Holds&& holds) {
  for (const Sense& sense : senses.senses) {
    if (!sense.occlusion || sense.memory != memory) continue;
    const InSight* const seen = InSightList(senses, sense, slot).find(who);
    if (seen != nullptr && holds(*seen)) return true;
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

InSight* InSightList::find(EntityId who) const {
  for (uint32_t i = 0; i < size_; ++i) {
    if ((*this)[i].who == who) return &(*this)[i];
  }
  return nullptr;
}

void InSightList::add(EntityId who, const SetTable& facts, uint32_t slot) const {
  InSight* place = find(who);
  for (uint32_t i = 0; place == nullptr && i < size_; ++i) {
    if (facts.find(slot, (*this)[i].who) == kNotFound) place = &(*this)[i];
  }
  if (place != nullptr) *place = {.who = who};
}

void InSightList::remove(EntityId who) const {
  if (InSight* const place = find(who); place != nullptr) *place = {};
}

bool is_in_sight(const Agents& p, uint32_t memory, uint32_t slot, EntityId who) {
  return p.binding.entities.row_of(who, kAnyThing) != 0 &&
         any_in_sight(p.senses, memory, slot, who, [](const InSight&) { return true; });
}

bool is_put_off(const Senses& senses, uint32_t memory, uint32_t slot, EntityId who) {
  return any_in_sight(senses, memory, slot, who, [](const InSight& seen) { return seen.put_off != 0; });
}

uint32_t find_farther(const Agents& p, const Sense& sense, uint32_t slot, EntityId who) {
  const EntityView& entities = p.binding.entities;
  const SetTable& table = p.sets.tables[sense.memory];
  const InSightList seen(p.senses, sense, slot);
  Near farthest = near_of(entities, p.self[slot].index, who.index);
  uint32_t found = kNotFound;
  for (uint32_t i = 0; i < seen.size(); ++i) {
    const uint32_t row = entities.row_of(seen[i].who, kAnyThing);
    const uint32_t fact = row == 0 ? kNotFound : table.find(slot, seen[i].who);
    if (fact == kNotFound) continue;
    const Near near = near_of(entities, p.self[slot].index, row);
    if (!farthest.is_before(near)) continue;
    farthest = near;
    found = fact;
  }
  return found;
}

}  // namespace ishi
