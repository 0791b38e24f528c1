#include "memory/allocation.h"

#include <algorithm>
#include <cstdint>

#include "memory/budget.h"

namespace ishi {
namespace {

// Lies before each block.
struct Header {
  Allocator allocator;
  size_t size;  // with what lies before the block
  size_t alignment;
};
constexpr size_t kLeastAlignment = 16;

// From the beginning of what was allocated to the block.
size_t offset_of(size_t alignment) { return (sizeof(Header) + alignment - 1) / alignment * alignment; }

void* allocate_from_heap(void* /*context*/, size_t bytes, size_t alignment) {
  return ::operator new (bytes, std::align_val_t{alignment}, std::nothrow);
}
void release_to_heap(void* /*context*/, void* memory, size_t /*bytes*/, size_t alignment) {
  ::operator delete (memory, std::align_val_t{alignment});
}

constexpr Allocator kHeap{nullptr, allocate_from_heap, release_to_heap};
constinit thread_local const Allocator* in_force = &kHeap;

}  // namespace

AllocatorScope::AllocatorScope(const Allocator& allocator) : before_(in_force) {
  in_force = allocator.allocate == nullptr ? &kHeap : &allocator;
}
AllocatorScope::~AllocatorScope() { in_force = before_; }

Status check_allocator(const Allocator& allocator) {
  if ((allocator.allocate == nullptr) == (allocator.release == nullptr)) return {};
  return {StatusCode::bad_options, static_cast<uint64_t>(BadOption::allocator)};
}

void* allocate_memory(size_t bytes, size_t alignment) {
  alignment = std::max(alignment, kLeastAlignment);
  const size_t offset = offset_of(alignment);
  if (!MemoryBudget::take(bytes)) return nullptr;
  const Allocator allocator = *in_force;
  void* const memory = allocator.allocate(allocator.context, offset + bytes, alignment);
  if (memory == nullptr) return nullptr;
  std::byte* const block = static_cast<std::byte*>(memory) + offset;
  new (block - sizeof(Header)) Header{allocator, offset + bytes, alignment};
  return block;
}

void release_memory(void* memory) {
  if (memory == nullptr) return;
  auto* const block = static_cast<std::byte*>(memory);
  const Header header = *reinterpret_cast<const Header*>(block - sizeof(Header));
  header.allocator.release(header.allocator.context, block - offset_of(header.alignment), header.size,
                           header.alignment);
}

}  // namespace ishi
