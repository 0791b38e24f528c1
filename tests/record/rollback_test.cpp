#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "ishi/record/replay.h"
#include "record/recorded_ants.h"

// Games that go back to snapshots while they are recorded.

namespace ishi::record::rollback_test {
namespace {

// Keeps a snapshot of each of the last frames, and goes back to one now and then.
struct Rollbacks {
  static constexpr uint32_t kDepth = 9;

  RecordedAnts game;
  std::vector<std::vector<std::byte>> ring{kDepth};
  std::mt19937 random;
  uint32_t restores = 0;
  std::vector<uint64_t> hashes;  // after each frame that was played

  Rollbacks(uint32_t agents, const RecorderOptions& options, uint32_t seed)
      : game(agents, options), random(seed) {}

  void keep() {
    std::vector<std::byte>& snapshot = ring[game.crowd.world.clock().frame % kDepth];
    snapshot.resize(game.crowd.world.snapshot_size());
    size_t size = 0;
    REQUIRE(game.crowd.world.save_snapshot(snapshot, size));
    snapshot.resize(size);
  }
  // One frame; what the game has learnt changes what ants know.
  void play() {
    keep();
    const Column<float> food = game.crowd.key<float>("food");
    for (uint32_t slot = 0; slot < food.size(); ++slot) food[slot] = static_cast<float>(random() % 11) / 10;
    Entity stone;
    if (random() % 4 == 0 && game.crowd.world.spawn_entity({.position = {1, 2, 3}}, stone) &&
        random() % 2 == 0)
      REQUIRE(game.crowd.world.despawn_entity(stone));
    game.crowd.step();
    hashes.push_back(game.crowd.world.state_hash());
    for (const Start& start : game.crowd.starts) {
      if (random() % 3 != 0) REQUIRE(game.crowd.population.report(start.token, Ending::completed));
    }
    game.take();
  }
  void go_back(uint32_t frames) {
    const uint64_t frame = game.crowd.world.clock().frame - frames;
    REQUIRE(game.crowd.world.restore_snapshot(ring[frame % kDepth]));
    ++restores;
  }
  void play_with_rollbacks(uint32_t frames) {
    for (uint32_t i = 0; i < frames; ++i) {
      play();
      if (i < 2 * kDepth || random() % 4 != 0) continue;
      const uint32_t back = 1 + random() % (kDepth - 1);
      go_back(back);
      for (uint32_t k = 0; k < back; ++k) play();
    }
    game.take();
  }
};

}  // namespace

TEST_CASE("going back to a snapshot is a call of a recording, and takes no save") {
  Rollbacks rollbacks(8, {.hash_frames = 1}, 1);
  rollbacks.play_with_rollbacks(300);
  REQUIRE(rollbacks.restores > 30);
  const RecorderCounters counters = rollbacks.game.recorder.counters();
  CHECK(counters.saves == 1);
  CHECK(counters.lost_frames == 0);
  CHECK(counters.frames == rollbacks.hashes.size());
  Replay replay;
  REQUIRE(Replay::open(rollbacks.game.bytes, {}, replay) == ReadResult::ok);
  CHECK(replay.frames().size() == rollbacks.hashes.size());
  size_t frame = 0;
  for (Step step = replay.step(); step != Step::end; step = replay.step()) {
    REQUIRE(step != Step::differs);
    if (step == Step::frame) REQUIRE(replay.world().state_hash() == rollbacks.hashes[frame++]);
  }
  CHECK(frame == rollbacks.hashes.size());
  CHECK(replay.sums().hashes == frame);
}

TEST_CASE("each frame of a game that goes back is reached, and follows the one before it") {
  Rollbacks rollbacks(5, {.save_seconds = 1, .save_frames = 1, .hash_frames = 8}, 2);
  rollbacks.play_with_rollbacks(150);
  CHECK(rollbacks.game.recorder.counters().saves > 1);
  for (const uint64_t bytes : {uint64_t{0}, uint64_t{1} << 30}) {
    Replay replay;
    REQUIRE(Replay::open(rollbacks.game.bytes, {.snapshot_bytes = bytes}, replay) == ReadResult::ok);
    const auto frames = replay.frames();
    REQUIRE(frames.size() == rollbacks.hashes.size());
    for (const RecordedFrame& frame : frames) CHECK(frame.follows + 1 == frame.frame);
    std::mt19937 random(3);
    for (uint32_t i = 0; i < 200; ++i) {
      const size_t place = random() % frames.size();
      REQUIRE(replay.seek(place));
      REQUIRE(replay.world().state_hash() == rollbacks.hashes[place]);
    }
    REQUIRE(replay.run());
  }
}

TEST_CASE("a snapshot from before the last save, or of another world, begins the recording anew") {
  Rollbacks rollbacks(5, {.save_seconds = 1, .save_frames = 1, .hash_frames = 1}, 4);
  rollbacks.play();
  const std::vector<std::byte> first = rollbacks.ring[0];
  for (uint32_t frame = 0; frame < 30; ++frame) rollbacks.play();
  const uint64_t saves = rollbacks.game.recorder.counters().saves;
  REQUIRE(saves > 1);
  REQUIRE(rollbacks.game.crowd.world.restore_snapshot(first));
  rollbacks.play();
  CHECK(rollbacks.game.recorder.counters().saves == saves + 1);
  rollbacks.play();
  Replay replay;
  REQUIRE(Replay::open(rollbacks.game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.world().state_hash() == rollbacks.hashes.back());
}

TEST_CASE("a dashcam of a game that goes back is played from its first save on") {
  Rollbacks rollbacks(5, {.dashcam_seconds = 4, .hash_frames = 1}, 5);
  rollbacks.play_with_rollbacks(200);
  const std::string path = "rollback_dashcam.rec";
  REQUIRE(rollbacks.game.recorder.write(path.c_str()) == Result::ok);
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  std::vector<std::byte> bytes(1 << 24);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  std::remove(path.c_str());
  Replay replay;
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.world().state_hash() == rollbacks.hashes.back());
}

TEST_CASE("frames of a game that goes back are reached in pieces, too") {
  Rollbacks played(6, {.save_seconds = 3, .save_frames = 1, .hash_frames = 1}, 5);
  played.play_with_rollbacks(150);
  REQUIRE(played.restores > 20);
  Replay whole, replay;
  REQUIRE(Replay::open(played.game.bytes, {}, whole) == ReadResult::ok);
  REQUIRE(Replay::open(played.game.bytes, {.snapshot_bytes = 50'000}, replay) == ReadResult::ok);
  std::mt19937 random(2);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < 100; ++i) {
    const size_t frame = random() % whole.frames().size();
    INFO(i << ": " << frame);
    uint32_t pieces = 1;
    while (replay.seek_part(frame, 5) == Sought::on_the_way) REQUIRE(++pieces < 200);
    longest = std::max(longest, pieces);
    REQUIRE(whole.seek(frame));
    REQUIRE(replay.at() == frame);
    REQUIRE(replay.world().state_hash() == whole.world().state_hash());
  }
  CHECK(longest > 3);
}

}  // namespace ishi::record::rollback_test
