#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "asset/asset_state.h"
#include "blackboard/variable.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "program/curve.h"

// Between which values each operation of a program lies, whatever a game writes: from the declared ranges of
// keys, which reading holds them in. (Interval arithmetic; R. E. Moore 1966.)

namespace ishi {

// What an operation may give, ends included. Where both ends are finite, no NaN.
struct ValueRange {
  float low = -std::numeric_limits<float>::infinity();
  float high = std::numeric_limits<float>::infinity();
};

struct RangeInput {
  std::span<const blob::Operation> program;
  std::span<const Variable> keys;
  std::span<const curves::Curve> curves;
  std::span<const blob::Weight> weights;  // a row of `motive_count` for each profile
  uint32_t motive_count = 0;
};

// By operation. What is not known here may be anything. False if there is no memory. Linear in the
// operations. Under the promised floating-point environment.
[[nodiscard]] bool find_ranges(const RangeInput& input, Array<ValueRange>& ranges);

}  // namespace ishi
