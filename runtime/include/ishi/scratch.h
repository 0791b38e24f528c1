#pragma once

#include <cstddef>
#include <cstdint>

#include "ishi/status.h"

// The memory in which one thread thinks. Holds nothing between calls.

namespace ishi {

class World;

class Scratch {
 public:
  Scratch() = default;
  Scratch(Scratch&& other) noexcept;
  Scratch& operator=(Scratch&& other) noexcept;
  ~Scratch();

  // Makes a scratch that is large enough for every population that `world` has now. Allocates once, about 1
  // KiB for each value that is alive at one time in the largest program. One thread uses it at a time.
  // Errors: not_created, out_of_memory.
  [[nodiscard]] static Status create(const World& world, Scratch& scratch);

  // True if it is large enough for every population that the world has now.
  [[nodiscard]] bool fits(const World& world) const;

  // For the runtime itself.
  [[nodiscard]] std::byte* memory() const { return memory_; }
  [[nodiscard]] size_t size() const { return size_; }

 private:
  std::byte* memory_ = nullptr;
  size_t size_ = 0;
};

}  // namespace ishi
