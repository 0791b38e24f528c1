#include <algorithm>
#include <cmath>

#include "decision.h"

namespace ishi::benchmarks {
namespace {

float mapped(float y, float low) { return low + (1 - low) * y; }

float of(const Linear& c, float x) { return mapped(std::clamp(c.slope * x + c.offset, 0.0F, 1.0F), c.low); }
float of(const Logistic& c, float x) { return mapped(1 / (1 + std::exp(c.slope * (c.midpoint - x))), c.low); }
float of(const Smoothstep& c, float x) {
  const float t = std::clamp((x - c.from) * (1 / (c.to - c.from)), 0.0F, 1.0F);
  const float y = t * t * (3 - 2 * t);
  return mapped(c.inverted ? 1 - y : y, c.low);
}
template <size_t kCount>
float of(const std::array<CurvePoint, kCount>& points, float x) {
  for (size_t i = 1; i < kCount; ++i) {
    const CurvePoint from = points[i - 1];
    const CurvePoint to = points[i];
    if (x < to.x) return from.y + (x - from.x) * ((to.y - from.y) / (to.x - from.x));
  }
  return points[kCount - 1].y;
}

float square(float x) { return mapped(x * x, kSquare.low); }
float cube(float x) { return 1 - x * x * x; }
float eager(float x) { return std::pow(x, kEager.exponent); }
float slow(float x) { return mapped(1 - std::pow(x, kSlow.exponent), kSlow.low); }

int32_t decide_one(const Inputs& in, int32_t running) {
  const float health = in.health * (1.0F / 100);
  const float stamina = in.stamina * (1.0F / 50);
  const float ammo = in.ammo * (1.0F / 30);
  const float foe_distance = in.foe_distance * (1.0F / 60);
  const float foes = in.foes * (1.0F / 8);
  const float home_distance = in.home_distance * (1.0F / 500);
  const float safety = of(kPanic, 1 - health);
  const float supply = eager(1 - ammo);
  const float comfort = of(kWary, in.hunger);
  const auto weight = [&](uint32_t i) {
    return kGains[i][0] * safety + kGains[i][1] * supply + kGains[i][2] * comfort;
  };
  const std::array<float, kActions> scores = {
      of(kNear, in.foe_distance) * of(kBrave, health) * square(ammo) * of(kWary, in.morale) * weight(0),
      of(kBand, in.foe_distance) * of(kGrowing, in.light) * slow(in.noise) * of(kCalm, foes) * weight(1),
      of(kCrowd, in.foes) * of(kFading, health) * of(kBrave, stamina) * of(kCalm, in.morale) * weight(2),
      of(kReach, in.cover_distance) * of(kDim, in.light) * of(kFading, in.noise) * of(kPanic, foes) *
          weight(3),
      slow(ammo) * of(kDim, foes) * of(kPanic, foe_distance) * of(kFading, in.morale) * weight(4),
      cube(stamina) * of(kWary, foe_distance) * of(kCalm, in.noise) * of(kHomely, in.home_distance) *
          weight(5),
      square(in.hunger) * of(kFading, foes) * of(kDim, in.noise) * of(kBrave, in.light) * weight(6),
      of(kCrowd, in.allies) * of(kGrowing, home_distance) * eager(foes) * of(kWary, stamina) * weight(7)};
  float best = 0;
  int32_t picked = running;
  for (int32_t i = 0; i < static_cast<int32_t>(kActions); ++i) {
    const float score = scores[i] + (i == running ? kInertia : 0);
    if (score > best) {
      best = score;
      picked = i;
    }
  }
  return picked;
}

}  // namespace

void ScalarCrowd::decide() {
  for (Agent& agent : agents_) agent.running = decide_one(agent.inputs, agent.running);
}

}  // namespace ishi::benchmarks
