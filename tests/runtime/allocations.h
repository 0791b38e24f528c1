#pragma once

#include <cstdint>

// Counts what is allocated by `new` in the whole test program, and lets it fail. (allocations.cpp replaces
// the global operators.)

namespace ishi::testing {

struct Allocations {
  // Since the program began.
  static uint64_t made();
  // Of those, that may fail (nothrow), as all of the runtime's may.
  static uint64_t may_fail();
  // Made and not given back.
  static int64_t alive();
  // Lets the allocation after the next `count` that may fail (nothrow) do so, once.
  static void fail_after(uint64_t count);
  // True if it has failed. Ends what fail_after began.
  static bool stop_failing();
};

}  // namespace ishi::testing
