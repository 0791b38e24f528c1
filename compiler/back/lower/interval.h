#pragma once

#include <algorithm>
#include <limits>

#include "ishi/program.h"

// Ranges of values, as ishi::range_of_operation() and ishi::range_of_curve() have them.

namespace ishi::compiler {

inline constexpr float kLargest = std::numeric_limits<float>::max();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr Interval kAnyNumber{-kLargest, kLargest};
inline constexpr Interval kTruth{0, 1};

// The least range that holds both.
[[nodiscard]] constexpr Interval hull(Interval a, Interval b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

}  // namespace ishi::compiler
