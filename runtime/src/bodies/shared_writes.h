#pragma once

#include <cstdint>

#include "asset/tables.h"
#include "blackboard/variable.h"

// Writes of behaviours to keys of teams and the world. They are gathered during a frame and applied at its
// end, in the order of populations, slots and steps.

namespace ishi {

// What was written to one row of one key so far: a float, three, or an EntityId.
struct SharedWrite {
  uint32_t count = 0;
  uint32_t bits[3] = {};
};

// Merges a computed value into the values written so far. For `sum` it adds the difference to the key's
// current value, so the column must not change during the frame.
void merge_value(SharedWrite& write, const Variable& key, blob::Merge merge, uint32_t row,
                 const float (&value)[3], const EntityView& entities);

// Merges what another population wrote, which comes later.
void merge_write(SharedWrite& write, blob::Merge merge, const SharedWrite& later);

// Writes the key and forgets.
void apply_write(SharedWrite& write, const Variable& key, blob::Merge merge, uint32_t row);

}  // namespace ishi
