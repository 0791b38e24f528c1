#pragma once

#include <cstdint>

#include "ishi/moves.h"
#include "navigation/walks.h"
#include "views/agents.h"

// What walkers do in each frame with the ways that they have. In the promised floating-point environment.

namespace ishi {

enum class WalkOutcome : uint8_t { running, arrived, failed };

// A look at an agent for which the node `node` (of the asset) walks to `place`, or away from it: it asks for
// a way, follows the one that it has, and says whether it is there.
//
// * To a place: the agent has arrived in its cell, or within half a cell of it. If the place comes to lie in
//   another cell, another way is asked for and the old one is walked on; a search that goes on for the place
//   as it was ends first, and its way is walked. At the end of a way that does not lead to the place it asks
//   again; one that brings it no nearer fails.
// * Away from one: the place counts as it is at the beginning; the agent has arrived at the end of its way.
// * Without a grid, or outside of it, it fails.
//
// Each slot on one thread at a time.
[[nodiscard]] WalkOutcome walk(Agents& population, uint32_t slot, uint32_t node, const float (&place)[3]);

// True if such a look of the node that walks would find that the agent stands in the cell of its way where it
// stood before, and change nothing.
[[nodiscard]] bool stays_on_way(const Agents& population, uint32_t slot, const float (&place)[3]);

// True if such a look would find that the agent has arrived, as far as that needs no other way. Writes
// nothing.
[[nodiscard]] bool has_arrived(const Agents& population, uint32_t slot, uint32_t node,
                               const float (&place)[3]);

// The centre of the cell that the walker is to go to next, at its own height; false if there is none.
[[nodiscard]] bool way_point(const Agents& population, uint32_t slot, float (&at)[3]);

// True if the agent walks, also while it waits for its way.
[[nodiscard]] inline bool is_walking(const Agents& population, uint32_t slot) {
  return population.walks.any() && population.walks.states[slot].node != kNotFound;
}

// The move of an agent that walks and does not steer: straight for its way point, as fast as its class walks;
// it stands while it has none.
void head_for_way_point(const Agents& population, uint32_t slot, Move& move);

// The class of whoever waits for a search of the grid; null if nobody does any more.
[[nodiscard]] const Travel* travel_of_search(const Surroundings& world, uint32_t search);
// Those of a population who share a search wait for another one: this one ends without an answer.
void wait_again(const Agents& population, uint32_t search);
// Finds ways for those who ask, from at most `expansions` cells in all.
void find_paths(Surroundings& world, uint32_t expansions);

}  // namespace ishi
