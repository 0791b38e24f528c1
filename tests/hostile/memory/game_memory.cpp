#include "memory/game_memory.h"

#include <cstdlib>
#include <new>
#include <utility>

namespace ishi::testing {
namespace {

constexpr size_t kBefore = 64;  // the largest alignment

// Lies before each block.
struct Block {
  const GameMemory* memory;
  size_t bytes, alignment;
};

}  // namespace

void* GameMemory::allocate(void* context, size_t bytes, size_t alignment) {
  GameMemory& self = *static_cast<GameMemory*>(context);
  ++self.calls_;
  if (self.until_refusal_ != kNever && self.until_refusal_-- == 0) {
    self.until_refusal_ = kNever;
    self.has_refused_ = true;
    return nullptr;
  }
  if (alignment < 16 || alignment > kBefore || (alignment & (alignment - 1)) != 0) ++self.mistaken_;
  void* const memory = std::aligned_alloc(kBefore, (kBefore + bytes + kBefore - 1) / kBefore * kBefore);
  if (memory == nullptr) return nullptr;
  ++self.blocks_;
  self.bytes_ += static_cast<int64_t>(bytes);
  new (memory) Block{&self, bytes, alignment};
  return static_cast<char*>(memory) + kBefore;
}

void GameMemory::release(void* context, void* memory, size_t bytes, size_t alignment) {
  GameMemory& self = *static_cast<GameMemory*>(context);
  ++self.calls_;
  char* const begin = static_cast<char*>(memory) - kBefore;
  const Block& block = *reinterpret_cast<const Block*>(begin);
  if (block.memory != &self || block.bytes != bytes || block.alignment != alignment) ++self.mistaken_;
  --self.blocks_;
  self.bytes_ -= static_cast<int64_t>(bytes);
  std::free(begin);
}

bool GameMemory::stop_refusing() {
  until_refusal_ = kNever;
  return std::exchange(has_refused_, false);
}

}  // namespace ishi::testing
