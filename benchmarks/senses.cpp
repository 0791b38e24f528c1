#include <cmath>
#include <random>
#include <vector>

#include "agents.h"
#include "ishi/id.h"
#include "population/population_state.h"

// Ten thousand observers and a thousand targets: what a frame of sensing costs with the grid, with every
// observer compared with every target, and as a plain double loop by hand that only counts who is seen.
// Rivals look at each pair's fields, too: many targets of one observer at once, and one by one.

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kObservers = 10'000;
constexpr uint32_t kTargets = 1'000;
constexpr float kRange = 18;
constexpr float kField = 110.0f / 360.0f * 3.14159265f;

struct Watchers : Agents {
  // `side`: metres of the square in which all are spread.
  explicit Watchers(float side) : Agents(ISHI_WATCHER_BLOB, "watcher", kObservers, kTargets) {
    Column<uint8_t> stranger;
    require(world.field(id_of("things/person", "stranger"), stranger));
    std::mt19937 random(1);
    const auto number = [&random] { return static_cast<float>(random()) / 4294967296.0f; };
    for (const uint32_t slot : slots) {
      const float turn = number() * 6.2831853f;
      positions.push_back({number() * side, 0, number() * side});
      facings.push_back({std::sin(turn), 0, std::cos(turn)});
      require(world.set_position(population.agent_of(slot), positions.back()));
      require(world.set_facing(population.agent_of(slot), facings.back()));
    }
    for (uint32_t i = 0; i < kTargets; ++i) {
      targets.push_back({number() * side, 0, number() * side});
      Entity id;
      require(world.spawn_entity({.position = targets.back(), .thing = ThingId::of("person")}, id));
      stranger[id.index] = 1;
    }
  }

  std::vector<Vector3> positions, facings, targets;
};

void count_observers(benchmark::State& state) {
  const auto observers = static_cast<double>(state.iterations()) * kObservers;
  state.counters["per_agent"] =
      benchmark::Counter(observers, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// Everybody is of a side, and stronger or weaker.
struct Rivals : Agents {
  explicit Rivals(float side) : Agents(ISHI_RIVAL_BLOB, "rival", kObservers, kTargets) {
    const auto own_side = population.column<int32_t>(id_of("blackboard", "side"));
    const auto timid = population.column<float>(id_of("blackboard", "timid"));
    Column<int32_t> its_side;
    Column<float> vigour;
    require(world.field(id_of("things/person", "side"), its_side));
    require(world.field(id_of("things/person", "vigour"), vigour));
    std::mt19937 random(1);
    const auto number = [&random] { return static_cast<float>(random()) / 4294967296.0f; };
    for (const uint32_t slot : slots) {
      const float turn = number() * 6.2831853f;
      require(world.set_position(population.agent_of(slot), {number() * side, 0, number() * side}));
      require(world.set_facing(population.agent_of(slot), {std::sin(turn), 0, std::cos(turn)}));
      own_side[slot] = static_cast<int32_t>(random() % 4);
      timid[slot] = number();
    }
    for (uint32_t i = 0; i < kTargets; ++i) {
      Entity id;
      require(world.spawn_entity(
          {.position = {number() * side, 0, number() * side}, .thing = ThingId::of("person")}, id));
      its_side[id.index] = static_cast<int32_t>(random() % 4);
      vigour[id.index] = number();
    }
  }
};

template <typename World>
void sense(benchmark::State& state, World& w, bool broad_phase) {
  uint64_t frame = 0;
  for (auto _ : state) {
    state.PauseTiming();
    require(w.world.begin_frame({++frame, frame * 16'667}));
    state.ResumeTiming();
    SenseBatch batch;
    std::span<const OcclusionQuery> queries;
    require(w.population.begin_sense({.broad_phase = broad_phase}, batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) require(w.population.sense(batch, job, w.scratch));
    require(w.population.end_sense(batch, queries));
    state.PauseTiming();
    require(w.world.end_frame());
    state.ResumeTiming();
  }
  const SenseCounters counters = w.population.sense_counters();
  const auto frames = static_cast<double>(frame);
  state.counters["tests"] = static_cast<double>(counters.distance_tests) / frames;
  state.counters["noticed"] = static_cast<double>(counters.noticed) / frames;
  count_observers(state);
}

void with_grid(benchmark::State& state) {
  Watchers w(static_cast<float>(state.range(0)));
  sense(state, w, true);
}
void every_pair(benchmark::State& state) {
  Watchers w(static_cast<float>(state.range(0)));
  sense(state, w, false);
}

void together(benchmark::State& state) {
  Rivals w(static_cast<float>(state.range(0)));
  sense(state, w, true);
}
void one_by_one(benchmark::State& state) {
  Rivals w(static_cast<float>(state.range(0)));
  w.population.state()->senses.conditions[0].result = kNotFound;
  sense(state, w, true);
}

void by_hand(benchmark::State& state) {
  const Watchers w(static_cast<float>(state.range(0)));
  const float cosine = std::cos(kField);
  uint64_t seen = 0;
  for (auto _ : state) {
    seen = 0;
    for (size_t i = 0; i < w.positions.size(); ++i) {
      const Vector3 from = w.positions[i], facing = w.facings[i];
      for (const Vector3& target : w.targets) {
        const float x = target.x - from.x, z = target.z - from.z;
        const float squared = x * x + z * z;
        if (squared > kRange * kRange) continue;
        if (facing.x * x + facing.z * z >= cosine * std::sqrt(squared)) ++seen;
      }
    }
    benchmark::DoNotOptimize(seen);
  }
  state.counters["noticed"] = static_cast<double>(seen);
  count_observers(state);
}

BENCHMARK(with_grid)->Name("sense/ishi")->Arg(200)->Arg(1000);
BENCHMARK(every_pair)->Name("sense/all")->Arg(200)->Arg(1000);
BENCHMARK(together)->Name("sense_pairs/together")->Arg(100)->Arg(200)->Arg(1000);
BENCHMARK(one_by_one)->Name("sense_pairs/one_by_one")->Arg(100)->Arg(200)->Arg(1000);
BENCHMARK(by_hand)->Name("sense/hand")->Arg(200)->Arg(1000);

}  // namespace
}  // namespace ishi::benchmarks
