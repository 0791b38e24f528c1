#pragma once

#include <cstddef>
#include <cstdint>

#include "memory/arena.h"
#include "memory/array.h"
#include "program/chunk.h"

// What running a schedule needs on one thread, outside of thoughts, which have scratches.

namespace ishi {

struct ChunkMemory {
  Array<float> values;
  Array<uint8_t> flags;
  Choice choice;  // what agents run; nothing competes there

  // For the largest of the schedules. False if there is no memory.
  [[nodiscard]] bool allocate(uint32_t registers, uint32_t flag_count) {
    return flags.allocate(flag_count) && values.allocate(size_t{registers} * kRegisterStride + kLanes);
  }

  // As chunks want them: on a cache line.
  [[nodiscard]] float* registers() {
    const auto address = reinterpret_cast<uintptr_t>(values.data());
    return values.data() + (kCacheLine - address % kCacheLine) % kCacheLine / sizeof(float);
  }
};

}  // namespace ishi
