#include "steering/directions.h"

#include <cmath>

#include "math/trigonometry.h"

namespace ishi {

Heading heading_of(float turns) { return {math::sin_turns(turns), math::sin_turns(turns + 0.25f)}; }

float turns_of(const Heading& heading) {
  constexpr float kInverseTwoPi = 0x1.45f306p-3f;
  const float turns = math::atan2(heading.right, heading.ahead) * kInverseTwoPi;
  return turns - std::floor(turns);
}

void Directions::spread(uint32_t directions) {
  count = directions;
  // Quarters are exact, so that directions that mirror each other are equally long.
  for (uint32_t i = 0; i < count; ++i) {
    right[i] = math::sin_turns(static_cast<float>(i) / static_cast<float>(count));
    ahead[i] = math::sin_turns(static_cast<float>(4 * i + count) / static_cast<float>(4 * count));
  }
}

}  // namespace ishi
