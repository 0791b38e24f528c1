#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "ishi/c_api.h"
#include "value.h"

// Values of the library as values of the engine, and back.

namespace ishi::godot {

inline uint64_t packed(ishi_entity_id id) { return (static_cast<uint64_t>(id.index) << 32U) | id.generation; }
inline ishi_entity_id id_of(const ishi_entity& entity) { return {entity.index, entity.generation}; }
inline std::vector<uint64_t> token_name(const ishi_token& token) {
  return {token.serial, token.slot, (static_cast<uint64_t>(token.population) << 16U) | token.lane};
}

template <typename T>
void put(std::vector<std::byte>& record, uint32_t place, const T& value) {
  std::memcpy(record.data() + place, &value, sizeof value);
}
template <typename T>
T at(const void* record, uint32_t place) {
  T value;
  std::memcpy(&value, static_cast<const std::byte*>(record) + place, sizeof value);
  return value;
}
template <typename T>
T& row_of(void* data, const ishi_column& column, uint32_t row) {
  return *reinterpret_cast<T*>(static_cast<std::byte*>(data) + static_cast<size_t>(column.stride) * row);
}

// Numbers for the game never are a negative zero: JSON on the web would lose it, and states would differ in
// their sign bits.
inline Value number_value(float number) { return Value(static_cast<double>(number + 0.0F)); }
inline Value point_value(ishi_vector3 point) {
  return Value(ishi_vector3{point.x + 0.0F, point.y + 0.0F, point.z + 0.0F});
}

inline bool is_finite(ishi_vector3 point) {
  return std::isfinite(point.x) && std::isfinite(point.y) && std::isfinite(point.z);
}
inline std::string quoted(std::string_view name) { return "`" + std::string(name) + "`"; }

// Conversions of a value for a column or a record, by the same rules.
inline float float_of(const Value& value) { return static_cast<float>(value.number()); }
inline int32_t integer_of(const Value& value) {
  const double number = value.number();
  if (std::isnan(number)) return 0;
  return static_cast<int32_t>(std::clamp(number, -2147483648.0, 2147483647.0));
}
inline uint8_t byte_of(const Value& value) {
  return static_cast<uint8_t>(
      std::clamp(value.is(Type::number) ? integer_of(value)
                                        : static_cast<int32_t>(std::clamp<int64_t>(value.integer(), 0, 255)),
                 0, 255));
}

inline bool fits_count(int64_t value) { return value >= 0 && value <= std::numeric_limits<uint32_t>::max(); }

}  // namespace ishi::godot
