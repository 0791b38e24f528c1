#pragma once

#include <span>
#include <vector>

#include "drawing.h"

// The ground of the fight: rocks, boxes and chests, what can be seen past the rocks, and how one walks round
// them. Nothing here knows of behaviours.

namespace squad {

using games::Place;

inline constexpr float kWidth = 44, kDepth = 26;  // metres
inline constexpr float kStep = 0.1F;              // seconds a frame

struct Circle {
  Place centre{};
  float radius = 0;  // metres
};

[[nodiscard]] Place plus(Place a, Place b, float times = 1);
// Of length 1, or zeros if both are one place.
[[nodiscard]] Place direction(Place from, Place to);
[[nodiscard]] Place turned(Place direction, float radians);
// Between two directions, 0 to pi.
[[nodiscard]] float angle_between(Place a, Place b);
// A direction that comes closer to another one by at most so many radians.
[[nodiscard]] Place turn_towards(Place direction, Place wanted, float radians);
[[nodiscard]] float distance_to_line(Place place, Place from, Place to);
// Within the walls.
[[nodiscard]] Place on_ground(Place place);

// True if nothing of these stands between two places.
[[nodiscard]] bool is_clear(Place from, Place to, std::span<const Circle> circles);
// Where one is who walks so many metres to a place, round the circles that are in the way.
[[nodiscard]] Place walk_round(Place from, Place to, float length, std::span<const Circle> circles);

// Where to stand at a rock so that it is between oneself and somebody, and where to step out to see him; of
// the two sides the one that is nearer to `place`.
[[nodiscard]] Place shelter(const Circle& rock, Place from);
[[nodiscard]] Place lookout(const Circle& rock, Place from, Place place);

[[nodiscard]] std::vector<Circle> rocks();

}  // namespace squad
