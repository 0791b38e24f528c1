#pragma once

#include <cstdint>

#include "ishi/population.h"
#include "views/agents.h"

// What the agents of a population remember, and what becomes of it.

namespace ishi {

// Notices an entity, which is alive and of the memory's kind: a new fact or a refreshed one. In a full memory
// the least confident fact makes room, of several the one that was noticed first. For different slots from
// any thread, while entities and their fields stand still.
// Like `remember` below; `known` is the entity's fact, kNotFound if there is none. Returns the fact's number.
uint32_t remember(Agents& population, uint32_t memory, uint32_t slot, EntityId entity, uint32_t known);
void remember(Agents& population, uint32_t memory, uint32_t slot, EntityId entity);

// The same at a place, of who may be gone, without their fields; gives the fact's row.
uint32_t remember_place(Agents& population, uint32_t memory, uint32_t slot, EntityId entity,
                        const float (&position)[3]);

// Forgets what is known of an entity; false if nothing is. An agent that acts on it is woken. For different
// slots from any thread.
bool forget(Agents& population, uint32_t memory, uint32_t slot, EntityId entity);

// Forgets what nobody has confirmed for long enough, in the order of slots. Linear in capacity / 64 and in
// the facts of the agents who forget one.
void forget_what_is_due(Agents& population, uint64_t now);

// Puts a fact with these times and place at the end of the agent's, which must have room.
uint32_t add_fact(Agents& population, uint32_t memory, uint32_t slot, EntityId entity, int64_t first_seen,
                  int64_t last_seen);

}  // namespace ishi
