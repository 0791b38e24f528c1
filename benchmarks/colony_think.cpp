// A thought over 96 leaves that all workers share, with a distance in `when` and three considerations: beside
// it the same behind virtual calls, and as good code over columns.

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "agents.h"
#include "colony_kernels.h"
#include "colony_parts.h"
#include "ishi/tools.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kLeaves = 96;
constexpr float kReach = 15, kIdle = 0.02F, kInertia = 0.03F;

struct Leaf {
  Vector3 at{};
  float freshness = 0, weight = 0;
};
struct Picker {
  Vector3 at{};
  float strength = 0;
  bool laden = false;
};

float close_of(float d) { return d < 6 ? 1 - d * (0.2F / 6) : d < 15 ? 0.8F - (d - 6) * (0.6F / 9) : 0.2F; }
float light_of(float x) { return 0.1F + 0.9F / (1 + std::exp(6 * (x - 0.4F))); }
float eager_of(float x) { return 0.2F + 0.8F * x * x; }

struct Pickers : Agents {
  explicit Pickers(uint32_t count, float spread, const Kernels& kernels = {})
      : Agents(ISHI_COLONY_BLOB, "picker", count, kLeaves, kernels), leaves(kLeaves), pickers(count) {
    std::mt19937 random(3);
    const float side = std::sqrt(static_cast<float>(count)) * spread;
    const auto number = [&random] { return static_cast<float>(random() >> 8) * 0x1p-24F; };
    const auto place = [&] { return Vector3{number() * side, 0, number() * side}; };
    Column<float> freshness, weight;
    require(world.field(id_of("things/leaf", "freshness"), freshness));
    require(world.field(id_of("things/leaf", "weight"), weight));
    std::array<Entity, kLeaves> all;
    for (uint32_t i = 0; i < kLeaves; ++i) {
      leaves[i] = {place(), number(), number() * 10};
      require(world.spawn_entity({.position = leaves[i].at, .thing = ThingId::of("leaf")}, all[i]));
      freshness[all[i].index] = leaves[i].freshness;
      weight[all[i].index] = leaves[i].weight;
    }
    ids.assign(all.begin(), all.end());
    require(world.candidates(SetId::of("leaves")).set(all));
    const auto strength = population.column<float>(id_of("blackboard", "strength"));
    const auto laden = population.column<uint8_t>(id_of("blackboard", "laden"));
    for (uint32_t i = 0; i < count; ++i) {
      pickers[i] = {place(), number() * 10, random() % 16 == 0};
      require(world.set_position(population.agent_of(slots[i]), pickers[i].at));
      strength[slots[i]] = pickers[i].strength;
      laden[slots[i]] = pickers[i].laden ? 1 : 0;
    }
  }

  std::vector<Leaf> leaves;
  std::vector<Entity> ids;
  std::vector<Picker> pickers;
};

float score_of(const Picker& picker, const Leaf& leaf) {
  const float distance = distance_of(leaf.at, picker.at);
  if (picker.laden || !(distance < kReach)) return -1;
  return close_of(distance) * light_of(leaf.weight * 0.1F - 0.05F * picker.strength) *
         eager_of(leaf.freshness);
}

// Considerations are objects that all agents share, agents are objects on the heap.
struct Consideration {
  virtual ~Consideration() = default;
  [[nodiscard]] virtual float score(const Picker& picker, const Leaf& leaf) const = 0;
};
struct Near final : Consideration {
  [[nodiscard]] float score(const Picker& picker, const Leaf& leaf) const override {
    return close_of(distance_of(leaf.at, picker.at));
  }
};
struct Fresh final : Consideration {
  [[nodiscard]] float score(const Picker&, const Leaf& leaf) const override {
    return eager_of(leaf.freshness);
  }
};
struct Light final : Consideration {
  [[nodiscard]] float score(const Picker& picker, const Leaf& leaf) const override {
    return light_of(leaf.weight * 0.1F - 0.05F * picker.strength);
  }
};
struct Gathering {
  std::array<std::unique_ptr<Consideration>, 3> considerations = {
      std::make_unique<Near>(), std::make_unique<Fresh>(), std::make_unique<Light>()};

  [[nodiscard]] bool may(const Picker& picker, const Leaf& leaf) const {
    return !picker.laden && distance_of(leaf.at, picker.at) < kReach;
  }
  [[nodiscard]] float score(const Picker& picker, const Leaf& leaf) const {
    float product = 1;
    for (const auto& one : considerations) product *= one->score(picker, leaf);
    return product;
  }
};

uint32_t choose_plainly(const Gathering& gathering, const Picker& picker, const std::vector<Leaf>& leaves,
                        uint32_t running) {
  uint32_t chosen = kLeaves;
  float best = kIdle + (running == kLeaves ? kInertia : 0);
  for (uint32_t k = 0; k < leaves.size(); ++k) {
    if (!gathering.may(picker, leaves[k])) continue;
    const float score = gathering.score(picker, leaves[k]) + (running == k ? kInertia : 0);
    if (score > best) chosen = k, best = score;
  }
  return chosen;
}

// Columns; what depends on the leaf alone is computed once, the exponential for those alone that can win.
struct LeafColumns {
  explicit LeafColumns(const std::vector<Leaf>& leaves) {
    for (const Leaf& leaf : leaves) {
      const uint32_t k = count++;
      x[k] = leaf.at.x, y[k] = leaf.at.y, z[k] = leaf.at.z;
      eager[k] = eager_of(leaf.freshness);
      weight[k] = leaf.weight * 0.1F;
    }
  }

  uint32_t count = 0;
  alignas(64) std::array<float, kLeaves> x, y, z, eager, weight;
};

uint32_t choose_well(const Picker& picker, const LeafColumns& leaves, uint32_t running) {
  if (picker.laden) return kLeaves;
  alignas(64) std::array<float, kLeaves> squared;
  for (uint32_t k = 0; k < kLeaves; ++k) {
    const float x = leaves.x[k] - picker.at.x, y = leaves.y[k] - picker.at.y, z = leaves.z[k] - picker.at.z;
    squared[k] = x * x + y * y + z * z;
  }
  uint32_t chosen = kLeaves;
  float best = kIdle + (running == kLeaves ? kInertia : 0);
  for (uint32_t k = 0; k < kLeaves; ++k) {
    if (!(squared[k] < kReach * kReach)) continue;
    const float without = close_of(std::sqrt(squared[k])) * leaves.eager[k];
    const float inertia = running == k ? kInertia : 0;
    if (without + inertia <= best) continue;
    const float score = without * light_of(leaves.weight[k] - 0.05F * picker.strength) + inertia;
    if (score > best) chosen = k, best = score;
  }
  return chosen;
}

// The leaf that runs by now, by agent; kLeaves: it idles.
std::vector<uint32_t> running_of(Pickers& agents) {
  std::vector<uint32_t> running;
  for (const uint32_t slot : agents.slots) {
    const Entity leaf = agents.population.candidate(agents.population.agent_of(slot));
    running.push_back(
        static_cast<uint32_t>(std::find(agents.ids.begin(), agents.ids.end(), leaf) - agents.ids.begin()));
  }
  return running;
}

// All ways choose the same, at first and when it runs; where two leaves are as good but for rounding, either.
std::vector<uint32_t> check_choices(Pickers& agents) {
  const Gathering gathering;
  const LeafColumns columns(agents.leaves);
  std::vector<uint32_t> before(agents.slots.size(), kLeaves + 1);
  for (int round = 0; round < 2; ++round) {
    agents.decide();
    const std::vector<uint32_t> chosen = running_of(agents);
    for (uint32_t i = 0; i < chosen.size(); ++i) {
      const auto worth = [&](uint32_t leaf) {
        const float score = leaf == kLeaves ? kIdle : score_of(agents.pickers[i], agents.leaves[leaf]);
        return score + (leaf == before[i] ? kInertia : 0);
      };
      for (const uint32_t other : {choose_plainly(gathering, agents.pickers[i], agents.leaves, before[i]),
                                   choose_well(agents.pickers[i], columns, before[i])}) {
        if (other != chosen[i] && !(std::fabs(worth(other) - worth(chosen[i])) < 1e-5F))
          differ("the leaf", i);
      }
    }
    before = chosen;
  }
  return before;
}

// The second argument is whether the crowd is dense.
Pickers pickers_of(const benchmark::State& state, const Kernels& kernels = {}) {
  return Pickers(static_cast<uint32_t>(state.range(0)), state.range(1) != 0 ? 1.6F : 8, kernels);
}

void decide(benchmark::State& state, const Kernels& kernels) {
  Pickers agents = pickers_of(state, kernels);
  if (!kernels.list.empty() && Tools(agents.population).kernel_use() != KernelUse::runs)
    return state.SkipWithError("the kernel does not run");
  check_choices(agents);
  uint64_t decisions = 0;
  for (auto _ : state) decisions += agents.decide();
  report(state, "per_decision", decisions);
}
void decide_by_machine(benchmark::State& state) { decide(state, {}); }
void decide_by_kernel(benchmark::State& state) { decide(state, ::colony::kernels); }

template <typename Choose>
void decide_by_hand(benchmark::State& state, Pickers& agents, Choose&& choose) {
  std::vector<uint32_t> chosen = check_choices(agents);
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (uint32_t i = 0; i < chosen.size(); ++i) chosen[i] = choose(i, chosen[i]);
    benchmark::DoNotOptimize(chosen.data());
    benchmark::ClobberMemory();
    decisions += chosen.size();
  }
  report(state, "per_decision", decisions);
}
void decide_plainly(benchmark::State& state) {
  Pickers agents = pickers_of(state);
  const Gathering gathering;
  std::vector<std::unique_ptr<Picker>> heap;
  for (const Picker& picker : agents.pickers) heap.push_back(std::make_unique<Picker>(picker));
  decide_by_hand(state, agents, [&](uint32_t i, uint32_t running) {
    return choose_plainly(gathering, *heap[i], agents.leaves, running);
  });
}
void decide_well(benchmark::State& state) {
  Pickers agents = pickers_of(state);
  const LeafColumns columns(agents.leaves);
  decide_by_hand(state, agents, [&](uint32_t i, uint32_t running) {
    return choose_well(agents.pickers[i], columns, running);
  });
}

void crowds(benchmark::internal::Benchmark* one) {
  for (const int agents : {1'200, 12'000}) {
    for (const int dense : {1, 0}) one->Args({agents, dense});
  }
  one->ArgNames({"", "dense"});
}

BENCHMARK(decide_by_machine)->Name("colony_think/ishi")->Apply(crowds);
BENCHMARK(decide_by_kernel)->Name("colony_think/kernel")->Apply(crowds);
BENCHMARK(decide_plainly)->Name("colony_think/virtual")->Apply(crowds);
BENCHMARK(decide_well)->Name("colony_think/hand")->Apply(crowds);

}  // namespace
}  // namespace ishi::benchmarks
