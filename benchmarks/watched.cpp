// A village that viewers look into. Times of the game are those that its thread worked; viewers are threads
// of the same process, so that on one core they take from what passes, but not from these.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

#include "agents.h"
#include "client/live_game.h"
#include "ishi/live/host.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "village.h"

namespace ishi::benchmarks {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

double median(std::vector<double>& values) {
  std::ranges::sort(values);
  return values.empty() ? 0 : values[values.size() / 2];
}

// A game that is recorded, and, with a host, may be looked into.
struct Game {
  Village village;
  record::Recorder recorder;
  live::Host host;
  uint64_t frames = 0;
  std::vector<double> work, waits;  // of each frame: seconds that its thread worked, that between_frames took

  // `name`: by which viewers find it; null: it has no host.
  Game(uint32_t villagers, const char* name) : village(ISHI_VILLAGE_BLOB, villagers) {
    if (record::Recorder::open(
            village.world(),
            {.dashcam_seconds = 5, .memory_bytes = uint64_t{256} << 20, .only_watched = name != nullptr},
            recorder) != record::Result::ok)
      std::exit(1);
    if (name != nullptr && host.open(recorder, {.name = name}) != live::Result::ok) std::exit(1);
  }
  void play() {
    const double begin = thread_seconds();
    const Clock::time_point began = Clock::now();
    if (host.is_open()) host.between_frames(village.world());
    waits.push_back(seconds_since(began));
    village.frame();
    work.push_back(thread_seconds() - begin);
    ++frames;
  }
  void forget() {
    work.clear();
    waits.clear();
  }
};

// Runs a viewer in its own thread, which the destructor stops and joins.
class Viewer {
 public:
  explicit Viewer(std::function<void(const std::atomic<bool>&)> watch)
      : thread_([this, watch = std::move(watch)] { watch(is_over_); }) {}
  ~Viewer() {
    is_over_ = true;
    thread_.join();
  }
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

 private:
  std::atomic<bool> is_over_{false};
  std::thread thread_;
};

// Plays four equal villages in turns: one is recorded, one has a host that nobody joins, one is watched, and
// one has a viewer that reads nothing. `watched_more_ms` is what a watched frame takes beyond a recorded one,
// `worst_ms` the longest that between_frames made a game wait for a viewer who reads nothing.
void watched(benchmark::State& state) {
  const auto villagers = static_cast<uint32_t>(state.range(0));
  Game recorded(villagers, nullptr), unwatched(villagers, "unwatched"), watched(villagers, "watched"),
      stuck(villagers, "stuck");
  const auto take_in = [&](const std::atomic<bool>& is_over) {
    record::Replay replay;
    record::Replay::open_stream({}, replay);
    auto game = live::LiveGame::join({watched.host.path(), 0, {}}, false, replay);
    while (game && !is_over) static_cast<void>((*game)->take_in(live::LiveGame::Milliseconds(20)));
  };
  const auto join_and_sleep = [&](const std::atomic<bool>& is_over) {
    record::Replay replay;
    record::Replay::open_stream({}, replay);
    auto game = live::LiveGame::join({stuck.host.path(), 0, {}}, false, replay);
    while (!is_over) std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  const Viewer reader(take_in), sleeper(join_and_sleep);
  const auto play_all = [&] {
    for (Game* const game : {&recorded, &unwatched, &watched, &stuck}) game->play();
  };
  for (int i = 0; i < 200; ++i) play_all();
  for (Game* const game : {&recorded, &unwatched, &watched, &stuck}) game->forget();
  if (watched.host.counters().joined == 0 || stuck.host.counters().joined == 0) std::exit(1);
  for (auto _ : state) play_all();
  const double worst_wait = *std::ranges::max_element(stuck.waits);
  const double plain = median(recorded.work), alone = median(unwatched.work), seen = median(watched.work);
  state.counters["recorded_ms"] = plain * 1e3;
  state.counters["unwatched_ms"] = alone * 1e3;
  state.counters["watched_more_ms"] = (seen - plain) * 1e3;
  state.counters["stuck_more_ms"] = (median(stuck.work) - plain) * 1e3;
  state.counters["worst_ms"] = worst_wait * 1e3;
  state.counters["lost"] = static_cast<double>(watched.host.counters().lost_frames);
}

// A village at 60 frames a second, and somebody who joins it: the time to the first frame that they have
// replayed, and how many frames they are behind from then on.
void joined(benchmark::State& state) {
  Game game(static_cast<uint32_t>(state.range(0)), "village");
  for (int i = 0; i < 120; ++i) game.play();
  std::atomic<uint64_t> frames{game.frames};
  std::atomic<bool> is_over{false};
  std::thread playing([&] {
    Clock::time_point due = Clock::now();
    while (!is_over) {
      game.play();
      frames = game.frames;
      due += std::chrono::microseconds(16'667);
      std::this_thread::sleep_until(due);
    }
  });
  std::vector<double> firsts, behind;
  for (auto _ : state) {
    record::Replay replay;
    record::Replay::open_stream({}, replay);
    const Clock::time_point begin = Clock::now();
    auto viewer = live::LiveGame::join({game.host.path(), 0, {}}, false, replay);
    if (!viewer) std::exit(1);
    const auto catch_up = [&] {
      static_cast<void>((*viewer)->take_in(live::LiveGame::Milliseconds(5)));
      if (!replay.frames().empty()) static_cast<void>(replay.seek(replay.frames().size() - 1));
    };
    while (replay.frames().empty()) catch_up();
    firsts.push_back(seconds_since(begin));
    state.SetIterationTime(firsts.back());
    for (const Clock::time_point from = Clock::now(); seconds_since(from) < 3;) {
      catch_up();
      constexpr double kSettled = 1;  // seconds, in which it takes in what waited for it
      if (seconds_since(from) < kSettled) continue;
      behind.push_back(static_cast<double>(frames.load() - replay.world().clock().frame));
    }
  }
  is_over = true;
  playing.join();
  state.counters["worst_ms"] = *std::ranges::max_element(firsts) * 1e3;
  std::ranges::sort(behind);
  state.counters["behind"] = behind[behind.size() / 2];
  state.counters["behind_worst_of_100"] = behind[behind.size() * 99 / 100];
}

BENCHMARK(watched)->Name("village/watched")->Arg(10'000)->Iterations(600)->Unit(benchmark::kMillisecond);
BENCHMARK(joined)
    ->Name("village/joined")
    ->Arg(2'000)
    ->Iterations(12)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace ishi::benchmarks
