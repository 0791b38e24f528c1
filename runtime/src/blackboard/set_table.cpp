#include "blackboard/set_table.h"

#include <utility>

namespace ishi {

void SetTable::move_row(uint32_t to, uint32_t from) const {
  entity.copy(to, from);
  if (is_memory) {
    for (float* const axis : position) axis[to] = axis[from];
    first_seen[to] = first_seen[from];
    last_seen[to] = last_seen[from];
  }
  if (awareness != nullptr) {
    awareness[to] = awareness[from];
    awareness_rest[to] = awareness_rest[from];
    told[to] = told[from];
  }
  for (const SightColumns* sight = sights; sight != nullptr; sight = sight->next) {
    sight->turns[to] = sight->turns[from];
    sight->seconds[to] = sight->seconds[from];
  }
  for (const Variable& field : fields) field.copy(to, from);
}

// Of candidates.
void SetTable::swap_rows(uint32_t a, uint32_t b) const {
  std::swap(entity.packed[a], entity.packed[b]);
  for (const Variable& field : fields) field.swap(a, b);
}

void SetTable::clear_row(uint32_t at) const {
  entity.set(at, kNobody);
  if (is_memory) {
    for (float* const axis : position) axis[at] = 0;
    first_seen[at] = last_seen[at] = 0;
  }
  if (awareness != nullptr) {
    awareness[at] = awareness_rest[at] = 0;
    told[at] = 0;
  }
  for (const SightColumns* sight = sights; sight != nullptr; sight = sight->next) {
    sight->turns[at] = 0;
    sight->seconds[at] = 0;
  }
  for (const Variable& field : fields) field.reset(at);
}

void SetTable::remove(uint32_t owner, uint32_t member) const {
  const uint32_t last = --count[owner];
  for (uint32_t i = member; i < last; ++i) move_row(row(owner, i), row(owner, i + 1));
  clear_row(row(owner, last));
}

}  // namespace ishi
