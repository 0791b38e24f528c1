#include <algorithm>
#include <catch2/catch.hpp>
#include <span>
#include <vector>

#include "ishi/record/replay.h"
#include "record/recorded_ants.h"

// Recordings that come piece by piece, as from a running game.

namespace ishi::record::stream_test {
namespace {

// Gives the recording that a recorder with a dashcam holds in memory.
std::vector<std::byte> dashcam_of(RecordedAnts& game) {
  const std::string path = "stream_test.ishirec";
  REQUIRE(game.recorder.write(path.c_str()) == Result::ok);
  std::FILE* const file = std::fopen(path.c_str(), "rb");
  REQUIRE(file != nullptr);
  std::vector<std::byte> bytes(size_t{64} << 20);
  bytes.resize(std::fread(bytes.data(), 1, bytes.size(), file));
  std::fclose(file);
  std::remove(path.c_str());
  return bytes;
}

}  // namespace

TEST_CASE("a recording that comes in pieces of any size is the same as a whole one") {
  RecordedAnts game(8, {.save_seconds = 1, .save_frames = 10, .hash_frames = 1});
  game.play(60);
  game.take();
  for (const size_t piece : {size_t{1}, size_t{7}, size_t{1000}, game.bytes.size()}) {
    Replay replay;
    Replay::open_stream({}, replay);
    CHECK(replay.step() == Step::end);
    std::span<const std::byte> left = game.bytes;
    while (!left.empty()) {
      const size_t count = std::min(piece, left.size());
      REQUIRE(replay.append(left.first(count)) == ReadResult::ok);
      left = left.subspan(count);
      for (Step step = replay.step(); step != Step::end; step = replay.step()) REQUIRE(step != Step::differs);
    }
    CHECK(replay.sums().frames == 60);
    CHECK(replay.sums().hashes == 60);
    CHECK(replay.frames().size() == 60);
    CHECK(replay.world().state_hash() == game.crowd.world.state_hash());
    REQUIRE(replay.seek(10));
    CHECK(replay.world().clock().frame == 11);
  }
}

TEST_CASE("a viewer that has played up to a save does not load it") {
  const ReplayOptions options =
      GENERATE(ReplayOptions{.snapshot_frames = 4},
               ReplayOptions{.snapshot_frames = 4, .node_events = 64, .notices = 64});
  RecordedAnts game(8, {.dashcam_seconds = 3'600, .save_seconds = 1, .hash_frames = 1});
  game.play(400);
  Replay replay;
  Replay::open_stream(options, replay);
  REQUIRE(replay.append(dashcam_of(game)) == ReadResult::ok);
  const Asset* asset = nullptr;
  uint32_t number = 0, saves = 0;
  for (Step step = replay.step(); step != Step::end; step = replay.step()) {
    REQUIRE(step != Step::differs);
    if (step != Step::save) continue;
    if (++saves == 1) {
      asset = replay.asset(0);
      number = replay.world().number();
    }
    CHECK(replay.asset(0) == asset);
    CHECK(replay.world().number() == number);
  }
  CHECK(saves > 5);
  CHECK(replay.sums().frames == 400);
  CHECK(replay.world().state_hash() == game.crowd.world.state_hash());
  // Any frame of any save is reached, also by way of another.
  std::vector<uint64_t> hashes;
  for (size_t frame = 0; frame < 400; ++frame) {
    REQUIRE(replay.seek(frame));
    hashes.push_back(replay.world().state_hash());
  }
  for (size_t frame = 0; frame < 400; ++frame) {
    const size_t other = frame * 263 % 400;
    REQUIRE(replay.seek(other));
    REQUIRE(replay.world().state_hash() == hashes[other]);
  }
}

TEST_CASE("a stream that is no recording is refused, also behind its beginning") {
  Replay replay;
  Replay::open_stream({}, replay);
  const std::vector<std::byte> noise(100, std::byte{0x5a});
  CHECK(replay.append(noise) == ReadResult::not_a_recording);
  RecordedAnts game(2, {});
  game.play(3);
  game.take();
  Replay::open_stream({.most_stream_bytes = 1 << 20}, replay);
  REQUIRE(replay.append(game.bytes) == ReadResult::ok);
  CHECK(replay.append(std::vector<std::byte>(64, std::byte{0x7f})) == ReadResult::too_large);
}

TEST_CASE("a record whose rest never comes is forgotten") {
  RecordedAnts game(4, {.save_seconds = 1, .save_frames = 10, .hash_frames = 1});
  game.play(40);
  game.take();
  Replay replay;
  Replay::open_stream({}, replay);
  REQUIRE(replay.append(std::span(game.bytes).first(game.bytes.size() / 2)) == ReadResult::ok);
  replay.forget_partial_record();
  REQUIRE(replay.append(game.bytes) == ReadResult::ok);  // its header is a damaged record's
  CHECK(replay.sums().is_cut);
}

TEST_CASE("a long stream forgets its oldest frames and goes on without a difference") {
  RecordedAnts game(8, {.dashcam_seconds = 3'600, .save_seconds = 1, .hash_frames = 1});
  game.play(400);
  const std::vector<std::byte> bytes = dashcam_of(game);
  Replay replay, beside;
  Replay::open_stream({.snapshot_bytes = 1 << 20, .most_stream_bytes = bytes.size() / 4}, replay);
  Replay::open_beside(replay, {}, beside);
  std::span<const std::byte> left = bytes;
  uint64_t most = 0;
  while (!left.empty()) {
    const size_t count = std::min<size_t>(997, left.size());
    REQUIRE(replay.append(left.first(count)) == ReadResult::ok);
    left = left.subspan(count);
    for (Step step = replay.step(); step != Step::end; step = replay.step()) REQUIRE(step != Step::differs);
    most = std::max<uint64_t>(most, replay.frames().size());
  }
  CHECK(replay.forgotten_frames() > 200);
  CHECK(most < 300);
  CHECK(replay.forgotten_frames() + replay.frames().size() == 400);
  CHECK(replay.sums().frames == 400);
  const uint64_t hash = replay.world().state_hash();
  REQUIRE(replay.seek(0));
  REQUIRE(replay.seek(replay.frames().size() - 1));
  CHECK(replay.world().state_hash() == hash);
  REQUIRE(beside.seek(beside.frames().size() - 1));
  CHECK(beside.world().state_hash() == hash);
}

TEST_CASE("a snapshot that is restored later is kept before the stream says so") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(5);
  Replay replay;
  Replay::open_stream({}, replay);
  size_t given = 0;
  const auto play = [&] {
    game.take();
    REQUIRE(replay.append(std::span(game.bytes).subspan(given)) == ReadResult::ok);
    given = game.bytes.size();
    for (Step step = replay.step(); step != Step::end; step = replay.step()) REQUIRE(step != Step::differs);
  };
  for (uint32_t round = 0; round < 20; ++round) {
    std::vector<std::byte> snapshot(game.crowd.world.snapshot_size());
    size_t size = 0;
    REQUIRE(game.crowd.world.save_snapshot(snapshot, size));
    game.play(3);
    play();
    REQUIRE(game.crowd.world.restore_snapshot(std::span(snapshot).first(size)));
    game.play(4);
    play();
  }
  CHECK(replay.sums().hashes > 100);
  REQUIRE(replay.seek(replay.frames().size() / 2));
  REQUIRE(replay.seek(replay.frames().size() - 1));
  CHECK(replay.difference().kind == Difference::Kind::none);
}

}  // namespace ishi::record::stream_test
