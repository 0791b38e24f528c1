#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "memory/allocation.h"

// An array of plain values whose size is set when it is made. Allocation may fail, and says so.

namespace ishi {

// `count` values of so many bytes: a copy of the first `used`, then zeros. Null if there is no memory.
[[nodiscard]] void* allocate_values(const void* first, size_t used, size_t count, size_t width,
                                    size_t alignment);

template <typename T>
class Array {
 public:
  Array() = default;
  Array(Array&& other) noexcept { swap(other); }
  Array& operator=(Array&& other) noexcept {
    Array moved(std::move(other));
    swap(moved);
    return *this;
  }
  ~Array() {
    std::destroy_n(values_, capacity_);
    release_memory(values_);
  }

  // Holds `size` values from now on, each as T(). False if there is no memory; the array is then as it was.
  [[nodiscard]] bool allocate(size_t size) {
    Array made;
    if (!made.make(std::max<size_t>(size, 1))) return false;
    made.size_ = size;
    swap(made);
    return true;
  }

  // Makes room for `more` further values, to be taken by `append`. Where it is asked for again and again,
  // each value is moved a few times at most.
  [[nodiscard]] bool reserve_more(size_t more) {
    static_assert(std::is_copy_assignable_v<T>);
    if (size_ + more <= capacity_) return true;
    const size_t capacity = std::max(size_ + more, 2 * capacity_);
    Array made;
    if constexpr (std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>) {
      made.take(allocate_values(values_, size_, capacity, kWidth, alignof(T)), capacity);
      if (made.values_ == nullptr) return false;
    } else {
      if (!made.make(capacity)) return false;
      for (size_t i = 0; i < size_; ++i) made.values_[i] = values_[i];
    }
    made.size_ = size_;
    swap(made);
    return true;
  }
  // Room must have been reserved.
  void append(const T& value) { values_[size_++] = value; }
  // The last value, which is taken off.
  T take_last() { return values_[--size_]; }

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] T* data() { return values_; }
  [[nodiscard]] const T* data() const { return values_; }
  T& operator[](size_t index) { return values_[index]; }
  const T& operator[](size_t index) const { return values_[index]; }
  T* begin() { return values_; }
  T* end() { return values_ + size_; }
  const T* begin() const { return values_; }
  const T* end() const { return values_ + size_; }
  operator std::span<const T>() const { return {values_, size_}; }

 private:
  void swap(Array& other) {
    std::swap(values_, other.values_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }
  void take(void* values, size_t capacity) {
    values_ = static_cast<T*>(values);
    capacity_ = values == nullptr ? 0 : capacity;
  }
  [[nodiscard]] bool make(size_t capacity) {
    if constexpr (std::is_trivially_default_constructible_v<T>) {  // zeros are T()
      take(allocate_values(nullptr, 0, capacity, kWidth, alignof(T)), capacity);
    } else {
      if (capacity > SIZE_MAX / kWidth) return false;
      take(allocate_memory(capacity * kWidth, alignof(T)), capacity);
      std::uninitialized_value_construct_n(values_, capacity_);
    }
    return values_ != nullptr;
  }

  static constexpr size_t kWidth = sizeof(T);  // NOLINT(bugprone-sizeof-expression): or pointers

  T* values_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;  // all of them are constructed, or may be written as if they were
};

}  // namespace ishi
