#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

// The decision of skirmisher.ishi.yaml in numbers, for the ways of writing it by hand, and these ways. Each
// is a crowd of agents that all decide when told to. Options are counted as in the YAML.

namespace ishi::benchmarks {

inline constexpr uint32_t kInputs = 12;
inline constexpr uint32_t kActions = 8;
inline constexpr uint32_t kNeeds = 3;
inline constexpr int32_t kNothing = 0xffff;  // that an agent runs before it has decided
inline constexpr float kInertia = 0.03F;

// In the order of the YAML's blackboard.
struct Inputs {
  float health, stamina, ammo, morale, hunger, foe_distance, foes, allies, cover_distance, home_distance,
      noise, light;

  float operator[](size_t i) const { return (&health)[i]; }
};
static_assert(sizeof(Inputs) == kInputs * sizeof(float));

inline constexpr std::array<float, kInputs> kHighest = {100, 50, 30, 1, 1, 60, 8, 8, 40, 500, 1, 1};
inline constexpr std::array<const char*, kInputs> kInputNames = {
    "health", "stamina", "ammo",           "morale",        "hunger", "foe_distance",
    "foes",   "allies",  "cover_distance", "home_distance", "noise",  "light"};

// The curves. What they give lies in 0..1, mapped to low..1 where they have a `low`.
struct Linear {
  float slope, offset, low;  // slope * x + offset
};
struct Power {
  float exponent;
  bool inverted;
  float low;
};
struct Logistic {
  float midpoint, slope, low;
};
struct Smoothstep {
  float from, to;
  bool inverted;
  float low;
};
struct CurvePoint {
  float x, y;
};

inline constexpr Linear kFading = {-0.8F, 1, 0};
inline constexpr Linear kGrowing = {1.25F, -0.125F, 0.3F};
inline constexpr Power kSquare = {2, false, 0.2F};
inline constexpr Power kCube = {3, true, 0};
inline constexpr Power kEager = {0.4F, false, 0};
inline constexpr Power kSlow = {1.6F, true, 0.1F};
inline constexpr Logistic kPanic = {0.6F, 12, 0};
inline constexpr Logistic kBrave = {0.35F, 9, 0.2F};
inline constexpr Logistic kCalm = {0.5F, -10, 0.1F};
inline constexpr Smoothstep kWary = {0.2F, 0.8F, false, 0.2F};
inline constexpr Smoothstep kDim = {0.1F, 0.7F, true, 0.3F};
inline constexpr std::array<CurvePoint, 4> kNear = {{{0, 1}, {10, 0.9F}, {25, 0.4F}, {45, 0.15F}}};
inline constexpr std::array<CurvePoint, 5> kBand = {{{0, 0.2F}, {8, 0.6F}, {20, 1}, {35, 0.7F}, {60, 0.1F}}};
inline constexpr std::array<CurvePoint, 4> kCrowd = {{{0, 0.1F}, {1, 0.5F}, {3, 0.9F}, {6, 1}}};
inline constexpr std::array<CurvePoint, 3> kReach = {{{0, 1}, {15, 0.7F}, {40, 0.2F}}};
inline constexpr std::array<CurvePoint, 4> kHomely = {{{0, 1}, {80, 0.8F}, {200, 0.4F}, {500, 0.1F}}};

// What each action gains for safety, supply and comfort.
inline constexpr std::array<std::array<float, kNeeds>, kActions> kGains = {{
    {1.0F, 0.5F, 0.3F},   // attack
    {0.8F, 0.4F, 0.4F},   // snipe
    {0.9F, 0.6F, -0.1F},  // flee
    {0.8F, 0.7F, 0.3F},   // hide
    {-0.2F, 1.0F, 0.4F},  // reload
    {0.1F, 0.3F, 0.8F},   // rest
    {-0.1F, 0.2F, 1.0F},  // eat
    {0.6F, 0.5F, -0.2F},  // regroup
}};

// The first `count` of one list of random situations, up to 131,072. None is a near tie: whatever an agent
// runs, the best option is better than the next one, and than nothing, by more than 1e-5. So rounding does
// not decide.
const Inputs* situations(uint32_t count);

// An array of structs and one function that decides for one of them.
class ScalarCrowd {
 public:
  explicit ScalarCrowd(uint32_t count) : agents_(count) {}
  void set(uint32_t agent, const Inputs& inputs) { agents_[agent].inputs = inputs; }
  void decide();
  [[nodiscard]] int32_t option(uint32_t agent) const { return agents_[agent].running; }

 private:
  struct Agent {
    Inputs inputs{};
    int32_t running = kNothing;
  };
  std::vector<Agent> agents_;
};

// Agents, actions and considerations are objects with virtual functions, one heap object an agent; agents lie
// in the heap as chance will have it. `owned`: each agent has actions and considerations of its own, as in
// the article; else all share them.
class VirtualCrowd {
 public:
  VirtualCrowd(uint32_t count, bool owned);
  VirtualCrowd(const VirtualCrowd&) = delete;
  VirtualCrowd& operator=(const VirtualCrowd&) = delete;
  ~VirtualCrowd();
  void set(uint32_t agent, const Inputs& inputs);
  void decide();
  [[nodiscard]] int32_t option(uint32_t agent) const;

  class Agent;

 private:
  std::vector<std::unique_ptr<Agent>> agents_;
};

// A blackboard of names and values, considerations of type std::function that ask it by name.
class NamedCrowd {
 public:
  explicit NamedCrowd(uint32_t count);
  NamedCrowd(const NamedCrowd&) = delete;
  NamedCrowd& operator=(const NamedCrowd&) = delete;
  ~NamedCrowd();
  void set(uint32_t agent, const Inputs& inputs);
  void decide();
  [[nodiscard]] int32_t option(uint32_t agent) const;

 private:
  struct Agent;
  struct Behaviour;
  std::unique_ptr<Behaviour> behaviour_;
  std::vector<Agent> agents_;
};

// Columns, and a loop of vector code over them, for the best instructions that the machine has.
class SimdCrowd {
 public:
  // Columns that do not lie a multiple of 4 KiB apart, padded to whole vectors.
  static constexpr uint32_t kPadding = 64;

  explicit SimdCrowd(uint32_t count);
  void set(uint32_t agent, const Inputs& inputs) {
    for (uint32_t i = 0; i < kInputs; ++i) columns_[i][agent] = inputs[i];
  }
  void decide();
  [[nodiscard]] int32_t option(uint32_t agent) const { return running_[agent]; }

 protected:
  struct Free {
    void operator()(void* memory) const;
  };
  uint32_t count_;
  std::unique_ptr<float[], Free> memory_;
  std::array<float*, kInputs> columns_{};
  int32_t* running_ = nullptr;
};

// The same under the runtime's float contract.
class ExactSimdCrowd : public SimdCrowd {
 public:
  using SimdCrowd::SimdCrowd;
  void decide();
};

// The loops, over columns and what runs; a multiple of SimdCrowd::kPadding must lie behind the agents.
namespace fused {
void decide(const float* const* inputs, int32_t* running, size_t count);
}
namespace exact {
void decide(const float* const* inputs, int32_t* running, size_t count);
}

}  // namespace ishi::benchmarks
