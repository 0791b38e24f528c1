#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

#include "memory/budget.h"

// An array of plain values whose size is set when it is made. Allocation may fail, and says so.

namespace ishi {

template <typename T>
class Array {
 public:
  // Holds `size` values from now on, each as T(). False if there is no memory; the array is then as it was.
  [[nodiscard]] bool allocate(size_t size) {
    std::unique_ptr<T[]> values = make(std::max<size_t>(size, 1));
    if (values == nullptr) return false;
    values_ = std::move(values);
    size_ = capacity_ = size;
    return true;
  }

  // Makes room for `more` further values, to be taken by `append`. Where it is asked for again and again,
  // each value is moved a few times at most.
  [[nodiscard]] bool reserve_more(size_t more) {
    static_assert(std::is_copy_assignable_v<T>);
    if (size_ + more <= capacity_) return true;
    const size_t capacity = std::max(size_ + more, 2 * capacity_);
    std::unique_ptr<T[]> values = make(capacity);
    if (values == nullptr) return false;
    for (size_t i = 0; i < size_; ++i) values[i] = values_[i];
    values_ = std::move(values);
    capacity_ = capacity;
    return true;
  }
  // Room must have been reserved.
  void append(const T& value) { values_[size_++] = value; }
  // The last value, which is taken off.
  T take_last() { return values_[--size_]; }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_.get(); }
  [[nodiscard]] const T* data() const { return values_.get(); }
  T& operator[](size_t index) { return values_[index]; }
  const T& operator[](size_t index) const { return values_[index]; }
  T* begin() { return values_.get(); }
  T* end() { return values_.get() + size_; }
  const T* begin() const { return values_.get(); }
  const T* end() const { return values_.get() + size_; }
  operator std::span<const T>() const { return {values_.get(), size_}; }

 private:
  static std::unique_ptr<T[]> make(size_t size) {  // NOLINTNEXTLINE(bugprone-sizeof-expression): or pointers
    return std::unique_ptr<T[]>(MemoryBudget::take(size, sizeof(T)) ? new (std::nothrow) T[size]() : nullptr);
  }

  std::unique_ptr<T[]> values_;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace ishi
