#include "recordings.h"

#include "../examples/household/household.h"
#include "agents.h"

// What a recording of examples/household takes: so many frames as ten minutes have at 60 Hz, which are four
// days there.

namespace ishi::benchmarks {
namespace {

void household(benchmark::State& state) {
  constexpr uint32_t kFrames = 36'000;
  Asset asset;
  require(Asset::load(read_blob(ISHI_HOUSEHOLD_BLOB), asset));
  ::household::Household home(asset, 3);
  record::Recorder recorder;
  if (record::Recorder::open(home.world(), {}, recorder) != record::Result::ok) std::exit(1);
  std::vector<std::byte> taken(size_t{1} << 20);
  for (auto _ : state) {
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
      home.frame();
      while (recorder.take(taken) == taken.size()) {
      }
    }
  }
  report_sizes(state, recorder.counters());
}

BENCHMARK(household)->Name("household/ten_minutes")->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace ishi::benchmarks
