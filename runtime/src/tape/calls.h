#pragma once

#include <cstring>

#include "recording_generated.h"
#include "tape/tape.h"

// For whoever tells a tape of a call: the plain values of the schema.

namespace ishi::recording {

[[nodiscard]] inline Id id_of(EntityId id) { return {id.index, id.generation}; }
[[nodiscard]] inline EntityId entity_of(const Id& id) { return {id.index(), id.generation()}; }
[[nodiscard]] inline Vector vector_of(Vector3 v) { return {v.x, v.y, v.z}; }
[[nodiscard]] inline Vector3 vector_of(const Vector& v) { return {v.x(), v.y(), v.z()}; }

// A value of a field, whatever its type: the first bytes of three floats.
template <typename T>
[[nodiscard]] Vector any_value_of(const T& value) {
  static_assert(sizeof(T) <= sizeof(float[3]));
  float axes[3] = {};
  std::memcpy(axes, &value, sizeof value);
  return {axes[0], axes[1], axes[2]};
}

}  // namespace ishi::recording
