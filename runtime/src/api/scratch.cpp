#include "ishi/scratch.h"

#include <algorithm>
#include <utility>

#include "ishi/world.h"
#include "memory/allocation.h"
#include "memory/arena.h"
#include "population/refusals.h"

namespace ishi {

Scratch::Scratch(Scratch&& other) noexcept
    : memory_(std::exchange(other.memory_, nullptr)), size_(std::exchange(other.size_, 0)) {}

Scratch& Scratch::operator=(Scratch&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(size_, other.size_);
  return *this;
}

Scratch::~Scratch() { release_memory(memory_); }

namespace {

size_t size_for(const World::State& world) {
  size_t size = 0;
  for (const Population::State* population : world.populations) {
    size = std::max(size, population->scratch_size);
  }
  return size;
}

}  // namespace

bool Scratch::fits(const World& world) const {
  return memory_ != nullptr && world.valid() && size_ >= size_for(*world.state());
}

Status Scratch::create(const World& world, Scratch& scratch) {
  if (!world.valid()) return kNotCreated;
  const size_t size = size_for(*world.state());
  Scratch made;
  const AllocatorScope scope(world.state()->options.allocator);
  made.memory_ = allocate_lines(size);
  if (made.memory_ == nullptr) return {StatusCode::out_of_memory, 0};
  made.size_ = size;
  std::swap(made.memory_, scratch.memory_);
  std::swap(made.size_, scratch.size_);
  return {};
}

}  // namespace ishi
