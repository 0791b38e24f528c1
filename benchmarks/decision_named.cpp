#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

#include "decision.h"

namespace ishi::benchmarks {
namespace {

using Blackboard = std::unordered_map<std::string, float>;
using Scorer = std::function<float(const Blackboard&)>;

float mapped(float y, float low) { return low + (1 - low) * y; }

Scorer of(std::string input, float highest, const Linear& c) {
  return [=](const Blackboard& b) {
    return mapped(std::clamp(c.slope * (b.at(input) / highest) + c.offset, 0.0F, 1.0F), c.low);
  };
}
Scorer of(std::string input, float highest, const Power& c) {
  return [=](const Blackboard& b) {
    const float y = std::pow(b.at(input) / highest, c.exponent);
    return mapped(c.inverted ? 1 - y : y, c.low);
  };
}
Scorer of(std::string input, float highest, const Logistic& c) {
  return [=](const Blackboard& b) {
    return mapped(1 / (1 + std::exp(-c.slope * (b.at(input) / highest - c.midpoint))), c.low);
  };
}
Scorer of(std::string input, float highest, const Smoothstep& c) {
  return [=](const Blackboard& b) {
    const float t = std::clamp((b.at(input) / highest - c.from) / (c.to - c.from), 0.0F, 1.0F);
    const float y = t * t * (3 - 2 * t);
    return mapped(c.inverted ? 1 - y : y, c.low);
  };
}
Scorer of(std::string input, std::span<const CurvePoint> c) {
  const std::vector<CurvePoint> points(c.begin(), c.end());
  return [=](const Blackboard& b) {
    const float x = b.at(input);
    for (size_t i = 1; i < points.size(); ++i) {
      const CurvePoint& from = points[i - 1];
      const CurvePoint& to = points[i];
      if (x < to.x) return from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y);
    }
    return points.back().y;
  };
}

struct Option {
  std::vector<Scorer> considerations;
  std::vector<std::pair<std::string, float>> gains;
};

}  // namespace

struct NamedCrowd::Behaviour {
  Behaviour();
  std::vector<std::pair<std::string, Scorer>> needs;
  std::vector<Option> options;
};

struct NamedCrowd::Agent {
  Blackboard blackboard;
  int32_t running = kNothing;
};

NamedCrowd::Behaviour::Behaviour() {
  needs.emplace_back("safety", [](const Blackboard& b) {
    return 1 / (1 + std::exp(-kPanic.slope * (1 - b.at("health") / 100 - kPanic.midpoint)));
  });
  needs.emplace_back("supply",
                     [](const Blackboard& b) { return std::pow(1 - b.at("ammo") / 30, kEager.exponent); });
  needs.emplace_back("comfort", of("hunger", 1, kWary));
  const auto add = [&](std::vector<Scorer> considerations) {
    const auto& gains = kGains[options.size()];
    options.push_back(
        {std::move(considerations), {{"safety", gains[0]}, {"supply", gains[1]}, {"comfort", gains[2]}}});
  };
  add({of("foe_distance", kNear), of("health", 100, kBrave), of("ammo", 30, kSquare),
       of("morale", 1, kWary)});
  add({of("foe_distance", kBand), of("light", 1, kGrowing), of("noise", 1, kSlow), of("foes", 8, kCalm)});
  add({of("foes", kCrowd), of("health", 100, kFading), of("stamina", 50, kBrave), of("morale", 1, kCalm)});
  add({of("cover_distance", kReach), of("light", 1, kDim), of("noise", 1, kFading), of("foes", 8, kPanic)});
  add({of("ammo", 30, kSlow), of("foes", 8, kDim), of("foe_distance", 60, kPanic), of("morale", 1, kFading)});
  add({of("stamina", 50, kCube), of("foe_distance", 60, kWary), of("noise", 1, kCalm),
       of("home_distance", kHomely)});
  add({of("hunger", 1, kSquare), of("foes", 8, kFading), of("noise", 1, kDim), of("light", 1, kBrave)});
  add({of("allies", kCrowd), of("home_distance", 500, kGrowing), of("foes", 8, kEager),
       of("stamina", 50, kWary)});
}

NamedCrowd::NamedCrowd(uint32_t count) : behaviour_(std::make_unique<Behaviour>()), agents_(count) {}
NamedCrowd::~NamedCrowd() = default;

void NamedCrowd::set(uint32_t agent, const Inputs& inputs) {
  for (uint32_t i = 0; i < kInputs; ++i) agents_[agent].blackboard[kInputNames[i]] = inputs[i];
}

void NamedCrowd::decide() {
  for (Agent& agent : agents_) {
    for (const auto& [need, level] : behaviour_->needs) agent.blackboard[need] = level(agent.blackboard);
    float best = 0;
    int32_t picked = agent.running;
    for (int32_t i = 0; i < static_cast<int32_t>(behaviour_->options.size()); ++i) {
      const Option& option = behaviour_->options[i];
      float score = 0;
      for (const auto& [need, gain] : option.gains) score += agent.blackboard.at(need) * gain;
      for (const Scorer& consideration : option.considerations) score *= consideration(agent.blackboard);
      score += i == agent.running ? kInertia : 0;
      if (score > best) {
        best = score;
        picked = i;
      }
    }
    agent.running = picked;
  }
}

int32_t NamedCrowd::option(uint32_t agent) const { return agents_[agent].running; }

}  // namespace ishi::benchmarks
