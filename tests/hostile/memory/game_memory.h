#pragma once

#include <cstdint>

#include "ishi/allocator.h"

// The memory of a game, which counts what the runtime takes of it and may refuse it. Not for several threads.

namespace ishi::testing {

class GameMemory {
 public:
  GameMemory() = default;
  GameMemory(const GameMemory&) = delete;
  GameMemory& operator=(const GameMemory&) = delete;

  [[nodiscard]] Allocator allocator() { return {this, allocate, release}; }

  // Calls of either function.
  [[nodiscard]] uint64_t calls() const { return calls_; }
  // Blocks that were given and have not come back, and their bytes.
  [[nodiscard]] int64_t blocks() const { return blocks_; }
  [[nodiscard]] int64_t bytes() const { return bytes_; }
  // Blocks that came back with another size or alignment than they had, or to others than had given them.
  [[nodiscard]] uint64_t mistaken() const { return mistaken_; }

  // Refuses the block after the next `count` ones, once.
  void refuse_after(uint64_t count) { until_refusal_ = count; }
  // True if a block was refused. Ends what refuse_after began.
  bool stop_refusing();

 private:
  static void* allocate(void* context, size_t bytes, size_t alignment);
  static void release(void* context, void* memory, size_t bytes, size_t alignment);

  static constexpr uint64_t kNever = ~uint64_t{0};
  uint64_t calls_ = 0;
  int64_t blocks_ = 0, bytes_ = 0;
  uint64_t mistaken_ = 0;
  uint64_t until_refusal_ = kNever;
  bool has_refused_ = false;
};

}  // namespace ishi::testing
