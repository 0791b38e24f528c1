// Raw snapshots, as a game takes one in each frame that goes back up to eight, and the hash of the state: of
// walkers whose tasks run. By hand it is a memcpy of as many bytes.

#include <cstring>
#include <span>

#include "agents.h"
#include "allocations.h"

namespace ishi::benchmarks {
namespace {

constexpr size_t kRing = 8;

// Memory on a cache line, all of it touched.
class Slot {
 public:
  explicit Slot(size_t size) : bytes_(size + kLine) {}
  [[nodiscard]] std::span<std::byte> memory() {
    const auto address = reinterpret_cast<uintptr_t>(bytes_.data());
    return std::span(bytes_).subspan((kLine - address % kLine) % kLine, bytes_.size() - kLine);
  }

 private:
  static constexpr size_t kLine = 64;
  std::vector<std::byte> bytes_;
};

struct Walkers : Agents {
  explicit Walkers(uint32_t count) : Agents(ISHI_WALKER_BLOB, "walker", count) {
    for (int i = 0; i < 8; ++i) {
      begin_frame();
      think();
      act();
      end_frame();
    }
    ring.assign(kRing, Slot(world.snapshot_size()));
    for (Slot& slot : ring) require(world.save_snapshot(slot.memory(), size));
  }
  [[nodiscard]] std::span<std::byte> next() { return ring[turn++ % kRing].memory(); }

  std::vector<Slot> ring;
  size_t size = 0, turn = 0;
};

void report_snapshots(benchmark::State& state, const Walkers& walkers, uint64_t asked) {
  report(state, "per_agent", state.iterations() * walkers.slots.size());
  state.counters["bytes"] = static_cast<double>(walkers.size);
  state.counters["allocations"] = static_cast<double>(asked);
}

void save(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)));
  const uint64_t before = allocations();
  for (auto _ : state) require(walkers.world.save_snapshot(walkers.next(), walkers.size));
  report_snapshots(state, walkers, allocations() - before);
}

void restore(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)));
  const uint64_t before = allocations();
  for (auto _ : state) require(walkers.world.restore_snapshot(walkers.next()));
  report_snapshots(state, walkers, allocations() - before);
}

void copy_out(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)));
  Slot world(walkers.size);
  for (auto _ : state) {
    std::memcpy(walkers.next().data(), world.memory().data(), walkers.size);
    benchmark::ClobberMemory();
  }
  report_snapshots(state, walkers, 0);
}

// The state alone: a snapshot has some counters besides.
void hash(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)));
  const uint64_t before = allocations();
  for (auto _ : state) benchmark::DoNotOptimize(walkers.world.state_hash());
  report_snapshots(state, walkers, allocations() - before);
}

void copy_back(benchmark::State& state) {
  Walkers walkers(static_cast<uint32_t>(state.range(0)));
  Slot world(walkers.size);
  for (auto _ : state) {
    std::memcpy(world.memory().data(), walkers.next().data(), walkers.size);
    benchmark::ClobberMemory();
  }
  report_snapshots(state, walkers, 0);
}

BENCHMARK(save)->Name("save/ishi")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_out)->Name("save/memcpy")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(hash)->Name("hash/ishi")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_out)->Name("hash/memcpy")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(restore)->Name("restore/ishi")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);
BENCHMARK(copy_back)->Name("restore/memcpy")->Arg(1'000)->Arg(20'000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace ishi::benchmarks
