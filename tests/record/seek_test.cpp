#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <vector>

#include "ishi/record/replay.h"
#include "record/recorded_ants.h"

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
    go_about(replay, hashes, 1);  // before everything was played
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

TEST_CASE("a frame behind those that are lost is reached, and says so") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1, .memory_bytes = 1});
  game.play(30'000);
  game.take();
  game.play(300);
  game.take();
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
    void reported(uint32_t, const Report&) override { ++reports; }
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
  REQUIRE(replay.run());
  CHECK(observer.begun > 39);
  CHECK(observer.reports > 0);
}

}  // namespace ishi::record::seek_test
