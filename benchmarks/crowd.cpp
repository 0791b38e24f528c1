// A million agents, of which few are near enough to think often; and how evenly thoughts are spread over the
// frames when agents have come and gone.

#include <algorithm>
#include <array>
#include <numeric>
#include <random>

#include "agents.h"
#include "decision.h"

namespace ishi::benchmarks {
namespace {

constexpr uint32_t kClose = 10'000;

struct Crowd {
  explicit Crowd(uint32_t count) {
    require(Asset::load(read_blob(ISHI_CROWD_BLOB), asset));
    require(World::create({.entities = count}, world));
    add("distant", count - kClose, distant);
    add("close", kClose, close);
    require(Scratch::create(world, scratch));
  }

  void add(const char* agent, uint32_t count, Population& population) {
    require(world.add_population(asset, AgentId::of(agent), {.capacity = count}, population));
    std::array<Column<float>, kInputs> columns;
    for (uint32_t i = 0; i < kInputs; ++i)
      require(population.column(id_of("blackboard", kInputNames[i]), columns[i]));
    const Inputs* const all = situations(kSituations);
    for (uint32_t i = 0; i < count; ++i) {
      Entity id;
      uint32_t slot = 0;
      require(population.spawn({}, id));
      require(population.slot_of(id, slot));
      for (uint32_t k = 0; k < kInputs; ++k) columns[k][slot] = all[i % kSituations][k];
    }
  }

  uint32_t think() {
    require(world.begin_frame({frame, frame * 16'667}));
    ++frame;
    const uint32_t thoughts = benchmarks::think(distant, scratch) + benchmarks::think(close, scratch);
    require(world.end_frame());
    return thoughts;
  }

  static constexpr uint32_t kSituations = 100'000;
  Asset asset;
  World world;
  Population distant, close;
  Scratch scratch;
  uint64_t frame = 0;
};

void million(benchmark::State& state) {
  Crowd crowd(static_cast<uint32_t>(state.range(0)));
  for (int i = 0; i < 64; ++i) crowd.think();
  uint64_t thoughts = 0;
  for (auto _ : state) thoughts += crowd.think();
  report(state, "per_frame", state.iterations());
  state.counters["thoughts"] =
      benchmark::Counter(static_cast<double>(thoughts), benchmark::Counter::kAvgIterations);
}

// Agents that think in every fourth frame, some of whom die and others are born, for a while; in the end half
// of those die who thought in one frame together. Then the frames are counted.
struct Churn : Agents {
  static constexpr uint32_t kCount = 10'000;

  Churn() : Agents(ISHI_CROWD_BLOB, "close", kCount) {
    for (const uint32_t slot : slots) alive.push_back(population.agent_of(slot));
    for (int wave = 0; wave < 20; ++wave) {
      for (uint32_t i = random() % (kCount / 5); i > 0 && !alive.empty(); --i) kill(random() % alive.size());
      while (alive.size() < kCount * 3 / 4) bear();
      decide();
    }
  }

  void kill(size_t index) {
    require(population.despawn(alive[index]));
    alive[index] = alive.back();
    alive.pop_back();
  }
  void bear() { require(population.spawn({}, alive.emplace_back())); }

  void kill_half_of_a_frame() {
    begin_frame();
    Batch batch;
    std::vector<Entity> dying;
    require(population.begin_think(batch));
    for (uint32_t job = 0; job < batch.jobs(); ++job) {
      for (const uint32_t slot : batch.rows(job)) {
        if (slot % 2 == 0) dying.push_back(population.agent_of(slot));
      }
      require(population.think(batch, job, scratch));
    }
    require(population.end_think(batch));
    end_frame();
    for (const Entity id : dying) require(population.despawn(id));
  }

  double spread() {
    for (int i = 0; i < 64; ++i) decide();  // it may take a while until they are spread again
    std::array<double, 64> frames{};
    for (double& thoughts : frames) thoughts = decide();
    const double mean = std::accumulate(frames.begin(), frames.end(), 0.0) / frames.size();
    return *std::max_element(frames.begin(), frames.end()) / mean;
  }

  std::mt19937 random{1};
  std::vector<Entity> alive;
};

void spread(benchmark::State& state) {
  Churn churn;
  const double after_churn = churn.spread();
  churn.kill_half_of_a_frame();
  const double after_deaths = churn.spread();
  for (auto _ : state) churn.decide();
  state.counters["spread"] = after_churn;
  state.counters["spread_after_deaths"] = after_deaths;
}

BENCHMARK(million)->Name("crowd/ishi")->Arg(1'000'000)->Iterations(64)->Unit(benchmark::kMillisecond);
BENCHMARK(spread)->Name("spread/ishi")->Iterations(64);

}  // namespace
}  // namespace ishi::benchmarks
