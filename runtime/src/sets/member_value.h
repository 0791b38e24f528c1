#pragma once

#include <cstdint>
#include <type_traits>

#include "blackboard/entity_view.h"
#include "blackboard/variable.h"
#include "ishi/types.h"

// A member's field as a game reads and writes it. In the promised floating-point environment.

namespace ishi {

template <typename T>
constexpr Storage storage_of_value() {
  if constexpr (std::is_same_v<T, float>) return Storage::number;
  if constexpr (std::is_same_v<T, int32_t>) return Storage::integer;
  if constexpr (std::is_same_v<T, uint8_t>) return Storage::byte;
  if constexpr (std::is_same_v<T, EntityId>) return Storage::entity;
  if constexpr (std::is_same_v<T, Vector3>) return Storage::vector;
}

template <typename T>
[[nodiscard]] T read_value(const Variable& field, uint32_t row, const EntityView& entities) {
  if constexpr (std::is_same_v<T, Vector3>) {
    return {field.component(row, 0), field.component(row, 1), field.component(row, 2)};
  } else if constexpr (std::is_same_v<T, EntityId>) {
    return entities.id_of(field.entity(row, entities));
  } else {
    return static_cast<T>(field.read(row, 0, entities));
  }
}

template <typename T>
void write_value(const Variable& field, uint32_t row, const T& value, const EntityView& entities) {
  if constexpr (std::is_same_v<T, EntityId>) {
    static_cast<EntityId*>(field.columns[0])[row] =
        entities.row_of(value, field.thing) != 0 ? value : EntityId();
  } else if constexpr (std::is_same_v<T, Vector3>) {
    const float axes[3] = {value.x, value.y, value.z};
    for (uint32_t axis = 0; axis < 3; ++axis) {
      static_cast<float*>(field.columns[axis])[row] =
          held(axes[axis], -limits::kFar, limits::kFar, field.fallback[axis]);
    }
  } else {
    // As in a column: a byte beyond the last is the default.
    const bool is_beyond = field.storage == Storage::byte && static_cast<float>(value) > field.high;
    const float number[3] = {is_beyond ? field.fallback[0] : static_cast<float>(value), 0, 0};
    field.write(row, number, entities);
  }
}

}  // namespace ishi
