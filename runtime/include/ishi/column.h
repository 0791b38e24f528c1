#pragma once

#include <cstdint>
#include <type_traits>

#include "ishi/status.h"
#include "ishi/types.h"

// Columns: where a game writes what agents, teams and things know. A column is a view; the world owns
// the memory, and its address does not change, but for a reload: after one columns are fetched anew. What is
// read from a column is always in range: values are clamped to the key's range, NaN reads as the default, an
// enum's or boolean's byte beyond the last as the default, a handle that is stale or of another kind of thing
// as nobody.
//
// Writing is not checked: index below `size` (an empty column has no row), not while a job that reads the row
// is thinking. A direction is read as it is written: nothing makes it 1 long.

namespace ishi {

// True if T is an enum that takes a byte, as those of a contract's header.
template <typename T>
concept ByteEnum = std::is_enum_v<T> && sizeof(T) == 1 && std::is_same_v<std::underlying_type_t<T>, uint8_t>;

// T is float (numbers and quantities, in base units), int32_t (integers), uint8_t (booleans and enums), an
// enum over uint8_t (enums) or EntityId (entities and things).
template <typename T>
class Column {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, int32_t> || std::is_same_v<T, uint8_t> ||
                ByteEnum<T> || std::is_same_v<T, EntityId>);

 public:
  Column() = default;
  Column(T* values, uint32_t size) : values_(values), size_(size) {}

  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] uint32_t size() const { return size_; }
  [[nodiscard]] T* data() const { return values_; }
  T& operator[](uint32_t index) const { return values_[index]; }

 private:
  T* values_ = nullptr;
  uint32_t size_ = 0;
};

// Sets the column of an enum to the bytes that `get`, a function of a Column<uint8_t>&, finds for it.
template <ByteEnum T, typename Get>
[[nodiscard]] Status give_bytes(Column<T>& column, Get&& get) {
  Column<uint8_t> bytes;
  const Status status = get(bytes);
  if (status) column = Column<T>(reinterpret_cast<T*>(bytes.data()), bytes.size());
  return status;
}

// Points (metres) and directions: three columns.
struct PointColumn {
  float* x = nullptr;
  float* y = nullptr;
  float* z = nullptr;
  uint32_t size = 0;

  [[nodiscard]] bool empty() const { return size == 0; }
  void set(uint32_t index, Vector3 value) const {
    x[index] = value.x;
    y[index] = value.y;
    z[index] = value.z;
  }
  [[nodiscard]] Vector3 get(uint32_t index) const { return {x[index], y[index], z[index]}; }
};

}  // namespace ishi
