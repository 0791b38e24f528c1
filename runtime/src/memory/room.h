#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>

#include "memory/budget.h"

// Room for plain values that are written before they are read: making it does not touch the memory, however
// large it is. What belongs to a state has its zeros (memory/arena.h), and what may be read at once its
// values (memory/array.h).

namespace ishi {

template <typename T>
class Room {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);

 public:
  // False if there is no memory; the room is then as it was.
  [[nodiscard]] bool allocate(size_t size) {
    const size_t values = size == 0 ? 1 : size;
    if (!MemoryBudget::take(values, sizeof(T))) return false;
    std::unique_ptr<T, Free> made(static_cast<T*>(::operator new(values * sizeof(T), std::nothrow)));
    if (made == nullptr) return false;
    values_ = std::move(made);
    size_ = size;
    return true;
  }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_.get(); }
  T& operator[](size_t index) { return values_.get()[index]; }
  const T& operator[](size_t index) const { return values_.get()[index]; }

 private:
  struct Free {
    void operator()(T* values) const { ::operator delete(values); }
  };

  std::unique_ptr<T, Free> values_;
  size_t size_ = 0;
};

}  // namespace ishi
