// Whole frames of a dense crowd: agents that sense, choose among things that all share, and walk. The time is
// that of the calls of the runtime, by phase; the game in between is not counted. Both sizes run dense (some
// twenty targets in reach of a sense) and sparse; `both` takes two threads, and its time is what passes.

#include "colony.h"

#include "colony_kernels.h"

namespace ishi::benchmarks {
namespace {

constexpr float kDense = 1.6f, kSparse = 8;

void run(benchmark::State& state, const Kernels& kernels, TwoThreads* both) {
  const auto agents = static_cast<uint32_t>(state.range(0));
  Colony colony(ISHI_COLONY_BLOB, agents, state.range(1) != 0 ? kDense : kSparse, kernels, both);
  for (int i = 0; i < 240; ++i) colony.frame();
  colony.forget_times();
  uint64_t frames = 0;
  for (auto _ : state) {
    const double already = colony.all_seconds();
    colony.frame();
    ++frames;
    state.SetIterationTime(colony.all_seconds() - already);
  }
  using benchmark::Counter;
  for (uint32_t phase = 0; phase < Colony::kPhases; ++phase) {
    state.counters[Colony::kPhaseNames[phase]] =
        Counter(colony.seconds()[phase] * 1e9 / agents, Counter::kAvgIterations);
  }
  state.counters["per_agent"] = colony.all_seconds() / static_cast<double>(frames) / agents;
  state.counters["moves"] = Counter(static_cast<double>(colony.moved()), Counter::kAvgIterations);
  state.counters["allocations"] = static_cast<double>(colony.allocated());
  state.counters["agent_bytes"] = static_cast<double>(colony.agent_bytes()) / agents;
  uint64_t hash = colony.world().state_hash();
  state.counters["hash"] = static_cast<double>(hash >> 16);  // the same in all ways, and in all versions
}

void by_machine(benchmark::State& state) { run(state, {}, nullptr); }
void by_kernel(benchmark::State& state) { run(state, ::colony::kernels, nullptr); }
void by_both(benchmark::State& state) {
  TwoThreads both;
  run(state, {}, &both);
}

void arguments(benchmark::internal::Benchmark* one) {
  for (const int agents : {2'000, 20'000}) {
    for (const int dense : {1, 0}) one->Args({agents, dense});
  }
  one->ArgNames({"", "dense"})->Iterations(60)->UseManualTime()->Unit(benchmark::kMillisecond);
}

BENCHMARK(by_machine)->Name("colony/ishi")->Apply(arguments);
BENCHMARK(by_kernel)->Name("colony/kernel")->Apply(arguments);
BENCHMARK(by_both)->Name("colony/both")->Apply(arguments);

}  // namespace
}  // namespace ishi::benchmarks
