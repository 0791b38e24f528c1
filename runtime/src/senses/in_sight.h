#pragma once

#include <cstdint>

#include "blackboard/set_table.h"
#include "ishi/types.h"
#include "senses/senses.h"
#include "sets/sets.h"
#include "views/agents.h"

// The targets in sight of senses that ask the game: those for which it last answered "clear". They keep their
// facts and their awareness in sensings that ask about others in their place. Who is forgotten is out of
// sight.

namespace ishi {

// The facts of an agent that one of its senses has in sight, by number of the fact.
class InSightList {
 public:
  InSightList(const Agents& population, const Sense& sense, uint32_t slot)
      : facts_(population.sets.tables[sense.memory]),
        columns_(population.senses.in_sight[sense.asking]),
        slot_(slot) {}

  // How many facts there are.
  [[nodiscard]] uint32_t size() const { return facts_.count[slot_]; }
  [[nodiscard]] EntityId who(uint32_t fact) const { return facts_.entity[row(fact)]; }
  [[nodiscard]] bool holds(uint32_t fact) const { return columns_.turns[row(fact)] != 0; }
  // In so many sensings in a row others were asked for in its place.
  [[nodiscard]] uint32_t times_put_off(uint32_t fact) const {
    const uint8_t turns = columns_.turns[row(fact)];
    return turns == 0 ? 0 : turns - 1u;
  }

  // It is in sight, and was asked for just now.
  void add(uint32_t fact) const { set(fact, 1, 0); }
  void remove(uint32_t fact) const { set(fact, 0, 0); }
  void remove(EntityId who) const {
    if (const uint32_t fact = facts_.find(slot_, who); fact != kNotFound) remove(fact);
  }
  // Another is asked for in its place. Who waits longer than the count goes keeps the first turn all the
  // same.
  void put_off(uint32_t fact, float seconds) const {
    uint8_t& turns = columns_.turns[row(fact)];
    columns_.seconds[row(fact)] += seconds;
    if (turns != SightColumns::kMostTurns) ++turns;
  }
  // It is asked for now; gives the seconds for which it was put off, for which the next answer counts, too.
  [[nodiscard]] float take_turn(uint32_t fact) const {
    const float seconds = columns_.seconds[row(fact)];
    add(fact);
    return seconds;
  }

 private:
  [[nodiscard]] uint32_t row(uint32_t fact) const { return facts_.row(slot_, fact); }
  void set(uint32_t fact, uint8_t turns, float seconds) const {
    columns_.turns[row(fact)] = turns;
    columns_.seconds[row(fact)] = seconds;
  }

  const SetTable& facts_;
  const SightColumns& columns_;
  uint32_t slot_;
};

// True if a sense has a fact in sight whose entity still exists. `row`: of the fact.
[[nodiscard]] bool is_in_sight(const Agents& population, const SetTable& facts, uint32_t row);
// True if a sense has a fact in sight and asked about others in its last sensing.
[[nodiscard]] bool is_put_off(const SetTable& facts, uint32_t row);

// The fact of whoever is farthest from the agent of all whom the sense has in sight, if that is farther away
// than `who`; kNotFound if it is not.
[[nodiscard]] uint32_t find_farther(const Agents& population, const Sense& sense, uint32_t slot,
                                    EntityId who);

}  // namespace ishi
