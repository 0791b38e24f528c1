// Measures a decision among a hundred options (commander.ishi.yaml): by the machine, which gives up scores
// that cannot win, and by the kernel, which computes all of them. `per_decision` is what to compare.

#include <cmath>

#include "agents.h"
#include "allocations.h"
#include "commander_kernels.h"
#include "decision.h"
#include "ishi/tools.h"

namespace ishi::benchmarks {
namespace {

class Commanders {
 public:
  Commanders(uint32_t count, const Kernels& kernels)
      : agents_(ISHI_COMMANDER_BLOB, "commander", count, 1, kernels) {
    const Inputs* const all = situations(count);
    for (uint32_t k = 0; k < kInputs; ++k) {
      Column<float> column;
      require(agents_.population.column(id_of("blackboard", kInputNames[k]), column));
      for (uint32_t i = 0; i < count; ++i) column[agents_.slots[i]] = all[i][k];
    }
    const bool runs = Tools(agents_.population).kernel_use() == KernelUse::runs;
    if (runs == (kernels.list.size() > 0)) return;
    std::fprintf(stderr, "the kernel of the commander does not run\n");
    std::exit(1);
  }
  void decide() { agents_.decide(); }
  [[nodiscard]] std::vector<int32_t> options() const {
    std::vector<int32_t> result;
    for (const uint32_t slot : agents_.slots)
      result.push_back(agents_.population.option(agents_.population.agent_of(slot)));
    return result;
  }

 private:
  Agents agents_;
};

void decide(benchmark::State& state, const Kernels& kernels) {
  const auto count = static_cast<uint32_t>(state.range(0));
  Commanders crowd(count, kernels), other(count, {});
  crowd.decide();
  other.decide();
  if (crowd.options() != other.options()) {
    std::fprintf(stderr, "%u commanders do not choose by their kernel what they choose without\n", count);
    std::exit(1);
  }
  const uint64_t before = allocations();
  for (auto _ : state) {
    crowd.decide();
    benchmark::ClobberMemory();
  }
  state.counters["allocations"] = static_cast<double>(allocations() - before);
  report(state, "per_decision", state.iterations() * count);
}

void by_machine(benchmark::State& state) { decide(state, {}); }
void by_kernel(benchmark::State& state) { decide(state, ::commander::kernels); }

BENCHMARK(by_machine)->Name("decide/hundred/ishi")->Arg(1)->Arg(1000)->Arg(10'000);
BENCHMARK(by_kernel)->Name("decide/hundred/kernel")->Arg(1)->Arg(1000)->Arg(10'000);

}  // namespace
}  // namespace ishi::benchmarks
