#include "moving.h"

#include <algorithm>
#include <cmath>

namespace skirmish {
namespace {

using games::distance;
using games::step_towards;

constexpr float kWalking = 2.3F, kRunning = 3.1F, kTired = 1.7F, kStalking = 1.6F,
                kChasing = 3.2F;  // metres per second
constexpr float kRoom = 0.9F;     // between two bodies
constexpr float kArm = 1.3F;      // approaching ends
constexpr float kMargin = 1;      // at the edges

Place plus(Place a, Place b, float times = 1) { return {a.x + times * b.x, a.z + times * b.z}; }

Place direction(Place from, Place to) {
  const float d = distance(from, to);
  return d < 0.01F ? Place{0, 0} : Place{(to.x - from.x) / d, (to.z - from.z) / d};
}

void step(Body& body, Place to, float speed) {
  const Place next = on_field(step_towards(body.place, to, speed * kStep));
  body.heading = direction(body.place, next);
  body.place = next;
}

}  // namespace

Place on_field(Place place) {
  return {std::clamp(place.x, kMargin, kWidth - kMargin), std::clamp(place.z, kMargin, kDepth - kMargin)};
}

bool is_cornered(Place place, Place from) {
  const Place away = plus(place, direction(from, place), 2);
  return distance(place, from) < 3 && distance(on_field(away), place) < 1.2F;
}

bool walk_to(Body& body, Place to) {
  step(body, to, kWalking);
  rest(body);
  return distance(body.place, to) < 0.8F;
}

void approach(Body& body, Place who) {
  if (distance(body.place, who) > kArm) step(body, who, kWalking);
  rest(body);
}

void chase(Body& body, Place who) {
  if (distance(body.place, who) > kArm) step(body, who, body.breath > 0 ? kChasing : kWalking);
  body.breath = std::max(0.0F, body.breath - 0.12F * kStep);
}

void circle(Body& body, Place who) {
  constexpr float kRadius = 6.5F;
  const Place in = direction(body.place, who);
  const Place side = body.is_left ? Place{-in.z, in.x} : Place{in.z, -in.x};
  const float closer = std::clamp(0.4F * (distance(body.place, who) - kRadius), -1.0F, 1.0F);
  const Place before = body.place;
  step(body, plus(body.place, plus(side, in, closer)), kStalking);
  // At the edge of the field it turns round.
  if (distance(before, body.place) < 0.5F * kStalking * kStep) body.is_left = !body.is_left;
  rest(body);
}

void keep_off(Body& body, Place who) {
  constexpr float kFar = 9;
  if (distance(body.place, who) < kFar) step(body, plus(body.place, direction(who, body.place)), kWalking);
  rest(body);
}

void flee(Body& body, std::span<const Place> foes) {
  constexpr int kDirections = 24;
  constexpr float kLook = 4;  // metres ahead
  Place best = body.place;
  float most = -1e6F;
  for (int i = 0; i < kDirections; ++i) {
    const float turn = 6.2832F * static_cast<float>(i) / kDirections;
    const Place way{std::cos(turn), std::sin(turn)};
    const Place there = on_field(plus(body.place, way, kLook));
    // As far from all foes as can be, the near ones above all, with a liking for where it runs already.
    float score = 1.2F * (way.x * body.heading.x + way.z * body.heading.z);
    for (const Place foe : foes) score -= 60 / std::max(1.0F, distance(there, foe) * distance(there, foe));
    score -= 2 * (kLook - distance(there, body.place));  // what the edges cut off
    if (score <= most) continue;
    most = score;
    best = there;
  }
  step(body, best, body.breath > 0 ? kRunning : kTired);
  body.breath = std::max(0.0F, body.breath - 0.25F * kStep);
}

void hide_behind(Body& body, Place friend_place, Place foe) {
  const Place behind = plus(friend_place, direction(foe, friend_place), 3);
  if (distance(body.place, behind) > 1) step(body, behind, body.breath > 0 ? kRunning : kTired);
  body.breath = std::max(0.0F, body.breath - 0.05F * kStep);
}

void rest(Body& body) { body.breath = std::min(1.0F, body.breath + 0.05F * kStep); }

void push_apart(Body& a, Body& b) {
  const float d = distance(a.place, b.place);
  if (d >= kRoom) return;
  const Place way = d < 0.01F ? Place{1, 0} : direction(a.place, b.place);
  a.place = on_field(plus(a.place, way, -(kRoom - d) / 2));
  b.place = on_field(plus(b.place, way, (kRoom - d) / 2));
}

}  // namespace skirmish
