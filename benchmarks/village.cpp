// Whole frames of a village: 20,000 villagers of four kinds, each kind a population, in the order of
// docs/embedding.md. The time is that of the calls of the runtime, by phase; what the game does in between
// (it ends tasks, moves who walks, lets animals roam) is not counted. `allocations` is how often these calls
// asked for memory.

#include "village.h"

#include <array>
#include <random>
#include <vector>

#include "agents.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "recordings.h"

namespace ishi::benchmarks {
namespace {

using enum Village::Phase;

constexpr std::array<const char*, kPhases> kPhaseNames = {"frame_ns", "sense_ns", "think_ns", "act_ns",
                                                          "move_ns"};

double sum_of(const Village& village) {
  double seconds = 0;
  for (const double phase : village.seconds()) seconds += phase;
  return seconds;
}

void frame(benchmark::State& state) {
  const auto villagers = static_cast<uint32_t>(state.range(0));
  Village village(ISHI_VILLAGE_BLOB, villagers);
  for (int i = 0; i < 200; ++i) village.frame();
  village.forget_times();
  const ActCounters before = village.counters();
  for (auto _ : state) {
    const double already = sum_of(village);
    village.frame();
    state.SetIterationTime(sum_of(village) - already);
  }
  using benchmark::Counter;
  for (uint32_t phase = 0; phase < kPhases; ++phase) {
    state.counters[kPhaseNames[phase]] =
        Counter(village.seconds()[phase] * 1e9 / villagers, Counter::kAvgIterations);
  }
  const ActCounters after = village.counters();
  state.counters["started"] =
      Counter(static_cast<double>(after.started - before.started), Counter::kAvgIterations);
  state.counters["allocations"] = static_cast<double>(village.allocated());
  report(state, "per_agent", state.iterations() * villagers);
}

// Two equal villages, of which one is recorded, in turns. The save that a recording begins with is in no
// frame that is counted.
void recorded(benchmark::State& state) {
  const auto villagers = static_cast<uint32_t>(state.range(0));
  Village plain(ISHI_VILLAGE_BLOB, villagers), recorded(ISHI_VILLAGE_BLOB, villagers);
  record::Recorder recorder;
  constexpr uint64_t kRoom = uint64_t{256} << 20;
  if (record::Recorder::open(recorded.world(), {.save_seconds = 600, .memory_bytes = kRoom}, recorder) !=
      record::Result::ok)
    std::exit(1);
  for (int i = 0; i < 200; ++i) plain.frame(), recorded.frame();
  plain.forget_times();
  recorded.forget_times();
  const record::RecorderCounters before = recorder.counters();
  for (auto _ : state) {
    const double already = sum_of(recorded);
    plain.frame();
    recorded.frame();
    state.SetIterationTime(sum_of(recorded) - already);
  }
  const record::RecorderCounters after = recorder.counters();
  using benchmark::Counter;
  const auto in_frame = [&](const char* name, double sum) {
    state.counters[name] = Counter(sum, Counter::kAvgIterations);
  };
  in_frame("plain_ms", sum_of(plain) * 1e3);
  in_frame("more_ms", (sum_of(recorded) - sum_of(plain)) * 1e3);
  in_frame("column_bytes", static_cast<double>(after.column_bytes - before.column_bytes));
  in_frame("call_bytes", static_cast<double>(after.call_bytes - before.call_bytes));
  state.counters["lost"] = static_cast<double>(after.lost_frames);
  state.counters["allocations"] = static_cast<double>(recorded.allocated());
}

// Any frame of ten minutes, after the first pass, with 256 MiB of snapshots.
void sought(benchmark::State& state) {
  constexpr uint32_t kFrames = 36'000;
  const auto villagers = static_cast<uint32_t>(state.range(0));
  std::vector<std::byte> recording;
  {
    Village village(ISHI_VILLAGE_BLOB, villagers);
    record::Recorder recorder;
    if (record::Recorder::open(village.world(), {.memory_bytes = uint64_t{256} << 20}, recorder) !=
        record::Result::ok)
      std::exit(1);
    std::vector<std::byte> some(size_t{1} << 20);
    for (uint32_t i = 0; i < kFrames; ++i) {
      village.frame();
      for (size_t count = some.size(); count == some.size();) {
        count = recorder.take(some);
        recording.insert(recording.end(), some.begin(), some.begin() + static_cast<std::ptrdiff_t>(count));
      }
    }
  }
  record::Replay replay;
  if (record::Replay::open(recording, {.snapshot_bytes = uint64_t{256} << 20}, replay) !=
      record::ReadResult::ok)
    std::exit(1);
  const double begin = thread_seconds();
  if (!replay.run()) std::exit(1);
  state.counters["first_pass_s"] = thread_seconds() - begin;
  std::mt19937 random(1);
  double worst = 0;
  for (auto _ : state) {
    const double before = thread_seconds();
    if (!replay.seek(random() % replay.frames().size())) std::exit(1);
    const double seconds = thread_seconds() - before;
    worst = std::max(worst, seconds);
    state.SetIterationTime(seconds);
  }
  state.counters["worst_ms"] = worst * 1e3;
  state.counters["kept_mb"] = static_cast<double>(replay.snapshot_bytes()) / 1e6;
  state.counters["frames_apart"] = replay.snapshot_frames();
  state.counters["file_mb"] = static_cast<double>(recording.size()) / 1e6;
}

BENCHMARK(sought)
    ->Name("village/sought")
    ->Arg(200)
    ->Arg(1'000)
    ->Arg(2'000)
    ->Iterations(1'000)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

// What ten minutes of a game take on disk, by what the bytes are of.
void ten_minutes(benchmark::State& state) {
  constexpr uint32_t kFrames = 36'000;
  Village village(ISHI_VILLAGE_BLOB, static_cast<uint32_t>(state.range(0)));
  record::Recorder recorder;
  if (record::Recorder::open(village.world(), {.memory_bytes = uint64_t{64} << 20}, recorder) !=
      record::Result::ok)
    std::exit(1);
  std::vector<std::byte> taken(size_t{1} << 20);
  for (auto _ : state) {
    for (uint32_t frame = 0; frame < kFrames; ++frame) {
      village.frame();
      while (recorder.take(taken) == taken.size()) {
      }
    }
  }
  report_sizes(state, recorder.counters());
}

BENCHMARK(ten_minutes)->Name("village/ten_minutes")->Arg(2'000)->Iterations(1)->Unit(benchmark::kSecond);
BENCHMARK(recorded)
    ->Name("village/recorded")
    ->Arg(10'000)
    ->Iterations(600)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);
BENCHMARK(frame)
    ->Name("village/ishi")
    ->Arg(20'000)
    ->Iterations(120)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ishi::benchmarks
