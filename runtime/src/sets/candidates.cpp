#include "sets/candidates.h"

namespace ishi {
namespace {

Status check_one(const SetTable& table, const EntityView& entities, EntityId entity) {
  if (!table.has_entities) return {StatusCode::wrong_thing, 0};
  if (entities.row_of(entity, kAnyThing) == 0) return {StatusCode::stale_handle, 0};
  return table.takes(entity, entities) ? Status{} : Status{StatusCode::wrong_thing, 0};
}

}  // namespace

Status add_candidate(const SetTable& table, uint32_t owner, const EntityView& entities, EntityId& candidate) {
  if (table.has_entities) {
    if (Status status = check_one(table, entities, candidate); !status) return status;
    if (table.find(owner, candidate) != kNotFound) return {StatusCode::already_known, 0};
  }
  if (table.count[owner] == table.capacity) return {StatusCode::set_full, table.capacity};
  if (!table.has_entities) {
    // Handles begin anew after four thousand million; those that are in use are left out.
    do {
      candidate = {0, ++table.serial[owner]};
    } while (candidate == kNobody || table.find(owner, candidate) != kNotFound);
  }
  table.entity.set(table.row(owner, table.count[owner]++), candidate);
  return {};
}

Status check_candidates(const SetTable& table, const EntityView& entities, std::span<const EntityId> wanted) {
  if (wanted.size() > table.capacity) return {StatusCode::set_full, table.capacity};
  for (size_t i = 0; i < wanted.size(); ++i) {
    if (Status status = check_one(table, entities, wanted[i]); !status) return {status.code, i};
    for (size_t k = 0; k < i; ++k) {
      if (wanted[k] == wanted[i]) return {StatusCode::already_known, i};
    }
  }
  return {};
}

}  // namespace ishi
