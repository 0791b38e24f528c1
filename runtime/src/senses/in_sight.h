#pragma once

#include <cstdint>

#include "blackboard/set_table.h"
#include "ishi/types.h"
#include "senses/senses.h"
#include "views/agents.h"

// The targets in sight of senses that ask the game: those for which it last answered "clear". They keep their
// facts and their awareness in sensings that ask about others in their place.

namespace ishi {

// The targets in sight of one sense of an agent. Places may be free; no target has two.
class InSightList {
 public:
  InSightList(const Senses& senses, const Sense& sense, uint32_t slot)
      : first_(senses.in_sight + size_t{sense.first_waiting} * senses.stride + slot),
        stride_(senses.stride),
        size_(sense.capacity) {}

  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] InSight& operator[](uint32_t place) const { return first_[size_t{place} * stride_]; }
  // Null if they are not in sight. Linear in the places.
  [[nodiscard]] InSight* find(EntityId who) const;
  // They are in sight, were asked for just now, and are a fact of the agent, as all are who keep their place.
  void add(EntityId who, const SetTable& facts, uint32_t slot) const;
  void remove(EntityId who) const;

 private:
  InSight* first_;
  size_t stride_;
  uint32_t size_;
};

// True if a sense that fills this memory has the target in sight, and the target still exists.
[[nodiscard]] bool is_in_sight(const Agents& population, uint32_t memory, uint32_t slot, EntityId who);
// True if a sense that fills this memory has the target in sight and asked about others in its last sensing.
[[nodiscard]] bool is_put_off(const Senses& senses, uint32_t memory, uint32_t slot, EntityId who);

// The fact of whoever is farthest from the agent of all whom the sense has in sight, if that is farther away
// than `who`; kNotFound if it is not.
[[nodiscard]] uint32_t find_farther(const Agents& population, const Sense& sense, uint32_t slot,
                                    EntityId who);

}  // namespace ishi
