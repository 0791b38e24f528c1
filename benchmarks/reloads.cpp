// Reloads and saves between two frames, of walkers whose tasks run: with the same asset, and with one of
// which a number has changed. By hand it is a memcpy of as many bytes as the state has.

#include <cstring>
#include <span>

#include "agents.h"

namespace ishi::benchmarks {
namespace {

struct Walkers : Agents {
  Walkers(uint32_t count, const char* next_blob) : Agents(ISHI_WALKER_BLOB, "walker", count) {
    require(Asset::load(read_blob(next_blob), next));
    for (int i = 0; i < 8; ++i) {
      begin_frame();
      think();
      act();
      end_frame();
    }
  }

  // To and fro.
  void prepare() {
    const AssetChange change = is_next ? AssetChange{&next, &asset} : AssetChange{&asset, &next};
    require(world.prepare_reload({&change, 1}, reload));
  }
  void commit() {
    require(world.commit_reload(reload));
    is_next = !is_next;
  }

  Asset next;
  Reload reload;
  bool is_next = false;
};

void report_agents(benchmark::State& state, const Walkers& walkers) {
  report(state, "per_agent", state.iterations() * walkers.slots.size());
}

void prepare(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)), ISHI_WALKER_NEXT_BLOB);
  for (auto _ : state) walkers.prepare();
  report_agents(state, walkers);
}

void commit(benchmark::State& state, const char* next_blob) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)), next_blob);
  for (auto _ : state) {
    state.PauseTiming();
    walkers.prepare();
    state.ResumeTiming();
    walkers.commit();
  }
  report_agents(state, walkers);
}
void commit_same(benchmark::State& state) { commit(state, ISHI_WALKER_BLOB); }
void commit_changed(benchmark::State& state) { commit(state, ISHI_WALKER_NEXT_BLOB); }

void copy_state(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)), ISHI_WALKER_BLOB);
  const std::vector<std::byte> from(walkers.world.snapshot_size());
  std::vector<std::byte> to(from.size());
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size());
    benchmark::ClobberMemory();
  }
  report_agents(state, walkers);
}

void save(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)), ISHI_WALKER_BLOB);
  size_t size = 0;
  require(walkers.world.save_size(size));
  std::vector<std::byte> bytes(size);
  for (auto _ : state) require(walkers.world.save(bytes, size));
  state.counters["bytes"] = static_cast<double>(size);
  report_agents(state, walkers);
}

void load(benchmark::State& state, bool is_same) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)), ISHI_WALKER_NEXT_BLOB);
  size_t size = 0;
  require(walkers.world.save_size(size));
  std::vector<std::byte> bytes(size);
  require(walkers.world.save(bytes, size));
  const Asset* const assets[] = {is_same ? &walkers.asset : &walkers.next};
  World world;
  for (auto _ : state)
    require(World::load(bytes, {.assets = assets}, world, {&walkers.population, 1}, walkers.reload));
  report_agents(state, walkers);
}

void load_same(benchmark::State& state) { load(state, true); }
void load_changed(benchmark::State& state) { load(state, false); }

BENCHMARK(prepare)->Name("prepare_reload/ishi")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(commit_same)->Name("commit_reload/same")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(commit_changed)->Name("commit_reload/changed")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_state)->Name("commit_reload/memcpy")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(save)->Name("named_save/ishi")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(load_same)->Name("named_load/ishi")->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(load_changed)->Name("named_load/changed")->Arg(20'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace ishi::benchmarks
