#include "runtime/allocations.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#ifdef _WIN32
#include <malloc.h>
#endif

namespace {

constexpr uint64_t kNever = ~uint64_t{0};

std::atomic<uint64_t> made{0};
std::atomic<uint64_t> may_fail{0};
std::atomic<int64_t> alive{0};
std::atomic<uint64_t> until_failure{kNever};

void* allocate(size_t size, size_t alignment) {
  ++made;
  ++alive;
  const size_t rounded = (size + alignment - 1) / alignment * alignment;
#ifdef _WIN32
  return _aligned_malloc(rounded, alignment);
#else
  return std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
#endif
}

void* allocate_or_fail(size_t size, size_t alignment) noexcept {
  ++may_fail;
  if (until_failure != kNever && until_failure-- == 0) {
    until_failure = kNever - 1;
    return nullptr;
  }
  return allocate(size, alignment);
}

void* allocate_or_throw(size_t size, size_t alignment) {
  void* const memory = allocate(size, alignment);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

void release(void* memory) noexcept {
  if (memory != nullptr) --alive;
#ifdef _WIN32
  _aligned_free(memory);
#else
  std::free(memory);
#endif
}

constexpr size_t kDefault = alignof(std::max_align_t);

}  // namespace

void* operator new(size_t size) { return allocate_or_throw(size, kDefault); }
void* operator new[](size_t size) { return allocate_or_throw(size, kDefault); }
void* operator new(size_t size, std::align_val_t a) {
  return allocate_or_throw(size, static_cast<size_t>(a));
}
void* operator new[](size_t size, std::align_val_t a) {
  return allocate_or_throw(size, static_cast<size_t>(a));
}
void* operator new(size_t size, const std::nothrow_t&) noexcept { return allocate_or_fail(size, kDefault); }
void* operator new[](size_t size, const std::nothrow_t&) noexcept { return allocate_or_fail(size, kDefault); }
void* operator new(size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, static_cast<size_t>(a));
}
void* operator new[](size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_or_fail(size, static_cast<size_t>(a));
}
void operator delete(void* memory) noexcept { release(memory); }
void operator delete[](void* memory) noexcept { release(memory); }
void operator delete(void* memory, size_t) noexcept { release(memory); }
void operator delete[](void* memory, size_t) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { release(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { release(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { release(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }
void operator delete[](void* memory, std::align_val_t, const std::nothrow_t&) noexcept { release(memory); }

namespace ishi::testing {

uint64_t Allocations::made() { return ::made; }
uint64_t Allocations::may_fail() { return ::may_fail; }
int64_t Allocations::alive() { return ::alive; }
void Allocations::fail_after(uint64_t count) { until_failure = count; }
bool Allocations::stop_failing() {
  // After the failure the counter stands at its end and falls no further than allocations happen.
  const uint64_t left = until_failure.exchange(kNever);
  return left > kNever / 2;
}

}  // namespace ishi::testing
