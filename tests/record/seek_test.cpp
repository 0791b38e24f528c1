#include <algorithm>
#include <catch2/catch.hpp>
#include <cstring>
#include <map>
#include <random>
#include <utility>
#include <vector>

#include "ishi/record/replay.h"
#include "ishi/tools.h"
#include "record/recorded_ants.h"
#include "runtime/phases.h"

// Replays that go to any frame.

namespace ishi::record::seek_test {
namespace {

// The hashes of the state after each frame, played from the beginning.
std::vector<uint64_t> hashes_of(const std::vector<std::byte>& bytes) {
  Replay replay;
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  std::vector<uint64_t> hashes(replay.frames().size());
  size_t last = hashes.size();
  for (Step step = replay.step(); step != Step::end; step = replay.step()) {
    REQUIRE(step != Step::differs);
    // Calls between a frame and a save are a step of their own.
    if (step != Step::frame || replay.at() == last) continue;
    last = replay.at();
    hashes.at(last) = replay.world().state_hash();
  }
  return hashes;
}

// Goes to frames in an order of its own, and compares the state there, and what follows it.
void go_about(Replay& replay, const std::vector<uint64_t>& hashes, uint32_t seed) {
  std::mt19937 random(seed);
  for (uint32_t i = 0; i < 200; ++i) {
    const auto frame = static_cast<size_t>(random() % hashes.size());
    INFO(i << ": " << frame);
    REQUIRE(replay.seek(frame));
    REQUIRE(replay.at() == frame);
    REQUIRE(replay.world().state_hash() == hashes[frame]);
    if (i % 3 != 0 || frame + 1 == hashes.size()) continue;
    Step step = replay.step();
    while (step != Step::end && (step != Step::frame || replay.at() == frame)) step = replay.step();
    REQUIRE(replay.world().state_hash() == hashes[frame + 1]);
  }
  // What the game was told was counted as it was, too.
  CHECK(replay.difference().kind == Difference::Kind::none);
}

}  // namespace

TEST_CASE("every frame is reached from saves, and from snapshots of however little memory") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 8});
  game.play(500);
  game.take();
  const std::vector<uint64_t> hashes = hashes_of(game.bytes);
  REQUIRE(hashes.size() == 500);
  const uint64_t room = game.crowd.world.snapshot_size();
  for (const uint64_t bytes : {uint64_t{0}, room, 3 * room + 1, uint64_t{1} << 30}) {
    INFO(bytes);
    Replay replay, played;
    REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = bytes}, replay) == ReadResult::ok);
    go_about(replay, hashes, 1);  // before the whole recording was played
    REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = bytes}, played) == ReadResult::ok);
    REQUIRE(played.run());
    const ReplaySums sums = played.sums();
    go_about(played, hashes, 2);
    CHECK(played.sums().frames == sums.frames);
    CHECK(played.sums().thoughts == sums.thoughts);
    CHECK(played.sums().completed == sums.completed);
    CHECK(played.snapshot_bytes() <= bytes);
    CHECK((played.snapshot_bytes() > 0) == (bytes > 0));
  }
}

TEST_CASE("a frame is reached in pieces, each of no more frames than are asked for, to the same state") {
  RecordedAnts game(8, {.save_seconds = 3, .save_frames = 1, .hash_frames = 8});
  game.play(500);
  game.take();
  const std::vector<uint64_t> hashes = hashes_of(game.bytes);
  // Counts the parts of frames that it is told of.
  struct Nobody final : ReplayObserver {
    uint32_t told = 0;
    void begins(uint32_t, Phase, std::span<const uint32_t>) override { ++told; }
    void ended(uint32_t, Phase, const Commands&) override { ++told; }
    void reported(uint32_t, const Report&, Status) override {}
    void posted(const EventOptions&) override {}
  };
  for (const uint32_t most : {0U, 1U, 7U, 100U}) {
    for (const bool is_observed : {false, true}) {
      Replay replay;
      REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 100'000}, replay) == ReadResult::ok);
      Nobody nobody;
      if (is_observed) replay.observe(&nobody);
      std::mt19937 random(most + 1);
      uint32_t longest = 0;
      for (uint32_t i = 0; i < 60; ++i) {
        const auto frame = static_cast<size_t>(random() % hashes.size());
        INFO(most << ", " << is_observed << ", " << i << ": " << frame);
        uint32_t pieces = 1;
        nobody.told = 0;
        Sought sought = Sought::on_the_way;
        for (uint64_t played = replay.played_frames();
             (sought = replay.seek_part(frame, most)) == Sought::on_the_way;) {
          // The target and the frame before it, which an observer is told of, count beside.
          REQUIRE(replay.played_frames() - played <= std::max(most, 1U) + 2);
          played = replay.played_frames();
          REQUIRE(++pieces < 1000);
        }
        REQUIRE(sought == Sought::there);
        REQUIRE(replay.at() == frame);
        REQUIRE(replay.world().state_hash() == hashes[frame]);
        longest = std::max(longest, pieces);
        // An observer is told the same of a frame, however many pieces led there.
        if (!is_observed) continue;
        Replay whole;
        REQUIRE(Replay::open(game.bytes, {}, whole) == ReadResult::ok);
        Nobody other;
        whole.observe(&other);
        REQUIRE(whole.seek(frame));
        CHECK(nobody.told == other.told);
      }
      CHECK((most >= 100 || longest > 1));
    }
  }
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  CHECK(replay.seek_part(500, 9) == Sought::failed);
}

TEST_CASE("seeking in pieces ends, even if the replay is moved after each piece") {
  RecordedAnts game(8, {.save_seconds = 100, .save_frames = 10'000, .hash_frames = 8});
  game.play(300);
  game.take();
  const std::vector<uint64_t> hashes = hashes_of(game.bytes);
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  for (const size_t target : {250U, 299U, 180U}) {
    REQUIRE(replay.seek(0));
    uint32_t pieces = 1;
    while (replay.seek_part(target, 7) == Sought::on_the_way) {
      REQUIRE(++pieces < 10);
      REQUIRE(replay.seek(3));
    }
    REQUIRE(replay.at() == target);
    REQUIRE(replay.world().state_hash() == hashes[target]);
  }
}

TEST_CASE("going to a frame plays no more than lies behind the save or snapshot before it") {
  constexpr uint32_t kApart = 32;
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 8});
  game.play(500);
  game.take();
  REQUIRE(game.recorder.counters().saves > 3);
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 1 << 30, .snapshot_frames = kApart}, replay) ==
          ReadResult::ok);
  REQUIRE(replay.seek(480));
  CHECK(replay.played_frames() <= 80);  // there is a save each second
  std::mt19937 random(5);
  for (uint32_t i = 0; i < 100; ++i) {
    const uint64_t before = replay.played_frames();
    const size_t frame = 470 - random() % 20;
    REQUIRE(replay.seek(frame));
    CHECK(replay.played_frames() - before <= kApart);
  }
  CHECK(replay.snapshot_frames() == kApart);
}

TEST_CASE("agents that live do what their populations say") {
  RecordedAnts game(8, {.hash_frames = 8});
  game.play(60);
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  std::vector<Replay::Doing> doings;
  replay.read_doings(doings);
  CHECK(doings.empty());  // it stands nowhere yet
  for (size_t frame = 0; frame < 60; frame += 7) {
    REQUIRE(replay.seek(frame));
    replay.read_doings(doings);
    REQUIRE(doings.size() == 8);
    Population ants = replay.world().population(0);
    for (const Replay::Doing& doing : doings) {
      CHECK(doing.population == 0);
      CHECK(doing.option == ants.option(replay.world().entity(doing.agent)));
      CHECK(doing.whom == EntityId());
    }
    CHECK(std::ranges::is_sorted(doings, {}, [](const Replay::Doing& one) { return one.agent.index; }));
  }
}

TEST_CASE("a replay takes over the world of another one, and goes on as that does") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 8});
  game.play(300);
  game.take();
  const std::vector<uint64_t> hashes = hashes_of(game.bytes);
  Replay one, other;
  REQUIRE(Replay::open(game.bytes, {}, one) == ReadResult::ok);
  REQUIRE(Replay::open(game.bytes, {}, other) == ReadResult::ok);
  CHECK_FALSE(other.follow(one));  // it stands nowhere yet
  for (const size_t at : {size_t{250}, size_t{3}, size_t{128}}) {
    REQUIRE(one.seek(at));
    REQUIRE(other.follow(one));
    CHECK(other.at() == at);
    CHECK(other.world().state_hash() == hashes[at]);
    REQUIRE(other.seek(at + 20));
    CHECK(other.world().state_hash() == hashes[at + 20]);
  }
}

TEST_CASE("a frame behind those that are lost is reached, and says so") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1, .memory_bytes = 1});
  game.play_with_gap();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 1 << 20}, replay) == ReadResult::ok);
  const auto frames = replay.frames();
  const auto gap = std::ranges::find(frames, true, &RecordedFrame::follows_gap);
  REQUIRE(gap != frames.end());
  CHECK(std::ranges::count(frames, true, &RecordedFrame::follows_gap) == 1);
  REQUIRE(gap->frame > std::prev(gap)->frame + 1);
  for (const auto place : {gap, std::prev(gap), frames.end() - 1, gap, frames.begin()}) {
    REQUIRE(replay.seek(static_cast<size_t>(place - frames.begin())));
    CHECK(replay.world().clock().frame == place->frame);
    CHECK(replay.world().clock().time_microseconds == place->microseconds);
  }
  CHECK_FALSE(replay.seek(frames.size()));
}

TEST_CASE("what is observed is each part of the frames that are gone to, and none on the way") {
  RecordedAnts game(8, {.hash_frames = 8});
  game.play(100);
  game.take();
  struct Observer final : ReplayObserver {
    uint32_t begun = 0, over = 0, reports = 0;
    void begins(uint32_t, Phase, std::span<const uint32_t>) override { ++begun; }
    void ended(uint32_t, Phase, const Commands&) override { ++over; }
    void reported(uint32_t, const Report&, Status) override { ++reports; }
    void posted(const EventOptions&) override {}
  } observer;
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 1 << 20}, replay) == ReadResult::ok);
  replay.observe(&observer);
  REQUIRE(replay.seek(60));
  const uint32_t of_one = observer.begun;
  CHECK(of_one >= 1);
  CHECK(of_one <= 6);
  CHECK(observer.over == of_one);
  for (uint32_t again = 2; again < 5; ++again) {  // also if it stands there, or has a snapshot of it
    REQUIRE(replay.seek(60));
    REQUIRE(observer.begun == again * of_one);
    replay.observe(nullptr);
    REQUIRE(replay.seek(again == 3 ? 60 : 99));
    replay.observe(&observer);
  }
  REQUIRE(replay.seek(60));
  observer = {};
  REQUIRE(replay.run());
  CHECK(observer.begun > 39);
  CHECK(observer.reports > 0);
}

TEST_CASE("an observer hears that a task has failed because the game gave nothing back") {
  compiler::Crowd crowd(R"(ishi: 1
blackboard: { found: { type: integer, range: 0..9 } }
tasks: { look: { gives: { count: { type: integer, range: 0..9 } } } }
actions: { look: { score: 1, do: [{ look: {}, as: seen }, { set: { found: seen.count } }] } }
agents: { ant: { actions: [look] } }
)",
                        {.agents = 1});
  Recorder recorder;
  REQUIRE(Recorder::open(crowd.world, {}, recorder) == Result::ok);
  crowd.step();
  REQUIRE(crowd.starts.size() == 1);
  CHECK(crowd.population.report(crowd.starts[0].token, Ending::completed).code == StatusCode::nothing_given);
  crowd.step();
  REQUIRE(recorder.finish() == Result::ok);
  std::vector<std::byte> bytes(1 << 20);
  bytes.resize(recorder.take(bytes));
  struct Observer final : ReplayObserver {
    std::vector<StatusCode> heard;
    void begins(uint32_t, Phase, std::span<const uint32_t>) override {}
    void ended(uint32_t, Phase, const Commands&) override {}
    void reported(uint32_t, const Report&, Status status) override { heard.push_back(status.code); }
    void posted(const EventOptions&) override {}
  } observer;
  Replay replay;
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  replay.observe(&observer);
  REQUIRE(replay.run());
  CHECK(observer.heard == std::vector{StatusCode::nothing_given});
}

TEST_CASE("a cooldown that a tool sets is played as it was") {
  compiler::Crowd crowd(R"(ishi: 1
tasks: { hop: {}, rest: {} }
actions:
  hop: { score: 1, cooldown: 1h, do: [hop] }
  rest: { score: 0.1, do: [rest] }
agents: { ant: { actions: [hop, rest] } }
)",
                        {.agents = 2});
  Recorder recorder;
  REQUIRE(Recorder::open(crowd.world, {.hash_frames = 1}, recorder) == Result::ok);
  crowd.step();
  const uint16_t hop = 0;
  REQUIRE(Tools(crowd.population).set_cooldown(crowd.population.agent_of(1), hop, uint64_t{1} << 40));
  for (int i = 0; i < 5; ++i) crowd.step();
  REQUIRE(recorder.finish() == Result::ok);
  std::vector<std::byte> bytes(1 << 20);
  bytes.resize(recorder.take(bytes));
  Replay replay;
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  CHECK(replay.run());
  CHECK(replay.difference().kind == Difference::Kind::none);
  CHECK(replay.world().state_hash() == crowd.world.state_hash());
}

namespace {

// The values of every agent that thinks, as they stand when jobs read them: by frame, then by slot.
using Compared = std::map<std::pair<uint64_t, uint32_t>, std::vector<float>>;

void read_compared(const Population& population, uint64_t frame, std::span<const uint32_t> slots,
                   Compared& compared) {
  const Tools tools(population);
  for (const uint32_t slot : slots) {
    std::vector<float>& values = compared[{frame, slot}];
    values.resize(tools.value_count());
    REQUIRE(tools.explain(population.agent_of(slot), values));
  }
}

struct ComparedObserver final : ReplayObserver {
  ComparedObserver(Replay& replay, Compared& compared) : replay(replay), compared(compared) {}
  void begins(uint32_t population, Phase phase, std::span<const uint32_t> slots) override {
    World& world = replay.world();
    if (phase == Phase::think)
      read_compared(world.population(population), world.clock().frame, slots, compared);
  }
  void ended(uint32_t, Phase, const Commands&) override {}
  void reported(uint32_t, const Report&, Status) override {}
  void posted(const EventOptions&) override {}
  Replay& replay;
  Compared& compared;
};

}  // namespace

TEST_CASE("what is explained of a recorded decision is bit for bit what the game compared") {
  RecordedAnts game(8, {.save_seconds = 3, .hash_frames = 8});
  compiler::Crowd& crowd = game.crowd;
  Compared lived, recorded;
  Scratch scratch;
  REQUIRE(Scratch::create(crowd.world, scratch));
  const Column<float> food = crowd.key<float>("food");
  for (uint32_t frame = 0; frame < 200; ++frame) {
    for (uint32_t slot = 0; slot < food.size(); ++slot)
      food[slot] = static_cast<float>((frame * 7 + slot * 3) % 11) / 11;
    REQUIRE(crowd.world.begin_frame({frame, uint64_t{frame} * 100'000}));
    Batch batch;
    REQUIRE(crowd.population.begin_think(batch));
    read_compared(crowd.population, frame, batch.rows(), lived);
    for (uint32_t job = 0; job < batch.jobs(); ++job) REQUIRE(crowd.population.think(batch, job, scratch));
    REQUIRE(crowd.population.end_think(batch));
    const Commands commands = phases::act(crowd.population, scratch);
    REQUIRE(crowd.world.end_frame());
    for (const Start& start : commands.starts)
      REQUIRE(crowd.population.report(start.token, Ending::completed));
  }
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {.snapshot_bytes = 1 << 20}, replay) == ReadResult::ok);
  ComparedObserver observer(replay, recorded);
  replay.observe(&observer);
  // Each frame once, in an order of no use to anybody.
  const size_t count = replay.frames().size();
  for (size_t i = 0; i < count; ++i) REQUIRE(replay.seek(i * 89 % count));
  REQUIRE(recorded.size() == lived.size());
  REQUIRE(lived.size() > 200);
  for (const auto& [when, values] : lived) {
    INFO("frame " << when.first << ", slot " << when.second);
    const std::vector<float>& again = recorded[when];
    REQUIRE(again.size() == values.size());
    REQUIRE(std::memcmp(again.data(), values.data(), values.size() * sizeof(float)) == 0);
  }
}

}  // namespace ishi::record::seek_test
