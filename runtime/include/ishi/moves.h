#pragma once

#include <cstdint>
#include <span>

#include "ishi/types.h"

// Where agents go that steer or walk: what the move phase of a population takes and gives. Plain values.

namespace ishi {

struct MoveOptions {
  uint32_t size = sizeof(MoveOptions);
  uint32_t agents_per_job = 256;  // at least 1; results do not depend on it
};

inline constexpr uint32_t kNoDirection = 0xffff'ffff;
inline constexpr uint32_t kMostDirections = 64;

// Where one agent goes in this frame. The game moves it, as far as its world lets it; one that walks at most
// as far as its way point (Population::way_point), at which its heading may turn.
struct Move {
  Entity agent{};
  uint64_t user = 0;                  // the agent's, as given when it was spawned
  uint32_t slot = 0;                  // of its population
  uint32_t direction = kNoDirection;  // of its steering, counted from forward to the right; none: it stands,
                                      // or walks without steering
  Vector3 heading{};                  // of length 1, level; zeros: it stands
  float speed = 0;                    // metres per second, at most 10^6; 0 if it stands
};

}  // namespace ishi
