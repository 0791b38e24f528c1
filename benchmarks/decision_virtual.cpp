#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <span>

#include "decision.h"

// The decision as games write it: what an agent may do is a list of actions, what speaks for an action a list
// of considerations, each an object of its class with its numbers.

namespace ishi::benchmarks {
namespace {

class Action;
class Consideration;

float mapped(float y, float low) { return low + (1 - low) * y; }

}  // namespace

struct Behaviour {
  std::vector<std::unique_ptr<const Consideration>> needs;
  std::vector<std::unique_ptr<const Action>> actions;
};

class VirtualCrowd::Agent {
 public:
  explicit Agent(std::shared_ptr<const Behaviour> behaviour) : behaviour_(std::move(behaviour)) {}
  void think();
  [[nodiscard]] int32_t running() const { return running_; }

  Inputs blackboard{};

 private:
  std::shared_ptr<const Behaviour> behaviour_;
  int32_t running_ = kNothing;
};

namespace {

using Agent = VirtualCrowd::Agent;

class Consideration {
 public:
  Consideration() = default;
  Consideration(const Consideration&) = delete;
  Consideration& operator=(const Consideration&) = delete;
  virtual ~Consideration() = default;
  [[nodiscard]] virtual float score(const Agent& agent) const = 0;
};

// An input of the agent's, its range taken off; `rest` is what is left of it.
struct Source {
  float Inputs::*input;
  float highest = 1;
  bool rest = false;

  [[nodiscard]] float of(const Agent& agent) const {
    const float norm = agent.blackboard.*input / highest;
    return rest ? 1 - norm : norm;
  }
};

class LinearConsideration final : public Consideration {
 public:
  LinearConsideration(Source source, const Linear& curve) : source_(source), curve_(curve) {}
  [[nodiscard]] float score(const Agent& agent) const override {
    return mapped(std::clamp(curve_.slope * source_.of(agent) + curve_.offset, 0.0F, 1.0F), curve_.low);
  }

 private:
  Source source_;
  Linear curve_;
};

class PowerConsideration final : public Consideration {
 public:
  PowerConsideration(Source source, const Power& curve) : source_(source), curve_(curve) {}
  [[nodiscard]] float score(const Agent& agent) const override {
    const float y = std::pow(source_.of(agent), curve_.exponent);
    return mapped(curve_.inverted ? 1 - y : y, curve_.low);
  }

 private:
  Source source_;
  Power curve_;
};

class LogisticConsideration final : public Consideration {
 public:
  LogisticConsideration(Source source, const Logistic& curve) : source_(source), curve_(curve) {}
  [[nodiscard]] float score(const Agent& agent) const override {
    return mapped(1 / (1 + std::exp(-curve_.slope * (source_.of(agent) - curve_.midpoint))), curve_.low);
  }

 private:
  Source source_;
  Logistic curve_;
};

class SmoothstepConsideration final : public Consideration {
 public:
  SmoothstepConsideration(Source source, const Smoothstep& curve) : source_(source), curve_(curve) {}
  [[nodiscard]] float score(const Agent& agent) const override {
    const float t = std::clamp((source_.of(agent) - curve_.from) / (curve_.to - curve_.from), 0.0F, 1.0F);
    const float y = t * t * (3 - 2 * t);
    return mapped(curve_.inverted ? 1 - y : y, curve_.low);
  }

 private:
  Source source_;
  Smoothstep curve_;
};

class PointsConsideration final : public Consideration {
 public:
  PointsConsideration(float Inputs::*input, std::span<const CurvePoint> points)
      : input_(input), points_(points.begin(), points.end()) {}
  [[nodiscard]] float score(const Agent& agent) const override {
    const float x = agent.blackboard.*input_;
    for (size_t i = 1; i < points_.size(); ++i) {
      const CurvePoint& from = points_[i - 1];
      const CurvePoint& to = points_[i];
      if (x < to.x) return from.y + (x - from.x) / (to.x - from.x) * (to.y - from.y);
    }
    return points_.back().y;
  }

 private:
  float Inputs::*input_;
  std::vector<CurvePoint> points_;
};

using Considerations = std::array<std::unique_ptr<const Consideration>, 4>;
using Levels = std::array<float, kNeeds>;

class Action {
 public:
  Action() = default;
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  virtual ~Action() = default;
  [[nodiscard]] virtual float evaluate(const Agent& agent, const Levels& needs) const = 0;
};

class GainingAction final : public Action {
 public:
  GainingAction(const std::array<float, kNeeds>& gains, Considerations considerations)
      : gains_(gains), considerations_(std::move(considerations)) {}

  [[nodiscard]] float evaluate(const Agent& agent, const Levels& needs) const override {
    float score = 0;
    for (uint32_t i = 0; i < kNeeds; ++i) score += needs[i] * gains_[i];
    for (const auto& consideration : considerations_) score *= consideration->score(agent);
    return score;
  }

 private:
  std::array<float, kNeeds> gains_;
  Considerations considerations_;
};

constexpr Source kHealth = {&Inputs::health, 100};
constexpr Source kStamina = {&Inputs::stamina, 50};
constexpr Source kAmmo = {&Inputs::ammo, 30};
constexpr Source kMorale = {&Inputs::morale};
constexpr Source kHunger = {&Inputs::hunger};
constexpr Source kFoeDistance = {&Inputs::foe_distance, 60};
constexpr Source kFoes = {&Inputs::foes, 8};
constexpr Source kHomeDistance = {&Inputs::home_distance, 500};
constexpr Source kNoise = {&Inputs::noise};
constexpr Source kLight = {&Inputs::light};

using One = std::unique_ptr<const Consideration>;
One of(Source source, const Linear& curve) { return std::make_unique<LinearConsideration>(source, curve); }
One of(Source source, const Power& curve) { return std::make_unique<PowerConsideration>(source, curve); }
One of(Source source, const Logistic& curve) {
  return std::make_unique<LogisticConsideration>(source, curve);
}
One of(Source source, const Smoothstep& curve) {
  return std::make_unique<SmoothstepConsideration>(source, curve);
}
One of(float Inputs::*input, std::span<const CurvePoint> points) {
  return std::make_unique<PointsConsideration>(input, points);
}

std::shared_ptr<const Behaviour> make_behaviour() {
  auto result = std::make_shared<Behaviour>();
  result->needs.push_back(of({&Inputs::health, 100, true}, kPanic));
  result->needs.push_back(of({&Inputs::ammo, 30, true}, kEager));
  result->needs.push_back(of(kHunger, kWary));
  const auto add = [&](One a, One b, One c, One d) {
    const auto& gains = kGains[result->actions.size()];
    result->actions.push_back(std::make_unique<GainingAction>(
        gains, Considerations{std::move(a), std::move(b), std::move(c), std::move(d)}));
  };
  add(of(&Inputs::foe_distance, kNear), of(kHealth, kBrave), of(kAmmo, kSquare), of(kMorale, kWary));
  add(of(&Inputs::foe_distance, kBand), of(kLight, kGrowing), of(kNoise, kSlow), of(kFoes, kCalm));
  add(of(&Inputs::foes, kCrowd), of(kHealth, kFading), of(kStamina, kBrave), of(kMorale, kCalm));
  add(of(&Inputs::cover_distance, kReach), of(kLight, kDim), of(kNoise, kFading), of(kFoes, kPanic));
  add(of(kAmmo, kSlow), of(kFoes, kDim), of(kFoeDistance, kPanic), of(kMorale, kFading));
  add(of(kStamina, kCube), of(kFoeDistance, kWary), of(kNoise, kCalm), of(&Inputs::home_distance, kHomely));
  add(of(kHunger, kSquare), of(kFoes, kFading), of(kNoise, kDim), of(kLight, kBrave));
  add(of(&Inputs::allies, kCrowd), of(kHomeDistance, kGrowing), of(kFoes, kEager), of(kStamina, kWary));
  return result;
}

// What a heap looks like after a while: objects of one kind lie among others, and in no order.
class Litter {
 public:
  void drop() {
    pieces_.emplace_back(std::make_unique<char[]>(16 + random_() % 112));
    if (random_() % 2 == 0) pieces_[random_() % pieces_.size()].reset();
  }
  std::mt19937& random() { return random_; }

 private:
  std::mt19937 random_{1};
  std::vector<std::unique_ptr<char[]>> pieces_;
};

}  // namespace

void VirtualCrowd::Agent::think() {
  Levels needs;
  for (uint32_t i = 0; i < kNeeds; ++i) needs[i] = behaviour_->needs[i]->score(*this);
  float best = 0;
  int32_t picked = running_;
  for (int32_t i = 0; i < static_cast<int32_t>(behaviour_->actions.size()); ++i) {
    const float score = behaviour_->actions[i]->evaluate(*this, needs) + (i == running_ ? kInertia : 0.0F);
    if (score > best) {
      best = score;
      picked = i;
    }
  }
  running_ = picked;
}

VirtualCrowd::VirtualCrowd(uint32_t count, bool owned) : agents_(count) {
  Litter litter;
  std::vector<uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0U);
  std::shuffle(order.begin(), order.end(), litter.random());
  const auto shared = make_behaviour();
  for (const uint32_t i : order) {
    agents_[i] = std::make_unique<Agent>(owned ? make_behaviour() : shared);
    litter.drop();
  }
}

VirtualCrowd::~VirtualCrowd() = default;

void VirtualCrowd::set(uint32_t agent, const Inputs& inputs) { agents_[agent]->blackboard = inputs; }

void VirtualCrowd::decide() {
  for (const auto& agent : agents_) agent->think();
}

int32_t VirtualCrowd::option(uint32_t agent) const { return agents_[agent]->running(); }

}  // namespace ishi::benchmarks
