#pragma once

#include <cstdint>

#include "ishi/moves.h"

// Evenly spread directions in the plane: the first forward, then to the right all the way round. Seen from
// above with forward up, that is clockwise.

namespace ishi {

// How far a direction goes along the world's right and ahead.
struct Heading {
  float right = 0;
  float ahead = 0;

  [[nodiscard]] bool any() const { return right != 0.0f || ahead != 0.0f; }
};

// The direction that is so many turns from forward to the right, of length 1 within 1e-7.
[[nodiscard]] Heading heading_of(float turns);
// The other way round: how many turns a heading is away from forward, 0 to 1.
[[nodiscard]] float turns_of(const Heading& heading);

struct Directions {
  uint32_t count = 0;
  float right[kMostDirections] = {};
  float ahead[kMostDirections] = {};

  // `directions` is 4 to 64.
  void spread(uint32_t directions);
  [[nodiscard]] Heading at(uint32_t index) const { return {right[index], ahead[index]}; }
};

}  // namespace ishi
