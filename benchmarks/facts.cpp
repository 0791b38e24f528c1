// What a decision for one of sixteen facts costs, which the agent remembers, against the same by hand behind
// virtual calls.

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <vector>

#include "agents.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kFacts = 16;

struct Fact {
  float energy = 0;
  bool heavy = false;
  Vector3 position{};
  float seen = 0;
};

class Judgement {
 public:
  Judgement() = default;
  Judgement(const Judgement&) = delete;
  Judgement& operator=(const Judgement&) = delete;
  virtual ~Judgement() = default;
  [[nodiscard]] virtual float of(const Fact& fact, Vector3 self, float now) const = 0;
};
class Worth final : public Judgement {
 public:
  [[nodiscard]] float of(const Fact& fact, Vector3, float) const override { return fact.energy / 100; }
};
class Near final : public Judgement {
 public:
  [[nodiscard]] float of(const Fact& fact, Vector3 self, float) const override {
    return nearness(fact.position, self);
  }
};
class Lasting final : public Judgement {
 public:
  [[nodiscard]] float of(const Fact& fact, Vector3, float now) const override {
    return std::clamp(1 - (now - fact.seen) / 100, 0.0F, 1.0F);
  }
};

// The agents remember the same in both: some of a hundred pickups.
struct Collectors : Agents {
  explicit Collectors(uint32_t count) : Agents(ISHI_COLLECTOR_BLOB, "collector", count, 128), facts(count) {
    Column<float> energy;
    Column<uint8_t> heavy;
    require(world.field(id_of("things/pickup", "energy"), energy));
    require(world.field(id_of("things/pickup", "heavy"), heavy));
    std::mt19937 random(1);
    std::vector<Entity> pickups(100);
    for (Entity& pickup : pickups) {
      const auto place = [&random] { return static_cast<float>(random() % 60); };
      require(
          world.spawn_entity({.position = {place(), 0, place()}, .thing = ThingId::of("pickup")}, pickup));
      energy[pickup.index] = static_cast<float>(random() % 101);
      heavy[pickup.index] = random() % 4 == 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
      for (uint32_t k = 0; k < kFacts; ++k) {
        const Entity pickup = pickups[(random() % 6 + 6 * k) % 100];
        require(population.remember(population.agent_of(slots[i]), MemoryId::of("pickups"), pickup));
        Vector3 position;
        require(world.position(pickup, position));
        facts[i][k] = {energy[pickup.index], heavy[pickup.index] != 0, position, 0};
      }
    }
  }
  std::vector<std::array<Fact, kFacts>> facts;
};

void decide_facts_virtual(benchmark::State& state) {
  const Collectors agents(static_cast<uint32_t>(state.range(0)));
  const std::array<std::unique_ptr<Judgement>, 3> judgements = {
      std::make_unique<Worth>(), std::make_unique<Near>(), std::make_unique<Lasting>()};
  std::vector<uint32_t> chosen(agents.facts.size());
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (size_t i = 0; i < chosen.size(); ++i) {
      float best = 0.05F;
      for (uint32_t k = 0; k < kFacts; ++k) {
        const Fact& fact = agents.facts[i][k];
        if (fact.heavy) continue;
        float score = 1;
        for (const auto& judgement : judgements) score *= judgement->of(fact, {}, 1);
        if (score <= best) continue;
        best = score;
        chosen[i] = k;
      }
    }
    benchmark::ClobberMemory();
    decisions += chosen.size();
  }
  report(state, "per_decision", decisions);
}

void decide_facts_ishi(benchmark::State& state) {
  Collectors agents(static_cast<uint32_t>(state.range(0)));
  uint64_t decisions = 0;
  for (auto _ : state) decisions += agents.decide();
  report(state, "per_decision", decisions);
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::decide_facts_virtual)->Name("decide/facts/virtual")->Arg(1)->Arg(1000);
BENCHMARK(ishi::benchmarks::decide_facts_ishi)->Name("decide/facts/ishi")->Arg(1)->Arg(1000);
