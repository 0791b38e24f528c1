// What one decision of examples/guard costs: the blob through the runtime, against the same decision as the
// article writes it by hand (one heap object an action, each with a virtual Evaluate) and as scripts do it
// (values by name, std::function). All run in one process; `per_decision` is what to compare. The first call
// checks that they agree.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "guards.h"

namespace ishi::benchmarks {
namespace {

// --- by hand ----------------------------------------------------------------------------------------

using Blackboard = Situation;

struct Importance {
  float aggression = 1;
  float survival = 1;
  float stability = 1;
};

float aggression(const Blackboard& b) { return (b.has_threat ? 1.0F : 0.0F) * (0.1F + 0.6F * (b.hp / 100)); }
float survival(const Blackboard& b) { return (b.has_threat ? 1.0F : 0.0F) * (1 - b.hp / 100); }
float stability(const Blackboard& b) { return 1 - static_cast<float>(b.ammo) / 12; }

class Action {
 public:
  Action() = default;
  Action(const Action&) = delete;
  Action& operator=(const Action&) = delete;
  virtual ~Action() = default;
  [[nodiscard]] virtual float evaluate(const Blackboard& b, const Importance& i) const = 0;
};

class Gains : public Action {
 public:
  Gains(float a, float s, float t) : aggression_(a), survival_(s), stability_(t) {}

 protected:
  [[nodiscard]] float sum(const Blackboard& b, const Importance& i) const {
    return aggression(b) * i.aggression * aggression_ + survival(b) * i.survival * survival_ +
           stability(b) * i.stability * stability_;
  }

 private:
  float aggression_, survival_, stability_;
};

class Shoot final : public Gains {
 public:
  Shoot() : Gains(0.8F, 0.1F, -0.3F) {}
  [[nodiscard]] float evaluate(const Blackboard& b, const Importance& i) const override {
    return b.has_threat && b.ammo > 0 ? sum(b, i) : 0;
  }
};
class Flee final : public Gains {
 public:
  Flee() : Gains(-0.5F, 1.0F, 0.1F) {}
  [[nodiscard]] float evaluate(const Blackboard& b, const Importance& i) const override {
    return b.has_threat ? sum(b, i) : 0;
  }
};
class Reload final : public Gains {
 public:
  Reload() : Gains(0.1F, -0.3F, 1.0F) {}
  [[nodiscard]] float evaluate(const Blackboard& b, const Importance& i) const override {
    return b.ammo < 12 ? sum(b, i) : 0;
  }
};
class Patrol final : public Action {
 public:
  [[nodiscard]] float evaluate(const Blackboard&, const Importance&) const override { return 0.05F; }
};

class Brain {
 public:
  Brain()
      : actions_{std::make_unique<Shoot>(), std::make_unique<Flee>(), std::make_unique<Reload>(),
                 std::make_unique<Patrol>()} {}

  void think() {
    float best = 0;
    uint32_t picked = running_;
    for (uint32_t i = 0; i < actions_.size(); ++i) {
      const float score = actions_[i]->evaluate(blackboard, importance) + (i == running_ ? 0.03F : 0.0F);
      if (score > best) {
        best = score;
        picked = i;
      }
    }
    running_ = picked;
  }
  [[nodiscard]] uint32_t running() const { return running_; }

  Blackboard blackboard;
  Importance importance;

 private:
  std::array<std::unique_ptr<Action>, 4> actions_;
  uint32_t running_ = kNoOption;
};

// The same with a blackboard of names and values and considerations of type std::function, as scripts do it.
class NamedBrain {
 public:
  using Values = std::unordered_map<std::string, float>;

  explicit NamedBrain(const Blackboard& b) {
    values_["hp"] = b.hp;
    values_["ammo"] = static_cast<float>(b.ammo);
    values_["threat"] = b.has_threat ? 1.0F : 0.0F;
    levels_["aggression"] = [](const Values& v) {
      return v.at("threat") * (0.1F + 0.6F * (v.at("hp") / 100));
    };
    levels_["survival"] = [](const Values& v) { return v.at("threat") * (1 - v.at("hp") / 100); };
    levels_["stability"] = [](const Values& v) { return 1 - v.at("ammo") / 12; };
    add([](const Values& v) { return v.at("threat") != 0 && v.at("ammo") > 0; }, 0.8F, 0.1F, -0.3F, 0);
    add([](const Values& v) { return v.at("threat") != 0; }, -0.5F, 1.0F, 0.1F, 0);
    add([](const Values& v) { return v.at("ammo") < 12; }, 0.1F, -0.3F, 1.0F, 0);
    add([](const Values&) { return true; }, 0, 0, 0, 0.05F);
  }

  void think() {
    float best = 0;
    uint32_t picked = running_;
    for (uint32_t i = 0; i < options_.size(); ++i) {
      const Option& option = options_[i];
      if (!option.when(values_)) continue;
      float score = option.base;
      for (const auto& [need, gain] : option.gains) score += levels_.at(need)(values_) * gain;
      score += i == running_ ? 0.03F : 0.0F;
      if (score > best) {
        best = score;
        picked = i;
      }
    }
    running_ = picked;
  }
  [[nodiscard]] uint32_t running() const { return running_; }

 private:
  struct Option {
    std::function<bool(const Values&)> when;
    std::vector<std::pair<std::string, float>> gains;
    float base = 0;
  };

  void add(std::function<bool(const Values&)> when, float a, float s, float t, float base) {
    Option& option = options_.emplace_back();
    option.when = std::move(when);
    if (base == 0) option.gains = {{"aggression", a}, {"survival", s}, {"stability", t}};
    option.base = base;
  }

  Values values_;
  std::unordered_map<std::string, std::function<float(const Values&)>> levels_;
  std::vector<Option> options_;
  uint32_t running_ = kNoOption;
};

// --- all, in the same situations ----------------------------------------------------------------------

std::vector<Brain> brains_of(const Guards& guards) {
  std::vector<Brain> brains(guards.situations.size());
  for (size_t i = 0; i < brains.size(); ++i) brains[i].blackboard = guards.situations[i];
  return brains;
}

// That all decide alike.
void check(Guards& guards) {
  for (int i = 0; i < 4; ++i) {
    guards.begin_frame();
    guards.think();
    guards.end_frame();
  }
  std::vector<Brain> brains = brains_of(guards);
  for (size_t i = 0; i < brains.size(); ++i) {
    brains[i].think();
    NamedBrain named(guards.situations[i]);
    named.think();
    const uint32_t by_blob = guards.population.option(guards.slots[i]);
    if (brains[i].running() == by_blob && named.running() == by_blob) continue;
    std::fprintf(stderr, "guard %zu: by hand %u, by names %u, by blob %u\n", i, brains[i].running(),
                 named.running(), by_blob);
    std::exit(1);
  }
}

void decide_virtual(benchmark::State& state) {
  Guards guards(static_cast<uint32_t>(state.range(0)));
  check(guards);
  std::vector<Brain> brains = brains_of(guards);
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (Brain& brain : brains) brain.think();
    benchmark::ClobberMemory();
    decisions += brains.size();
  }
  report(state, "per_decision", decisions);
}

void decide_named(benchmark::State& state) {
  const Guards guards(static_cast<uint32_t>(state.range(0)));
  std::vector<NamedBrain> brains(guards.situations.begin(), guards.situations.end());
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (NamedBrain& brain : brains) brain.think();
    benchmark::ClobberMemory();
    decisions += brains.size();
  }
  report(state, "per_decision", decisions);
}

// With the four frames that it takes until each has thought.
void decide_ishi(benchmark::State& state) {
  Guards guards(static_cast<uint32_t>(state.range(0)));
  check(guards);
  uint64_t decisions = 0;
  for (auto _ : state) {
    guards.begin_frame();
    decisions += guards.think();
    guards.end_frame();
  }
  report(state, "per_decision", decisions);
}

// --- one of sixteen facts -----------------------------------------------------------------------------

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
    const float x = fact.position.x - self.x;
    const float y = fact.position.y - self.y;
    const float z = fact.position.z - self.z;
    const float d = std::sqrt(x * x + y * y + z * z);
    return d < 10 ? 1 - 0.03F * d : d < 40 ? 0.7F - (d - 10) * (0.7F / 30) : 0;
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
    std::vector<EntityId> pickups(100);
    for (EntityId& pickup : pickups) {
      const auto place = [&random] { return static_cast<float>(random() % 60); };
      require(world.spawn_entity({.position = {place(), 0, place()}, .thing = id_of("things", "pickup")},
                                 pickup));
      energy[pickup.index] = static_cast<float>(random() % 101);
      heavy[pickup.index] = random() % 4 == 0;
    }
    for (uint32_t i = 0; i < count; ++i) {
      for (uint32_t k = 0; k < kFacts; ++k) {
        const EntityId pickup = pickups[(random() % 6 + 6 * k) % 100];
        require(population.remember(slots[i], id_of("memory", "pickups"), pickup));
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
  for (auto _ : state) {
    agents.begin_frame();
    decisions += agents.think();
    agents.end_frame();
  }
  report(state, "per_decision", decisions);
}

void load(benchmark::State& state) {
  const std::vector<uint8_t> blob = read_blob(ISHI_GUARD_BLOB);
  for (auto _ : state) {
    Asset asset;
    require(Asset::load(blob, asset));
    benchmark::DoNotOptimize(asset.bytes().data());
  }
  state.counters["bytes"] = static_cast<double>(blob.size());
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::decide_virtual)->Name("decide/virtual")->Arg(1)->Arg(1000)->Arg(10000);
BENCHMARK(ishi::benchmarks::decide_named)->Name("decide/named")->Arg(1)->Arg(1000)->Arg(10000);
BENCHMARK(ishi::benchmarks::decide_ishi)->Name("decide/ishi")->Arg(1)->Arg(1000)->Arg(10000);
BENCHMARK(ishi::benchmarks::decide_facts_virtual)->Name("decide/facts/virtual")->Arg(1)->Arg(1000);
BENCHMARK(ishi::benchmarks::decide_facts_ishi)->Name("decide/facts/ishi")->Arg(1)->Arg(1000);
BENCHMARK(ishi::benchmarks::load)->Name("load");
