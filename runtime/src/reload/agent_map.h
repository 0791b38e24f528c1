#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "asset/former_ids.h"
#include "bodies/layout.h"
#include "memory/array.h"

// Maps the parts of an agent in the old asset to its parts in the new asset.

namespace ishi {

// For each member of an enum of the old asset: its number in the new asset, or kGone.
struct EnumMap {
  static constexpr uint16_t kGone = 0xffff;

  std::array<uint16_t, 256> members{};
  bool same = true;  // every member keeps its number
};

// For each index of the old asset or agent, the index in the new one; kNotFound if the part is gone or has
// changed.
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

// A node is matched if its parent is matched and its kind, subject and everything below it are equal; then
// single nodes that are left with the same kind and subject on both sides are matched. Options are matched by
// id. Tasks and events match if their records do. A task in another lane does not match, since its token
// names the lane. `map.former` must be filled. Returns false if memory runs out. Linear in the operations of
// the agent's formulas, and quadratic in the children of a node.
[[nodiscard]] bool map_agent(const AgentVersion& from, const AgentVersion& to, AgentMap& map);

// Copies the values of a record whose variables have the same id and type; the others are as they were.
void copy_record(const Tables& from, std::span<const blob::Parameter> from_variables, const std::byte* source,
                 const Tables& to, std::span<const blob::Parameter> to_variables, const AgentMap& map,
                 std::byte* target);

}  // namespace ishi
