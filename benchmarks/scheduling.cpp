// What it costs to find out who is due, apart from the thoughts: begin_think of a population whose agents
// think each fourth frame, each half second, or as far away as they are (level of detail), alone and with a
// quota. `per_agent` is the cost of a frame for each agent that lives; `worst` is the most thoughts of a
// frame against the mean, `per_thought` what a thought of these agents costs in the same run.

#include <algorithm>
#include <chrono>
#include <random>
#include <string>

#include "agents.h"

namespace ishi::benchmarks {
namespace {

constexpr uint64_t kFrame = 16'667;  // microseconds

struct Crowd {
  Crowd(const char* agent, uint32_t count) : agents(ISHI_RHYTHMS_BLOB, agent, count, 1), random(7) {
    require(agents.world.spawn_entity({}, player));
    auto players = agents.population.column<EntityId>(id_of("blackboard", "player"));
    for (const uint32_t slot : agents.slots) players[slot] = player;
    scatter();
    for (int i = 0; i < 300; ++i) think(0);
    thoughts.clear();
  }

  // Each a place in a square of 400 m around the player: 1 in 130 within 20 m, half beyond 160 m.
  void scatter() {
    std::uniform_real_distribution<float> place(-200, 200);
    for (const uint32_t slot : agents.slots) {
      const Entity agent = agents.population.agent_of(slot);
      require(agents.world.set_position(agent, {place(random), 0, place(random)}));
    }
  }

  // One frame; gives the seconds that begin_think took.
  double think(uint32_t quota) {
    using Clock = std::chrono::steady_clock;
    require(agents.world.begin_frame({frame, frame * kFrame}));
    ++frame;
    Batch batch;
    const auto before = Clock::now();
    require(agents.population.begin_think({.quota = quota}, batch));
    const auto between = Clock::now();
    for (uint32_t job = 0; job < batch.jobs(); ++job)
      require(agents.population.think(batch, job, agents.scratch));
    const auto after = Clock::now();
    require(agents.population.end_think(batch));
    require(agents.world.end_frame());
    thoughts.push_back(batch.size());
    thinking += std::chrono::duration<double>(after - between).count();
    looked_at += agents.population.think_counters().looked_at;
    put_off += agents.population.think_counters().put_off;
    return std::chrono::duration<double>(between - before).count();
  }

  Agents agents;
  std::mt19937 random;
  Entity player;
  uint64_t frame = 0;
  std::vector<uint32_t> thoughts;
  double thinking = 0;
  uint64_t looked_at = 0, put_off = 0;
};

void schedule(::benchmark::State& state, const char* agent, bool has_quota) {
  const auto count = static_cast<uint32_t>(state.range(0));
  Crowd crowd(agent, count);
  crowd.thinking = 0;
  crowd.looked_at = crowd.put_off = 0;
  uint64_t sum = 0;
  for (auto _ : state) {
    state.SetIterationTime(crowd.think(has_quota ? count / 8 : 0));
    sum += crowd.thoughts.back();
  }
  const auto frames = static_cast<double>(crowd.thoughts.size());
  const double mean = static_cast<double>(sum) / frames;
  report(state, "per_agent", state.iterations() * count);
  state.counters["worst"] = *std::max_element(crowd.thoughts.begin(), crowd.thoughts.end()) / mean;
  state.counters["thoughts"] = mean;
  state.counters["looks"] = static_cast<double>(crowd.looked_at) / frames;
  state.counters["put_off"] = static_cast<double>(crowd.put_off) / frames;
  state.counters["per_thought"] = crowd.thinking / static_cast<double>(sum);
}

void by_frames(::benchmark::State& state) { schedule(state, "by_frames", false); }
void by_time(::benchmark::State& state) { schedule(state, "by_time", false); }
void by_distance(::benchmark::State& state) { schedule(state, "by_distance", false); }
void each_frame(::benchmark::State& state) { schedule(state, "each_frame", false); }
void with_quota(::benchmark::State& state) { schedule(state, "by_frames", true); }

BENCHMARK(each_frame)->Name("schedule/each_frame")->Arg(10'000)->UseManualTime();
BENCHMARK(by_frames)->Name("schedule/4frames")->Arg(10'000)->Arg(1'000'000)->UseManualTime();
BENCHMARK(by_time)->Name("schedule/0.5s")->Arg(10'000)->Arg(1'000'000)->UseManualTime();
BENCHMARK(by_distance)->Name("schedule/by_distance")->Arg(10'000)->Arg(1'000'000)->UseManualTime();
BENCHMARK(with_quota)->Name("schedule/quota_of_half")->Arg(10'000)->UseManualTime();

}  // namespace
}  // namespace ishi::benchmarks
