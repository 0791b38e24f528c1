#pragma once

#include <cstddef>
#include <cstdint>

#include "asset/limits.h"
#include "blackboard/entity_view.h"
#include "ishi/types.h"

// A key or field with the columns that hold its values, and the one way in which programs read them:
// whatever a game wrote, the value is in range.

namespace ishi {

enum class Storage : uint8_t { number, integer, byte, entity, vector };

[[nodiscard]] constexpr Storage storage_of(ValueType type) {
  switch (type) {
    case ValueType::integer: return Storage::integer;
    case ValueType::boolean:
    case ValueType::enumeration: return Storage::byte;
    case ValueType::entity:
    case ValueType::thing: return Storage::entity;
    case ValueType::point:
    case ValueType::direction: return Storage::vector;
    default: return Storage::number;
  }
}

[[nodiscard]] constexpr uint32_t width_of(Storage storage) {
  return storage == Storage::byte ? 1 : storage == Storage::entity ? sizeof(EntityId) : sizeof(float);
}

// x held in low..high, `fallback` for NaN.
[[nodiscard]] inline float held(float x, float low, float high, float fallback) {
  const float number = x == x ? x : fallback;
  const float raised = number > low ? number : low;
  return raised < high ? raised : high;
}

// One of the three of a point or direction.
[[nodiscard]] inline float held_component(float x, float fallback) {
  return held(x, -limits::kFar, limits::kFar, fallback);
}

struct Variable {
  Storage storage = Storage::number;
  Scope scope = Scope::agent;
  uint32_t thing = kAnyThing;  // the kind that an entity must be
  uint32_t owner = kAnyThing;  // for fields: the kind of thing that has it
  float low = 0, high = 0;
  float fallback[3] = {};
  void* columns[3] = {};  // one, or three of a vector

  [[nodiscard]] uint32_t column_count() const { return storage == Storage::vector ? 3 : 1; }
  [[nodiscard]] float number(size_t row) const {
    return held(static_cast<const float*>(columns[0])[row], low, high, fallback[0]);
  }
  [[nodiscard]] float integer(size_t row) const {
    const int32_t value = static_cast<const int32_t*>(columns[0])[row];
    const auto least = static_cast<int32_t>(low);
    const auto most = static_cast<int32_t>(high);
    const int32_t raised = value > least ? value : least;
    return static_cast<float>(raised < most ? raised : most);
  }
  [[nodiscard]] float byte(size_t row) const {
    const auto value = static_cast<float>(static_cast<const uint8_t*>(columns[0])[row]);
    return value <= high ? value : fallback[0];
  }
  [[nodiscard]] float entity(size_t row, const EntityView& entities) const {
    return static_cast<float>(entities.row_of(static_cast<const EntityId*>(columns[0])[row], thing));
  }
  [[nodiscard]] float component(size_t row, uint32_t axis) const {
    return held_component(static_cast<const float*>(columns[axis])[row], fallback[axis]);
  }

  // Any of them; `axis` matters for a vector alone.
  [[nodiscard]] float read(uint32_t row, uint32_t axis, const EntityView& entities) const {
    switch (storage) {
      case Storage::number: return number(row);
      case Storage::integer: return integer(row);
      case Storage::byte: return byte(row);
      case Storage::entity: return entity(row, entities);
      case Storage::vector: break;
    }
    return component(row, axis);
  }

  // Of a field: the value of entity `row`, the default if that is not of the kind that has the field.
  [[nodiscard]] float read_field(uint32_t row, uint32_t axis, const EntityView& entities) const {
    return entities.thing[row] == owner ? read(row, axis, entities) : fallback[axis];
  }

  // Writes a value that a program computed, held in range: one number, three of a vector, the row of an
  // entity.
  void write(uint32_t row, const float (&value)[3], const EntityView& entities) const;
  // What reading gives after writing it.
  void as_written(const float (&value)[3], const EntityView& entities, float (&read)[3]) const;
  // True if `read` can give this value.
  [[nodiscard]] bool can_give(float value, uint32_t axis, const EntityView& entities) const;
  // Copies what one row holds into another.
  void copy(uint32_t to, uint32_t from) const;
  void swap(uint32_t a, uint32_t b) const;
  // Writes the default into a row.
  void reset(uint32_t row) const;
};

// A position or a facing; NaN reads as that of row 0.
[[nodiscard]] inline float read_axis(const float* column, uint32_t row) {
  return held_component(column[row], column[0]);
}

}  // namespace ishi
