#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/former_ids.h"
#include "bodies/layout.h"
#include "memory/array.h"

// What of one version of an agent is what of the next one.

namespace ishi {

// By member of an enum of the old asset: the new number, kGone if there is none.
struct EnumMap {
  static constexpr uint16_t kGone = 0xffff;

  std::array<uint16_t, 256> members{};
  bool same = true;  // nothing moves
};

// Indices of the new asset or agent by those of the old one; kNotFound: it is gone, or another one.
struct AgentMap {
  FormerIds former;           // of the new asset's ids
  bool same = false;          // the two assets are the same bytes
  Array<uint32_t> options;    // of the agent
  Array<uint32_t> nodes;      // of the agent, counted from its first
  Array<uint32_t> states;     // of the agent
  Array<uint32_t> steerings;  // of the agent
  Array<uint32_t> profiles;   // of the asset
  Array<uint32_t> events;     // of the asset; with other fields it is another one
  Array<EnumMap> enums;       // of the asset
};

struct AgentVersion {
  const Asset::State& asset;
  const blob::Agent& agent;
  const BodyLayout& layout;
};

// Nodes are found again within parents that are, by what they are and all that stands in and below them;
// then, where just one of a kind and subject is left on either side, by these alone. Options are found by
// their ids, tasks and events are the same if their records are. A task that would run in another lane is
// another one, since its token names it. `map.former` must have been found. False if there is no memory.
// Linear in the operations of the agent's formulas, and quadratic in the children of a node.
[[nodiscard]] bool map_agent(const AgentVersion& from, const AgentVersion& to, AgentMap& map);

// Copies the values of a record whose variables have the same id and type; the others are as they were.
void copy_record(const Tables& from, std::span<const blob::Parameter> from_variables, const std::byte* source,
                 const Tables& to, std::span<const blob::Parameter> to_variables, const AgentMap& map,
                 std::byte* target);

}  // namespace ishi
