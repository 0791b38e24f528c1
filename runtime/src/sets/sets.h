#pragma once

#include <cstdint>

#include "blackboard/set_table.h"
#include "built_features.h"
#include "ishi/population.h"
#include "memory/array.h"
#include "program/binding.h"
#include "views/agents.h"

// The sets that the agents of a population know, and whom they act on. What is each agent's own lies in the
// population's arena, what agents share in that of the population that first brought it into the world.

namespace ishi {

struct Sets {
  Array<SetTable> tables;      // by set of the asset; none: nothing below is there
  Array<Variable> fields;      // for all tables, numbered as in the blob's operations
  Array<uint32_t> things;      // for all tables: the world's index of each kind of thing
  Array<ChoiceState> choices;  // the agent's choices
  Array<uint32_t> needed;      // by choice, one behind the other: the operations that it needs, rising

  // The state, by slot.
  EntityId* candidate = nullptr;  // whom the running option is for, if it is for a set
  EntityId* bound = nullptr;      // whom the body is for that runs
  // Null if no memory ever forgets.
  uint64_t* due = nullptr;        // not above the time at which the next fact is forgotten; kForever: none
  uint64_t* block_due = nullptr;  // not above the least of 64 slots

  [[nodiscard]] bool any() const { return is_built(Feature::memories) && tables.size() != 0; }
};

// Makes an agent that acts on this member look what has become of it. For different slots from any thread.
void wake_who_acts_on(Agents& population, uint32_t slot, EntityId gone);

// Empties the sets of an agent: nobody lives in its slot.
void empty_sets(Agents& population, uint32_t slot);

// A set of the teams or the world that a population has brought; null if none has.
[[nodiscard]] const SetTable* find_shared_set(const Surroundings& world, uint64_t id);

}  // namespace ishi
