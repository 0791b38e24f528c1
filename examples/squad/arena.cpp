#include "arena.h"

#include <algorithm>
#include <cmath>

namespace squad {
namespace {

using games::distance;

constexpr float kBody = 0.6F;     // metres that somebody keeps off a rock
constexpr float kMargin = 0.8F;   // … and off the walls
constexpr float kStepOut = 1.2F;  // radians round a rock, to see past it

float cross(Place a, Place b) { return a.x * b.z - a.z * b.x; }

}  // namespace

Place plus(Place a, Place b, float times) { return {a.x + times * b.x, a.z + times * b.z}; }

Place direction(Place from, Place to) {
  const float d = distance(from, to);
  return d < 0.001F ? Place{0, 0} : Place{(to.x - from.x) / d, (to.z - from.z) / d};
}

Place turned(Place direction, float radians) {
  const float c = std::cos(radians), s = std::sin(radians);
  return {c * direction.x - s * direction.z, s * direction.x + c * direction.z};
}

float angle_between(Place a, Place b) { return std::abs(std::atan2(cross(a, b), a.x * b.x + a.z * b.z)); }

Place turn_towards(Place direction, Place wanted, float radians) {
  const float angle = std::atan2(cross(direction, wanted), direction.x * wanted.x + direction.z * wanted.z);
  return turned(direction, std::clamp(angle, -radians, radians));
}

float distance_to_line(Place place, Place from, Place to) {
  const float length = distance(from, to);
  const Place way = direction(from, to);
  const Place off = plus(place, from, -1);
  const float along = std::clamp(off.x * way.x + off.z * way.z, 0.0F, length);
  return distance(place, plus(from, way, along));
}

Place on_ground(Place place) {
  return {std::clamp(place.x, kMargin, kWidth - kMargin), std::clamp(place.z, kMargin, kDepth - kMargin)};
}

bool is_clear(Place from, Place to, std::span<const Circle> circles) {
  return std::none_of(circles.begin(), circles.end(), [&](const Circle& circle) {
    return distance_to_line(circle.centre, from, to) < circle.radius;
  });
}

Place walk_round(Place from, Place to, float length, std::span<const Circle> circles) {
  const Circle* first = nullptr;
  for (const Circle& circle : circles) {
    const float room = circle.radius + kBody - 0.1F;
    if (distance(to, circle.centre) < room || distance_to_line(circle.centre, from, to) >= room) continue;
    if (first == nullptr || distance(from, circle.centre) < distance(from, first->centre)) first = &circle;
  }
  if (first == nullptr) return on_ground(games::step_towards(from, to, length));
  // Along the tangent, on the side on which the goal is; who stands inside turns a little more outwards.
  const Place in = direction(from, first->centre);
  const float d = distance(from, first->centre);
  const float aside = d > first->radius + kBody ? std::asin((first->radius + kBody) / d) : 1.8F;
  const Place way = turned(in, cross(in, direction(from, to)) > 0 ? aside : -aside);
  return on_ground(plus(from, way, length));
}

Place shelter(const Circle& rock, Place from) {
  return on_ground(plus(rock.centre, direction(from, rock.centre), rock.radius + kBody));
}

Place lookout(const Circle& rock, Place from, Place place) {
  const Place away = direction(from, rock.centre);
  const float reach = rock.radius + kBody;
  const Place left = on_ground(plus(rock.centre, turned(away, kStepOut), reach));
  const Place right = on_ground(plus(rock.centre, turned(away, -kStepOut), reach));
  return distance(left, place) < distance(right, place) ? left : right;
}

std::vector<Circle> rocks() {
  return {{{7, 20}, 1.1F},  {{7.5F, 7}, 1.1F}, {{12, 13.5F}, 1.2F}, {{15, 22}, 1},      {{15.5F, 4.5F}, 1},
          {{20, 17.5F}, 1}, {{20, 9}, 1},      {{25, 23}, 1.1F},    {{25.5F, 3}, 1.1F}, {{32, 20.5F}, 1.1F},
          {{32, 6}, 1.1F},  {{37, 13}, 1.3F},  {{39, 22}, 1},       {{39, 4.5F}, 1}};
}

}  // namespace squad
