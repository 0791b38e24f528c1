#pragma once

#include <limits>

#include "ishi/program.h"

// Ranges of operations' results: what an operation can give when its operands lie in their ranges. Ends
// are computed with the operation's own reference function, so a range is exact where the operation
// rises or falls throughout (rounding to nearest keeps order), and widened where it is approximated.

namespace ishi::compiler {

inline constexpr float kLargest = std::numeric_limits<float>::max();
inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr Interval kAnyNumber{-kLargest, kLargest};
inline constexpr Interval kTruth{0, 1};

// The range of an elementwise operation. An end is infinite if the result can overflow. Operands that
// the operation does not have are ignored.
[[nodiscard]] Interval interval_of(OperationCode code, Interval a, Interval b, Interval c);

// The least range that holds both.
[[nodiscard]] Interval hull(Interval a, Interval b);

}  // namespace ishi::compiler
