// What one decision of examples/guard costs: the blob through the runtime, against the same decision as
// the article writes it by hand: one heap object an action, each with a virtual Evaluate. Both run in one
// process; the counter `per_decision` is what to compare. The first call checks that they agree.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <vector>

#include "ishi/ishi.h"

namespace {

// --- by hand ----------------------------------------------------------------------------------------

struct Blackboard {
  float hp = 100;
  int32_t ammo = 12;
  bool has_threat = false;
};

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
  uint32_t running_ = ishi::kNoOption;
};

// --- both, in the same situations -------------------------------------------------------------------

void require(ishi::Status status) {
  if (status) return;
  std::fprintf(stderr, "%s\n", ishi::describe(status.code));
  std::exit(1);
}

std::vector<uint8_t> guard_blob() {
  std::ifstream file(ISHI_GUARD_BLOB, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  return {text.begin(), text.end()};
}

struct Guards {
  explicit Guards(uint32_t count) : brains(count) {
    const std::vector<uint8_t> blob = guard_blob();
    require(ishi::Asset::load(blob, asset));
    require(ishi::World::create({.entities = count + 1}, world));
    require(world.add_population(asset, ishi::id_of("agents", "guard"), {.capacity = count}, population));
    require(ishi::Scratch::create(world, scratch));
    ishi::EntityId thug;
    require(world.spawn_entity({.thing = ishi::id_of("things", "person")}, thug));
    const auto hp = population.column<float>(ishi::id_of("blackboard", "hp"));
    const auto ammo = population.column<int32_t>(ishi::id_of("blackboard", "ammo"));
    const auto threat = population.column<ishi::EntityId>(ishi::id_of("blackboard", "threat"));
    std::mt19937 random(1);
    for (uint32_t i = 0; i < count; ++i) {
      ishi::EntityId agent;
      require(population.spawn({}, agent));
      uint32_t slot = 0;
      require(population.slot_of(agent, slot));
      slots.push_back(slot);
      Blackboard& b = brains[i].blackboard;
      b.hp = static_cast<float>(random() % 101);
      b.ammo = static_cast<int32_t>(random() % 13);
      b.has_threat = random() % 4 != 0;
      hp[slot] = b.hp;
      ammo[slot] = b.ammo;
      threat[slot] = b.has_threat ? thug : ishi::kNobody;
    }
  }

  // One frame: a quarter of the guards think. How many did.
  uint32_t think() {
    require(world.begin_frame({frame++, 0}));
    ishi::Batch batch;
    require(population.begin_think(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(population.think(batch, job, scratch));
    require(population.end_think(batch));
    require(world.end_frame());
    return batch.size();
  }

  void check() {
    for (int i = 0; i < 4; ++i) think();
    for (size_t i = 0; i < brains.size(); ++i) {
      brains[i].think();
      if (brains[i].running() == population.option(slots[i])) continue;
      std::fprintf(stderr, "guard %zu: by hand %u, by blob %u\n", i, brains[i].running(),
                   population.option(slots[i]));
      std::exit(1);
    }
  }

  ishi::Asset asset;
  ishi::World world;
  ishi::Population population;
  ishi::Scratch scratch;
  std::vector<Brain> brains;
  std::vector<uint32_t> slots;
  uint64_t frame = 0;
};

// Seconds a decision: an inverted rate, which the library prints with its unit (`per_decision=28.9ns`).
void report(benchmark::State& state, uint64_t decisions) {
  state.counters["per_decision"] = benchmark::Counter(
      static_cast<double>(decisions), benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void by_hand(benchmark::State& state) {
  Guards guards(static_cast<uint32_t>(state.range(0)));
  guards.check();
  uint64_t decisions = 0;
  for (auto _ : state) {
    for (Brain& brain : guards.brains) brain.think();
    benchmark::ClobberMemory();
    decisions += guards.brains.size();
  }
  report(state, decisions);
}

void by_blob(benchmark::State& state) {
  Guards guards(static_cast<uint32_t>(state.range(0)));
  guards.check();
  uint64_t decisions = 0;
  for (auto _ : state) decisions += guards.think();
  report(state, decisions);
}

void load(benchmark::State& state) {
  const std::vector<uint8_t> blob = guard_blob();
  for (auto _ : state) {
    ishi::Asset asset;
    require(ishi::Asset::load(blob, asset));
    benchmark::DoNotOptimize(asset.bytes().data());
  }
  state.counters["bytes"] = static_cast<double>(blob.size());
}

}  // namespace

BENCHMARK(by_hand)->Arg(1)->Arg(1000)->Arg(10000);
BENCHMARK(by_blob)->Arg(1)->Arg(1000)->Arg(10000);
BENCHMARK(load);
