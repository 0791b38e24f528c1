#include "blackboard/set_table.h"

#include <utility>

namespace ishi {

void SetTable::move_row(uint32_t to, uint32_t from) const {
  entity[to] = entity[from];
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
  for (const Variable& field : fields) field.copy(to, from);
}

// Of candidates.
void SetTable::swap_rows(uint32_t a, uint32_t b) const {
  std::swap(entity[a], entity[b]);
  for (const Variable& field : fields) field.swap(a, b);
}

void SetTable::clear_row(uint32_t at) const {
  entity[at] = kNobody;
  if (is_memory) {
    for (float* const axis : position) axis[at] = 0;
    first_seen[at] = last_seen[at] = 0;
  }
  if (awareness != nullptr) {
    awareness[at] = awareness_rest[at] = 0;
    told[at] = 0;
  }
  for (const Variable& field : fields) field.reset(at);
}

void SetTable::remove(uint32_t owner, uint32_t member) const {
  const uint32_t last = --count[owner];
  for (uint32_t i = member; i < last; ++i) move_row(row(owner, i), row(owner, i + 1));
  clear_row(row(owner, last));
}

}  // namespace ishi
