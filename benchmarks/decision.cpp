// What the decision of skirmisher.ishi.yaml costs: the blob through the runtime, and the same decision by
// hand in four ways, in one process. `per_decision` is what to compare. Before a number of agents is
// measured, all ways decide for it in all the situations that follow, and must agree on every decision.

#include <algorithm>
#include <set>

#include "agents.h"
#include "allocations.h"
#include "decision.h"
#include "ishi/tools.h"
#include "skirmisher_kernels.h"

namespace ishi::benchmarks {
namespace {

// Frames of the world are those of a game: each agent thinks in each.
class IshiCrowd {
 public:
  explicit IshiCrowd(uint32_t count, const Kernels& kernels = {})
      : agents_(ISHI_SKIRMISHER_BLOB, "skirmisher", count, 1, kernels) {
    for (uint32_t i = 0; i < kInputs; ++i)
      require(agents_.population.column(id_of("blackboard", kInputNames[i]), columns_[i]));
  }
  void set(uint32_t agent, const Inputs& inputs) {
    for (uint32_t i = 0; i < kInputs; ++i) columns_[i][agents_.slots[agent]] = inputs[i];
  }
  void decide() { agents_.decide(); }
  // The chosen bodies begin, as they do in a game.
  void act() {
    agents_.begin_frame();
    agents_.act();
    agents_.end_frame();
  }
  // The frame alone, in which nobody thinks.
  void pass() {
    agents_.begin_frame();
    agents_.end_frame();
  }
  [[nodiscard]] KernelUse kernel_use() const { return Tools(agents_.population).kernel_use(); }
  [[nodiscard]] int32_t option(uint32_t agent) const {
    return agents_.population.option(agents_.population.agent_of(agents_.slots[agent]));
  }

 private:
  Agents agents_;
  std::array<Column<float>, kInputs> columns_;
};

// The same by its kernel.
class KernelCrowd : public IshiCrowd {
 public:
  explicit KernelCrowd(uint32_t count) : IshiCrowd(count, ::skirmisher::kernels) {
    if (kernel_use() == KernelUse::runs) return;
    std::fprintf(stderr, "the kernel of the skirmisher does not run\n");
    std::exit(1);
  }
};

struct SharedVirtualCrowd : VirtualCrowd {
  explicit SharedVirtualCrowd(uint32_t count) : VirtualCrowd(count, false) {}
};
struct OwnedVirtualCrowd : VirtualCrowd {
  explicit OwnedVirtualCrowd(uint32_t count) : VirtualCrowd(count, true) {}
};

// Few agents are always in other situations, which each way writes down as it keeps them: nothing that a
// machine learned of the last decisions helps with the next one. Of many agents each is in a situation of its
// own as it is, and they stay in it.
constexpr uint32_t kFew = 16;
constexpr uint32_t kFrames = 1024;
// An agent of OwnedVirtualCrowd has some 3 kB.
constexpr uint32_t kMostObjects = 10'000;

uint32_t frames_of(uint32_t count) { return count <= kFew ? kFrames : 1; }

template <typename Crowd>
void set_all(Crowd& crowd, uint32_t count, uint32_t frame) {
  const Inputs* const all = situations(count * frames_of(count));
  for (uint32_t i = 0; i < count; ++i) crowd.set(i, all[frame * count + i]);
}

// The options that a way of deciding chooses. Many agents first decide in each other's situations, so that
// inertia counts.
template <typename Crowd>
std::vector<int32_t> decisions_of(uint32_t count) {
  Crowd crowd(count);
  std::vector<int32_t> result;
  const auto decide = [&] {
    crowd.decide();
    for (uint32_t i = 0; i < count; ++i) result.push_back(crowd.option(i));
  };
  const Inputs* const all = situations(count);
  for (uint32_t i = 0; i < count; ++i) crowd.set(i, all[count - 1 - i]);
  decide();
  for (uint32_t frame = 0; frame < frames_of(count); ++frame) {
    set_all(crowd, count, frame);
    decide();
  }
  return result;
}

void check(uint32_t count) {
  static std::set<uint32_t> checked;
  if (!checked.insert(count).second) return;
  const std::vector<int32_t> ishi = decisions_of<IshiCrowd>(count);
  const auto agree = [&](const char* way, const std::vector<int32_t>& theirs) {
    const auto at = std::mismatch(ishi.begin(), ishi.end(), theirs.begin()).first;
    if (at == ishi.end()) return;
    const size_t place = at - ishi.begin();
    std::fprintf(stderr, "decision %zu of %u agents: ishi picks %d, %s %d\n", place, count, *at, way,
                 theirs[place]);
    std::exit(1);
  };
  agree("kernel", decisions_of<KernelCrowd>(count));
  agree("virtual", decisions_of<SharedVirtualCrowd>(count));
  if (count <= kMostObjects) agree("objects", decisions_of<OwnedVirtualCrowd>(count));
  agree("named", decisions_of<NamedCrowd>(count));
  agree("scalar", decisions_of<ScalarCrowd>(count));
  agree("simd", decisions_of<SimdCrowd>(count));
  agree("simd_exact", decisions_of<ExactSimdCrowd>(count));
}

template <typename Crowd>
void decide(benchmark::State& state) {
  const auto count = static_cast<uint32_t>(state.range(0));
  check(count);
  Crowd crowd(count);
  const uint32_t frames = frames_of(count);
  set_all(crowd, count, 0);
  crowd.decide();
  if constexpr (requires { crowd.act(); }) crowd.act();
  uint32_t frame = 0;
  const uint64_t before = allocations();
  for (auto _ : state) {
    if (frames > 1) set_all(crowd, count, frame = (frame + 1) % frames);
    crowd.decide();
    benchmark::ClobberMemory();
  }
  state.counters["allocations"] = static_cast<double>(allocations() - before);
  report(state, "per_decision", state.iterations() * count);
}

void pass_frame(benchmark::State& state) {
  IshiCrowd crowd(static_cast<uint32_t>(state.range(0)));
  crowd.decide();
  for (auto _ : state) crowd.pass();
  report(state, "per_frame", state.iterations());
}

void counts(benchmark::internal::Benchmark* benchmark) {
  for (const int count : {1, 16, 256, 1'000, 10'000, 100'000}) benchmark->Arg(count);
}

}  // namespace
}  // namespace ishi::benchmarks

BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::IshiCrowd>)
    ->Name("decide/ishi")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::KernelCrowd>)
    ->Name("decide/kernel")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::SharedVirtualCrowd>)
    ->Name("decide/virtual")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::OwnedVirtualCrowd>)
    ->Name("decide/objects")
    ->Arg(1)
    ->Arg(16)
    ->Arg(256)
    ->Arg(1'000)
    ->Arg(10'000);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::NamedCrowd>)
    ->Name("decide/named")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::ScalarCrowd>)
    ->Name("decide/scalar")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::SimdCrowd>)
    ->Name("decide/simd")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::decide<ishi::benchmarks::ExactSimdCrowd>)
    ->Name("decide/simd_exact")
    ->Apply(ishi::benchmarks::counts);
BENCHMARK(ishi::benchmarks::pass_frame)->Name("frame")->Arg(1)->Arg(10'000);
