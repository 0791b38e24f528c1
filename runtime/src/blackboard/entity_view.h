#pragma once

#include <cstdint>

#include "ishi/types.h"

// The entity table as programs read it. Rows are floats in programs, so a row is checked before it is used.

namespace ishi {

inline constexpr uint32_t kAnyThing = 0;  // kinds of things are counted from 1; 0 is none

struct EntityView {
  uint32_t rows = 0;
  const uint32_t* generation = nullptr;  // odd while the row is alive
  const uint32_t* thing = nullptr;       // its kind
  const float* position[3] = {};
  const float* facing[3] = {};

  // The row that a handle names: 0 if it is stale, or not of the kind `thing` unless that is kAnyThing.
  [[nodiscard]] uint32_t row_of(EntityId id, uint32_t wanted_thing) const {
    if (id.index >= rows || (id.generation & 1) == 0 || generation[id.index] != id.generation) return 0;
    return wanted_thing == kAnyThing || thing[id.index] == wanted_thing ? id.index : 0;
  }

  // The row that a program computed: 0 for what is none.
  [[nodiscard]] uint32_t row_of(float value) const {
    return value >= 1.0f && value < static_cast<float>(rows) ? static_cast<uint32_t>(value) : 0;
  }

  // The handle of a row that a program computed; nobody's for what is none or not alive.
  [[nodiscard]] EntityId id_of(float value) const {
    const uint32_t row = row_of(value);
    return row == 0 || (generation[row] & 1) == 0 ? EntityId() : EntityId{row, generation[row]};
  }
};

}  // namespace ishi
