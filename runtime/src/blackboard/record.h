#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "asset/tables.h"
#include "blackboard/variable.h"
#include "ishi/types.h"

// Records of a task's parameters or an event's fields, as the game sees them. Values lie at the offsets that
// the blob gives. As everywhere, what is read is in range whatever was written.

namespace ishi {

template <typename T>
[[nodiscard]] T read_at(const std::byte* record, uint32_t offset) {
  T value;
  std::memcpy(&value, record + offset, sizeof value);
  return value;
}

template <typename T>
void write_at(std::byte* record, uint32_t offset, T value) {
  static_assert(!std::is_same_v<T, Entity>, "a record holds ids, which are shorter than handles");
  std::memcpy(record + offset, &value, sizeof value);
}

// One number of a value: of a vector its `axis`, of an entity its row. `things` are the world's numbers of
// the asset's kinds.
[[nodiscard]] inline float read_record(const std::byte* record, const blob::Parameter& of, uint32_t axis,
                                       std::span<const uint32_t> things, const EntityView& entities) {
  const blob::Variable& v = of.variable();
  const auto type = static_cast<ValueType>(v.type());
  switch (storage_of(type)) {
    case Storage::number: return held(read_at<float>(record, of.offset()), v.low(), v.high(), v.fallback_x());
    case Storage::integer: {
      const auto value = read_at<int32_t>(record, of.offset());
      const auto low = static_cast<int32_t>(v.low());
      const auto high = static_cast<int32_t>(v.high());
      return static_cast<float>(value < low ? low : value > high ? high : value);
    }
    case Storage::byte: {
      const auto value = static_cast<float>(read_at<uint8_t>(record, of.offset()));
      return value <= v.high() ? value : v.fallback_x();
    }
    case Storage::entity: {
      const uint32_t thing = type == ValueType::thing ? things[v.reference()] : kAnyThing;
      return static_cast<float>(entities.row_of(read_at<EntityId>(record, of.offset()), thing));
    }
    case Storage::vector: break;
  }
  const float fallback[] = {v.fallback_x(), v.fallback_y(), v.fallback_z()};
  return held(read_at<float>(record, of.offset() + axis * 4), -limits::kFar, limits::kFar, fallback[axis]);
}

// Writes a value that a formula gave, held in the variable's range.
inline void write_record(std::byte* record, const blob::Parameter& to, const float (&value)[3],
                         const EntityView& entities) {
  const blob::Variable& v = to.variable();
  const auto in_range = [&] { return held(value[0], v.low(), v.high(), v.fallback_x()); };
  switch (storage_of(static_cast<ValueType>(v.type()))) {
    case Storage::number: write_at(record, to.offset(), in_range()); return;
    case Storage::integer: write_at(record, to.offset(), static_cast<int32_t>(in_range())); return;
    case Storage::byte: write_at(record, to.offset(), static_cast<uint8_t>(in_range())); return;
    case Storage::entity: write_at(record, to.offset(), entities.id_of(value[0])); return;
    case Storage::vector: break;
  }
  for (uint32_t axis = 0; axis < 3; ++axis) write_at(record, to.offset() + axis * 4, value[axis]);
}

// True if a point lies nowhere that must lie somewhere: its default does.
[[nodiscard]] inline bool lacks_place(const std::byte* record, const blob::Parameter& of) {
  const blob::Variable& v = of.variable();
  return v.type() == blob::ValueType::point && of.given() == 0 && v.fallback_x() < limits::kFar &&
         read_at<float>(record, of.offset()) >= limits::kFar;
}
[[nodiscard]] inline bool lacks_place(const std::byte* record, std::span<const blob::Parameter> variables) {
  for (const blob::Parameter& variable : variables) {
    if (lacks_place(record, variable)) return true;
  }
  return false;
}

// Writes the default.
inline void write_default(std::byte* record, const blob::Parameter& to) {
  const blob::Variable& v = to.variable();
  switch (storage_of(static_cast<ValueType>(v.type()))) {
    case Storage::number: write_at(record, to.offset(), v.fallback_x()); return;
    case Storage::integer: write_at(record, to.offset(), static_cast<int32_t>(v.fallback_x())); return;
    case Storage::byte: write_at(record, to.offset(), static_cast<uint8_t>(v.fallback_x())); return;
    case Storage::entity: write_at(record, to.offset(), EntityId()); return;
    case Storage::vector: break;
  }
  write_at(record, to.offset(), v.fallback_x());
  write_at(record, to.offset() + 4, v.fallback_y());
  write_at(record, to.offset() + 8, v.fallback_z());
}

}  // namespace ishi
