#pragma once

#include <cstddef>
#include <memory>
#include <new>

#include "ishi/allocator.h"
#include "ishi/status.h"

// All memory that the runtime asks for. A call that allocates opens an AllocatorScope first; each block knows
// which functions take it back, so what holds memory need not.

namespace ishi {

// While one lives, its thread allocates from `allocator`; from `operator new` if that is empty.
class AllocatorScope {
 public:
  explicit AllocatorScope(const Allocator& allocator);
  ~AllocatorScope();
  AllocatorScope(const AllocatorScope&) = delete;
  AllocatorScope& operator=(const AllocatorScope&) = delete;

 private:
  const Allocator* before_;
};

// Both functions, or neither. bad_options.
[[nodiscard]] Status check_allocator(const Allocator& allocator);

// Uninitialised memory, of a power of two as alignment. Null if there is none, or it would pass the
// MemoryBudget.
[[nodiscard]] void* allocate_memory(size_t bytes, size_t alignment);
void release_memory(void* memory);

template <typename T>
void destroy(T* value) {
  if (value == nullptr) return;
  value->~T();
  release_memory(value);
}

struct Destroy {
  template <typename T>
  void operator()(T* value) const {
    destroy(value);
  }
};
template <typename T>
using Owned = std::unique_ptr<T, Destroy>;

// Null if there is no memory.
template <typename T>
[[nodiscard]] Owned<T> make_owned() {
  void* const memory = allocate_memory(sizeof(T), alignof(T));
  return Owned<T>(memory == nullptr ? nullptr : new (memory) T);
}

}  // namespace ishi
