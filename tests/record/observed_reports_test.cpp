#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <random>
#include <tuple>
#include <vector>

#include "ishi/record/replay.h"
#include "record/recorded_ants.h"
#include "runtime/phases.h"

// Which reports observers of a replay are told, and in which frames.

namespace ishi::record::observed_reports_test {
namespace {

// Frame of the world, slot, serial, ending, and what was given back.
using Told = std::vector<std::tuple<uint64_t, uint32_t, uint64_t, Ending, int32_t>>;

Told sorted(Told told) {
  std::ranges::sort(told);
  return told;
}

struct Observer final : ReplayObserver {
  explicit Observer(Replay& replay) : replay(replay) {}
  void begins(uint32_t, Phase, std::span<const uint32_t>) override {}
  void ended(uint32_t, Phase, const Commands&) override {}
  void reported(uint32_t, const Report& report, Status status) override {
    CHECK(status);
    CHECK(report.task == TaskId::of("look"));
    const bool gives = report.ending == Ending::completed;
    REQUIRE((report.record != nullptr) == gives);
    int32_t given = 0;  // the record lies in the file as it may
    if (gives) std::memcpy(&given, report.record, sizeof given);
    told.emplace_back(replay.frames()[at].frame, report.token.slot, report.token.serial, report.ending,
                      given);
  }
  void posted(const EventOptions&) override {}
  void go_to(size_t frame) {
    at = frame;
    REQUIRE(replay.seek(frame));
  }
  Replay& replay;
  size_t at = 0;
  Told told;
};

constexpr const char* kLooking = R"(ishi: 1
blackboard: { found: { type: integer, range: 0..9 } }
tasks: { look: { gives: { count: { type: integer, range: 0..9 } } } }
actions: { look: { score: 1, do: [{ look: {}, as: seen }, { set: { found: seen.count } }] } }
agents: { ant: { actions: [look] } }
)";

// A game that acts in each second frame, and reports between any two: also before the first that is recorded,
// and on both sides of a reload and a return to a snapshot.
struct LookingGame {
  compiler::Crowd crowd{kLooking, {.agents = 5}};
  Scratch scratch;
  Recorder recorder;
  std::vector<Start> waiting;
  std::mt19937 random{7};
  Told reported;

  LookingGame() {
    REQUIRE(Scratch::create(crowd.world, scratch));
    for (int i = 0; i < 4; ++i) play();
    REQUIRE(Recorder::open(crowd.world, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1}, recorder) ==
            Result::ok);
    reported.clear();
  }
  void play() {
    const uint64_t frame = crowd.world.clock().frame + 1;
    REQUIRE(crowd.world.begin_frame({frame, frame * 100'000}));
    if (frame % 2 == 0) {
      Batch batch;
      REQUIRE(crowd.population.begin_think(batch));
      for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(crowd.population.think(batch, job, scratch));
      REQUIRE(crowd.population.end_think(batch));
      const Commands commands = phases::act(crowd.population, scratch);
      waiting.insert(waiting.end(), commands.starts.begin(), commands.starts.end());
    }
    REQUIRE(crowd.world.end_frame());
  }
  // Reports some of what was begun, which the next frame is told.
  void report() {
    std::vector<Start> rest;
    for (const Start& start : waiting) {
      if (random() % 2 == 0) {
        rest.push_back(start);
        continue;
      }
      const int32_t given[2] = {static_cast<int32_t>(random() % 10), 0};
      const Ending ending = random() % 3 == 0 ? Ending::failed : Ending::completed;
      const bool gives = ending == Ending::completed;
      REQUIRE(crowd.population.report({start.token, ending, start.task, gives ? given : nullptr,
                                       gives ? uint32_t{sizeof given} : uint32_t{0}}));
      reported.emplace_back(crowd.world.clock().frame + 1, start.token.slot, start.token.serial, ending,
                            gives ? given[0] : 0);
    }
    waiting = std::move(rest);
  }
  void reload() {
    const AssetChange change{&crowd.asset, &crowd.asset};
    Reload reload;
    REQUIRE(crowd.world.prepare_reload({&change, 1}, reload));
    REQUIRE(crowd.world.commit_reload(reload));
    REQUIRE(Scratch::create(crowd.world, scratch));
  }
};

}  // namespace

TEST_CASE("an observer is told each report once, also where a save holds it and no call") {
  LookingGame game;
  std::vector<std::byte> kept;
  std::vector<Start> kept_waiting;
  size_t size = 0;
  for (uint32_t i = 0; i < 120; ++i) {
    // Just after the agents have acted, so that no report waits in the snapshot.
    if (i == 60) {
      REQUIRE(game.crowd.world.clock().frame % 2 == 0);
      kept.resize(game.crowd.world.snapshot_size());
      REQUIRE(game.crowd.world.save_snapshot(kept, size));
      kept_waiting = game.waiting;
    }
    if (i == 70) {
      REQUIRE(game.crowd.world.restore_snapshot(std::span(kept).first(size)));
      game.waiting = kept_waiting;
    }
    game.report();
    if (i % 25 == 3) {
      game.reload();
      game.report();
    }
    game.play();
  }
  REQUIRE(game.recorder.finish() == Result::ok);
  std::vector<std::byte> bytes(1 << 24);
  bytes.resize(game.recorder.take(bytes));

  Replay replay;
  REQUIRE(Replay::open(bytes, {.snapshot_bytes = 1 << 20}, replay) == ReadResult::ok);
  const size_t count = replay.frames().size();
  REQUIRE(count == 120);
  Observer observer(replay);
  replay.observe(&observer);
  // Frames one after the other, and then in an order of no use to anybody.
  for (const size_t step : {size_t{1}, size_t{89}}) {
    INFO("steps of " << step);
    observer.told.clear();
    for (size_t i = 0; i < count; ++i) observer.go_to(i * step % count);
    CHECK(sorted(observer.told) == sorted(game.reported));
  }
  CHECK(game.reported.size() > 100);
}

TEST_CASE("frames on both sides of a gap are observed one after the other") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1, .memory_bytes = 1});
  game.play_with_gap();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 1 << 20}, replay) == ReadResult::ok);
  const auto frames = replay.frames();
  const auto gap =
      static_cast<size_t>(std::ranges::find(frames, true, &RecordedFrame::follows_gap) - frames.begin());
  REQUIRE(gap < frames.size());
  struct Counter final : ReplayObserver {
    uint32_t begun = 0;
    void begins(uint32_t, Phase, std::span<const uint32_t>) override { ++begun; }
    void ended(uint32_t, Phase, const Commands&) override {}
    void reported(uint32_t, const Report&, Status) override {}
    void posted(const EventOptions&) override {}
  } counter;
  replay.observe(&counter);
  for (size_t at = gap - 2; at < gap + 3; ++at) {
    INFO(at << ", the gap being before " << gap);
    counter.begun = 0;
    REQUIRE(replay.seek(at));
    CHECK(replay.world().clock().frame == frames[at].frame);
    CHECK(counter.begun > 0);
  }
}

}  // namespace ishi::record::observed_reports_test
