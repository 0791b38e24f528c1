#include "allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

// Counts what is allocated in this program: the runtime promises that a frame asks for nothing.

namespace ishi::benchmarks {
namespace {

std::atomic<uint64_t> count{0};

void* take(std::size_t size, std::size_t alignment) {
  count.fetch_add(1, std::memory_order_relaxed);
  if (size == 0) size = 1;
  void* const memory = alignment <= alignof(std::max_align_t)
                           ? std::malloc(size)
                           : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

uint64_t allocations() { return count.load(std::memory_order_relaxed); }

}  // namespace ishi::benchmarks

// The other forms, of arrays and without exceptions, call these.
void* operator new(std::size_t size) { return ishi::benchmarks::take(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return ishi::benchmarks::take(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
