#pragma once

#include "lower/interval.h"

// The ranges of numbers that the runtime gives to programs.

namespace ishi::compiler {

inline constexpr Interval kRow{0, 16777216};     // entities are counted exactly
inline constexpr Interval kPlace{-1e6F, 1e6F};   // metres
inline constexpr Interval kFacing{-1e6F, 1e6F};  // of any value that the game writes
inline constexpr Interval kTime{0, 1e9F};        // seconds
inline constexpr Interval kElapsed{0, 1e6F};     // seconds
inline constexpr Interval kTeam{0, 65534};
inline constexpr Interval kDraw{0, 0x1.fffffeP-1F};
inline constexpr Interval kWhenSeen{-1e9F, 1e9F};  // seconds since the world began, or before

}  // namespace ishi::compiler
