#pragma once

#include <cstdint>
#include <span>

#include "asset/asset_state.h"
#include "blackboard/variable.h"
#include "ishi/program.h"
#include "memory/array.h"
#include "program/curve.h"

// Between which values each operation of a program lies, whatever a game writes: from the declared ranges of
// keys, which reading holds them in. (Interval arithmetic; R. E. Moore 1966.)

namespace ishi {

struct RangeInput {
  std::span<const blob::Operation> program;
  std::span<const Variable> keys;
  std::span<const curves::Curve> curves;
  std::span<const blob::Weight> weights;  // a row of `motive_count` for each profile
  uint32_t motive_count = 0;
};

// By operation, as range_of_operation() has it; what is not known has infinite ends, and may be NaN. False if
// there is no memory. Linear in the operations. Under the promised floating-point environment.
[[nodiscard]] bool find_ranges(const RangeInput& input, Array<Interval>& ranges);

}  // namespace ishi
