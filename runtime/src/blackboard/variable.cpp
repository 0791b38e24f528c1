#include "blackboard/variable.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>

namespace ishi {

void Variable::reset(uint32_t row) const {
  switch (storage) {
    case Storage::number: static_cast<float*>(columns[0])[row] = fallback[0]; return;
    case Storage::integer: static_cast<int32_t*>(columns[0])[row] = static_cast<int32_t>(fallback[0]); return;
    case Storage::byte: static_cast<uint8_t*>(columns[0])[row] = static_cast<uint8_t>(fallback[0]); return;
    case Storage::entity: static_cast<EntityId*>(columns[0])[row] = kNobody; return;
    case Storage::vector: break;
  }
  for (int axis = 0; axis < 3; ++axis) static_cast<float*>(columns[axis])[row] = fallback[axis];
}

void Variable::as_written(const float (&value)[3], const EntityView& entities, float (&read)[3]) const {
  const float number = held(value[0], low, high, fallback[0]);
  read[1] = read[2] = 0;
  switch (storage) {
    case Storage::number: read[0] = number; return;
    case Storage::integer: read[0] = static_cast<float>(static_cast<int32_t>(number)); return;
    case Storage::byte: read[0] = static_cast<float>(static_cast<uint8_t>(number)); return;
    case Storage::entity:
      read[0] = static_cast<float>(entities.row_of(entities.id_of(value[0]), thing));
      return;
    case Storage::vector: break;
  }
  for (int axis = 0; axis < 3; ++axis)
    read[axis] = held(value[axis], -limits::kFar, limits::kFar, fallback[axis]);
}

bool Variable::can_give(float value, uint32_t axis, const EntityView& entities) const {
  switch (storage) {
    case Storage::number: return held(value, low, high, fallback[0]) == value;
    case Storage::integer: return held(value, low, high, fallback[0]) == value && std::floor(value) == value;
    case Storage::byte: return value >= 0 && value <= 255 && std::floor(value) == value;
    case Storage::entity:
      return value >= 0 && value < static_cast<float>(entities.rows) && std::floor(value) == value;
    case Storage::vector: break;
  }
  return held_component(value, fallback[axis]) == value;
}

void Variable::write(uint32_t row, const float (&value)[3], const EntityView& entities) const {
  const float number = held(value[0], low, high, fallback[0]);
  switch (storage) {
    case Storage::number: static_cast<float*>(columns[0])[row] = number; return;
    case Storage::integer: static_cast<int32_t*>(columns[0])[row] = static_cast<int32_t>(number); return;
    case Storage::byte: static_cast<uint8_t*>(columns[0])[row] = static_cast<uint8_t>(number); return;
    case Storage::entity: static_cast<EntityId*>(columns[0])[row] = entities.id_of(value[0]); return;
    case Storage::vector: break;
  }
  for (int axis = 0; axis < 3; ++axis) static_cast<float*>(columns[axis])[row] = value[axis];
}

void Variable::copy(uint32_t to, uint32_t from) const {
  const size_t width = width_of(storage);
  for (void* const column : columns) {
    if (column == nullptr) return;
    auto* const bytes = static_cast<std::byte*>(column);
    std::memcpy(bytes + to * width, bytes + from * width, width);
  }
}

void Variable::swap(uint32_t a, uint32_t b) const {
  const size_t width = width_of(storage);
  for (void* const column : columns) {
    if (column == nullptr) return;
    auto* const bytes = static_cast<std::byte*>(column);
    std::swap_ranges(bytes + a * width, bytes + (a + 1) * width, bytes + b * width);
  }
}

}  // namespace ishi
