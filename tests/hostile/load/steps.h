#pragma once

#include <cstdint>

// Counts what the code that is compiled for it does: every stretch without a branch, and every eight bytes
// that memset, memcpy and their like go over. (steps.cpp has what the compiler and the linker call.)

namespace ishi::testing {

struct Steps {
  // Since the program began.
  static uint64_t taken();
};

}  // namespace ishi::testing
