#pragma once

#include <cstdint>
#include <span>

#include "blackboard/set_table.h"
#include "ishi/status.h"

// What becomes of candidates, of one owner of a set.

namespace ishi {

// Takes a member in, at the end. Of a set of entities `candidate` is an entity that is alive; else it becomes
// the handle of the new member. stale_handle, wrong_thing, already_known, set_full.
Status add_candidate(const SetTable& table, uint32_t owner, const EntityView& entities, EntityId& candidate);
// Makes these entities, each once, the members in this order. Who was a member keeps its fields.
// `left(entity)` is called for each that is no member any more. As above, and nothing changes then.
template <typename Left>
Status set_candidates(const SetTable& table, uint32_t owner, const EntityView& entities,
                      std::span<const EntityId> wanted, Left&& left);
// Takes out the members whose entities are gone; calls `left(entity)` for each.
template <typename Left>
void withdraw_gone(const SetTable& table, uint32_t owner, const EntityView& entities, Left&& left);

// That all of them may be members together.
[[nodiscard]] Status check_candidates(const SetTable& table, const EntityView& entities,
                                      std::span<const EntityId> wanted);

template <typename Left>
Status set_candidates(const SetTable& table, uint32_t owner, const EntityView& entities,
                      std::span<const EntityId> wanted, Left&& left) {
  if (Status status = check_candidates(table, entities, wanted); !status) return status;
  for (uint32_t i = table.count[owner]; i-- > 0;) {
    const EntityId member = table.entity[table.row(owner, i)];
    bool stays = false;
    for (const EntityId one : wanted) stays = stays || one == member;
    if (stays) continue;
    table.remove(owner, i);
    left(member);
  }
  for (uint32_t i = 0; i < wanted.size(); ++i) {
    uint32_t at = table.find(owner, wanted[i]);
    if (at == kNotFound) {
      at = table.count[owner]++;
      table.entity.set(table.row(owner, at), wanted[i]);
    }
    for (; at > i; --at) table.swap_rows(table.row(owner, at), table.row(owner, at - 1));
  }
  return {};
}

template <typename Left>
void withdraw_gone(const SetTable& table, uint32_t owner, const EntityView& entities, Left&& left) {
  for (uint32_t i = table.count[owner]; i-- > 0;) {
    const EntityId member = table.entity[table.row(owner, i)];
    if (entities.row_of(member, kAnyThing) != 0) continue;
    table.remove(owner, i);
    left(member);
  }
}

}  // namespace ishi
