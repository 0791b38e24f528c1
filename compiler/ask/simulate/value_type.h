#pragma once

#include <cstdint>
#include <type_traits>

#include "ishi/column.h"
#include "ishi/types.h"
#include "model/contract.h"
#include "simulate/situation.h"

// The runtime holds a value as one of five types, in columns, records and the arguments of its calls: float,
// int32_t, uint8_t (also of words of an enum), EntityId or Vector3.

namespace ishi::compiler {

// Returns `call(zero)` with a zero of the type that holds values of this kind. `call` is generic and returns
// the same type for each.
template <class Call>
decltype(auto) with_value_type(ValueKind kind, Call call) {
  switch (kind) {
    case ValueKind::point:
    case ValueKind::direction: return call(Vector3{});
    case ValueKind::entity: return call(EntityId{});
    case ValueKind::integer: return call(int32_t{});
    case ValueKind::boolean:
    case ValueKind::enumeration: return call(uint8_t{});
    default: return call(float{});
  }
}

// The same of an asset's variable.
template <class Call>
decltype(auto) with_value_type(ishi::ValueType type, Call call) {
  switch (type) {
    case ishi::ValueType::point:
    case ishi::ValueType::direction: return call(Vector3{});
    case ishi::ValueType::entity:
    case ishi::ValueType::thing: return call(EntityId{});
    case ishi::ValueType::integer: return call(int32_t{});
    case ishi::ValueType::boolean:
    case ishi::ValueType::enumeration: return call(uint8_t{});
    default: return call(float{});
  }
}

template <class T>
using ColumnOf = std::conditional_t<std::is_same_v<T, Vector3>, PointColumn, Column<T>>;

// A row of a column.
template <class T>
[[nodiscard]] T value_in(const Column<T>& column, uint32_t row) {
  return column[row];
}
[[nodiscard]] inline Vector3 value_in(const PointColumn& column, uint32_t row) { return column.get(row); }
template <class T>
void set_value_in(const Column<T>& column, uint32_t row, T value) {
  column[row] = value;
}
inline void set_value_in(const PointColumn& column, uint32_t row, const Vector3& value) {
  column.set(row, value);
}

// The value of a situation as the runtime holds it; `entity` is whom it names.
template <class T>
[[nodiscard]] T runtime_value(const Vector& value, EntityId entity) {
  if constexpr (std::is_same_v<T, Vector3>) {
    return to_vector(value);
  } else if constexpr (std::is_same_v<T, EntityId>) {
    return entity;
  } else {
    return static_cast<T>(value[0]);
  }
}

}  // namespace ishi::compiler
