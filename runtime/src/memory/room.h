#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "memory/allocation.h"

// Room for plain values that are written before they are read: making it does not touch the memory, however
// large it is. What belongs to a state has its zeros (memory/arena.h), and what may be read at once its
// values (memory/array.h).

namespace ishi {

template <typename T>
class Room {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  // False if there is no memory; the room is then as it was.
  [[nodiscard]] bool allocate(size_t size) {
    const size_t values = size == 0 ? 1 : size;
    if (values > SIZE_MAX / sizeof(T)) return false;
    Owned<T> made(static_cast<T*>(allocate_memory(values * sizeof(T), alignof(T))));
    if (made == nullptr) return false;
    values_ = std::move(made);
    size_ = size;
    return true;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_.get(); }
  [[nodiscard]] const T* data() const { return values_.get(); }
  T& operator[](size_t index) { return values_.get()[index]; }
  const T& operator[](size_t index) const { return values_.get()[index]; }

 private:
  Owned<T> values_;
  size_t size_ = 0;
};

}  // namespace ishi
