#include <algorithm>
#include <cmath>
#include <random>
#include <span>

#include "decision.h"

// Situations in which rounding does not decide: each is judged in double first.

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kSituations = 131'072;
constexpr double kNearTie = 1e-5;

double mapped(double y, double low) { return low + (1 - low) * std::clamp(y, 0.0, 1.0); }
double of(const Linear& c, double x) { return mapped(c.slope * x + c.offset, c.low); }
double of(const Power& c, double x) {
  const double y = std::pow(x, c.exponent);
  return mapped(c.inverted ? 1 - y : y, c.low);
}
double of(const Logistic& c, double x) {
  return mapped(1 / (1 + std::exp(-c.slope * (x - c.midpoint))), c.low);
}
double of(const Smoothstep& c, double x) {
  const double t = std::clamp((x - c.from) / (double{c.to} - c.from), 0.0, 1.0);
  const double y = t * t * (3 - 2 * t);
  return mapped(c.inverted ? 1 - y : y, c.low);
}
double of(std::span<const CurvePoint> points, double x) {
  if (x <= points.front().x) return points.front().y;
  for (size_t i = 1; i < points.size(); ++i) {
    const CurvePoint& from = points[i - 1];
    const CurvePoint& to = points[i];
    if (x < to.x) return from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y);
  }
  return points.back().y;
}

std::array<double, kActions> scores_of(const Inputs& in) {
  const double health = in.health / 100.0;
  const double stamina = in.stamina / 50.0;
  const double ammo = in.ammo / 30.0;
  const double foe_distance = in.foe_distance / 60.0;
  const double foes = in.foes / 8.0;
  const double home_distance = in.home_distance / 500.0;
  const std::array<double, kNeeds> needs = {of(kPanic, 1 - health), of(kEager, 1 - ammo),
                                            of(kWary, in.hunger)};
  std::array<double, kActions> scores = {
      of(kNear, in.foe_distance) * of(kBrave, health) * of(kSquare, ammo) * of(kWary, in.morale),
      of(kBand, in.foe_distance) * of(kGrowing, in.light) * of(kSlow, in.noise) * of(kCalm, foes),
      of(kCrowd, in.foes) * of(kFading, health) * of(kBrave, stamina) * of(kCalm, in.morale),
      of(kReach, in.cover_distance) * of(kDim, in.light) * of(kFading, in.noise) * of(kPanic, foes),
      of(kSlow, ammo) * of(kDim, foes) * of(kPanic, foe_distance) * of(kFading, in.morale),
      of(kCube, stamina) * of(kWary, foe_distance) * of(kCalm, in.noise) * of(kHomely, in.home_distance),
      of(kSquare, in.hunger) * of(kFading, foes) * of(kDim, in.noise) * of(kBrave, in.light),
      of(kCrowd, in.allies) * of(kGrowing, home_distance) * of(kEager, foes) * of(kWary, stamina)};
  for (uint32_t i = 0; i < kActions; ++i) {
    double weight = 0;
    for (uint32_t k = 0; k < kNeeds; ++k) weight += kGains[i][k] * needs[k];
    scores[i] *= weight;
  }
  return scores;
}

bool is_near_tie(const std::array<double, kActions>& scores) {
  for (uint32_t running = 0; running <= kActions; ++running) {
    double best = 0;
    double next = 0;
    for (uint32_t i = 0; i < kActions; ++i) {
      const double score = scores[i] + (i == running ? kInertia : 0);
      next = std::max(next, std::min(best, score));
      best = std::max(best, score);
    }
    if (best - next < kNearTie) return true;
  }
  return false;
}

std::vector<Inputs> make_situations() {
  std::vector<Inputs> result;
  result.reserve(kSituations);
  std::mt19937 random(1);
  const auto below = [&random](float high) { return static_cast<float>(random() >> 8) * 0x1p-24F * high; };
  while (result.size() < kSituations) {
    Inputs inputs{};
    for (uint32_t i = 0; i < kInputs; ++i) (&inputs.health)[i] = below(kHighest[i]);
    if (!is_near_tie(scores_of(inputs))) result.push_back(inputs);
  }
  return result;
}

}  // namespace

const Inputs* situations(uint32_t count) {
  static const std::vector<Inputs> all = make_situations();
  return count <= all.size() ? all.data() : nullptr;
}

}  // namespace ishi::benchmarks
