#include "planning/travel.h"

#include <algorithm>

namespace ishi {

Travel::Travel(const TravelOptions& options) : diagonals(options.diagonals), corners(options.corners) {
  unit = diagonals ? kStraight : 1;
  uint32_t least = 255, most = 0;
  for (uint32_t terrain = 0; terrain < kImpassable; ++terrain) {
    const uint32_t cost = options.costs[terrain];
    if (cost == 0) continue;
    straight[terrain] = static_cast<uint16_t>(cost * unit);
    diagonal[terrain] = static_cast<uint16_t>(cost * kDiagonal);
    least = std::min(least, cost);
    most = std::max(most, cost);
  }
  turning = {0, static_cast<uint16_t>(options.turn_side * unit),
             static_cast<uint16_t>(options.turn_back * unit)};
  most_turning = unit * std::max(options.turn_side, options.turn_back);
  step = most_turning == 0 ? 1 : options.step;
  heuristic = most_turning == 0 ? least : 1;
  if (options.steps != 0) limit = std::min(kFarthestCost, options.steps * unit);

  // What stands next to a cell scores higher by at most a step, its distance and a turning. It scores lower
  // by at most a turning, and so does all that ever comes of it.
  const uint32_t longest = diagonals ? kDiagonal : 1;
  window = longest * (step * most + heuristic) + 2 * most_turning + 1;
}

}  // namespace ishi
