#include <atomic>
#include <catch2/catch.hpp>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "bytes.h"
#include "call_codec.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "record/recorded_ants.h"

// Recorders and replays, where the game takes the bytes itself.

namespace ishi::record::recorder_test {
namespace {

using compiler::Crowd;

bool is_played(const std::vector<std::byte>& bytes, Replay& replay, const ReplayOptions& options = {}) {
  REQUIRE(Replay::open(bytes, options, replay) == ReadResult::ok);
  return replay.run();
}

std::vector<std::byte> read_and_remove(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  std::remove(path.c_str());
  return {first, first + text.size()};
}

// Where the records of a recording begin.
std::vector<size_t> records_of(const std::vector<std::byte>& bytes) {
  std::vector<size_t> places;
  for (size_t at = sizeof(recording::FileHeader); at < bytes.size();) {
    places.push_back(at);
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + at, sizeof header);
    at += sizeof header + header.bytes();
  }
  return places;
}

}  // namespace

TEST_CASE("a recording comes to the state that the game had") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(50);
  game.take();
  Replay replay;
  REQUIRE(is_played(game.bytes, replay));
  CHECK(replay.sums().frames == 50);
  CHECK(replay.sums().hashes == 50);
  CHECK(replay.sums().switches > 0);
  CHECK(replay.sums().is_cut);
  CHECK(replay.world().clock().frame == 50);
}

TEST_CASE("a bit of an input that is another one is found in its frame and population") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(20);
  game.take();
  const std::vector<size_t> places = records_of(game.bytes);
  uint32_t found = 0;
  for (size_t i = 2; i < places.size(); ++i) {  // behind the blob and the save
    std::vector<std::byte> bytes = game.bytes;
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + places[i], sizeof header);
    std::byte* const calls = bytes.data() + places[i] + sizeof header;
    // The lowest bit of the last byte of the frame's first changes: a call `columns`, of a population.
    CallReader reader({calls, header.bytes()});
    RecordedCall call;
    bool is_there = false;
    while (!is_there && !reader.is_at_end()) {
      REQUIRE(reader.read(call));
      is_there = call.call == recording::Call::columns && call.population == 0;
    }
    const size_t at = header.bytes() - reader.left();
    if (!is_there) continue;  // the first frame, which is played from a save
    calls[at - 1] ^= std::byte{1};
    const uint64_t checksum = checksum_of(header, {calls, header.bytes()});
    std::memcpy(bytes.data() + places[i] + sizeof header - sizeof checksum, &checksum, sizeof checksum);
    Replay replay;
    REQUIRE_FALSE(is_played(bytes, replay));
    CHECK(replay.difference().frame == header.frame());
    CHECK(replay.difference().population == 0);
    ++found;
  }
  CHECK(found == 19);
}

TEST_CASE("what a recorder has no room for is counted, and it is whole again with the next save") {
  RecordedAnts game(8, {.hash_frames = 1, .memory_bytes = 1});
  game.play(30'000);
  const RecorderCounters counters = game.recorder.counters();
  REQUIRE(counters.lost_frames > 0);
  CHECK(counters.frames + counters.lost_frames == 30'000);
  game.take();
  game.play(10);
  game.take();
  Replay replay;
  REQUIRE(is_played(game.bytes, replay));
  CHECK(replay.sums().gaps == 1);
  CHECK(replay.sums().lost_frames == counters.lost_frames);
  CHECK(replay.sums().frames == counters.frames + 10);
}

TEST_CASE("reports from a thread beside acting agents are played in the order in which they were taken") {
  RecordedAnts game(48, {.hash_frames = 1});
  Crowd& crowd = game.crowd;
  const Column<float> food = crowd.key<float>("food");
  std::vector<Start> starts;
  for (uint32_t frame = 0; frame < 300; ++frame) {
    for (uint32_t slot = 0; slot < food.size(); ++slot)
      food[slot] = static_cast<float>((frame + slot) % 7) / 7;
    std::thread reporter([&] {
      for (const Start& start : starts)
        static_cast<void>(crowd.population.report(start.token, Ending::completed));
    });
    crowd.step();
    reporter.join();
    starts = crowd.starts;
    if (frame % 50 == 0) game.take();
  }
  game.take();
  Replay replay;
  REQUIRE(is_played(game.bytes, replay));
  CHECK(replay.sums().frames == 300);
  CHECK(replay.sums().completed > 0);
}

TEST_CASE("a recording that is cut is played as far as it is whole") {
  RecordedAnts game(2, {.hash_frames = 1});
  game.play(4);
  game.take();
  for (size_t size = 0; size < game.bytes.size(); ++size) {
    const std::vector<std::byte> cut(game.bytes.begin(),
                                     game.bytes.begin() + static_cast<std::ptrdiff_t>(size));
    Replay replay;
    const ReadResult result = Replay::open(cut, {}, replay);
    if (result != ReadResult::ok) continue;
    INFO(size);
    REQUIRE(replay.run());
    REQUIRE(replay.sums().is_cut);
  }
}

TEST_CASE("no bit of a recording that is another one does harm, and each in a record is found") {
  RecordedAnts game(2, {.hash_frames = 1});
  game.play(2);
  game.take();
  const size_t first = sizeof(recording::FileHeader);
  for (size_t bit = first * 8; bit < game.bytes.size() * 8; bit += 7) {
    std::vector<std::byte> bytes = game.bytes;
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    Replay replay;
    if (Replay::open(bytes, {}, replay) != ReadResult::ok) continue;
    const bool is_same = replay.run();
    INFO(bit);
    REQUIRE((!is_same || replay.sums().damaged > 0 || replay.sums().frames < 2));
  }
}

TEST_CASE("calls that are other ones, in records whose sums are right, do no harm") {
  RecordedAnts game(2, {.hash_frames = 1});
  game.play(6);
  game.take();
  const std::vector<size_t> places = records_of(game.bytes);
  for (const size_t place : {places[3], places[6]}) {
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), game.bytes.data() + place, sizeof header);
    REQUIRE(header.kind() == recording::RecordKind::frame);
    for (size_t bit = 0; bit < size_t{header.bytes()} * 8; ++bit) {
      std::vector<std::byte> bytes = game.bytes;
      std::byte* const calls = bytes.data() + place + sizeof header;
      calls[bit / 8] ^= std::byte{1} << (bit % 8);
      const uint64_t checksum = checksum_of(header, {calls, header.bytes()});
      std::memcpy(bytes.data() + place + sizeof header - sizeof checksum, &checksum, sizeof checksum);
      Replay replay;
      REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
      while (replay.step() != Step::end) {
      }
      REQUIRE(replay.sums().frames <= 7);
    }
  }
}

TEST_CASE("a recorder that is closed says what is missing") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(3);
  CHECK(game.recorder.finish() == Result::ok);
  CHECK(game.recorder.finish() == Result::ok);
  CHECK(game.recorder.close() == Result::frames_lost);  // nobody has taken them
  CHECK(game.recorder.close() == Result::not_open);
  CHECK(game.recorder.finish() == Result::not_open);

  RecordedAnts small(8, {.hash_frames = 1, .memory_bytes = 1});
  small.play(30'000);
  CHECK(small.recorder.finish() == Result::frames_lost);
  small.take();
  CHECK(small.recorder.counters().lost_frames > 0);
  Replay replay;
  REQUIRE(is_played(small.bytes, replay));
  CHECK(replay.sums().lost_frames == small.recorder.counters().lost_frames);
  CHECK_FALSE(replay.sums().is_cut);  // the gap at its end stands in it, and the end
  CHECK(small.recorder.close() == Result::frames_lost);
}

TEST_CASE("a file belongs to one recorder at a time") {
  const std::string path = "alone_of_recorder_test.ishirec";
  RecordedAnts game(8, {.path = path.c_str(), .hash_frames = 1});
  game.play(10);
  Crowd other(kAnt);
  Recorder recorder, camera;
  CHECK(Recorder::open(other.world, {.path = path.c_str()}, recorder) == Result::path_in_use);
  CHECK(Recorder::open(other.world, {.path = ("./" + path).c_str()}, recorder) == Result::path_in_use);
  CHECK_FALSE(recorder.is_open());
  REQUIRE(Recorder::open(other.world, {.dashcam_seconds = 2}, camera) == Result::ok);
  other.step();
  CHECK(camera.write(path.c_str()) == Result::path_in_use);
  REQUIRE(camera.close() == Result::ok);
  game.play(10);
  REQUIRE(game.recorder.close() == Result::ok);
  Replay replay;
  REQUIRE(is_played(read_and_remove(path), replay));
  CHECK(replay.sums().frames == 20);
  // The next one may have it.
  REQUIRE(Recorder::open(other.world, {.path = path.c_str()}, recorder) == Result::ok);
  CHECK(recorder.close() == Result::ok);
  std::remove(path.c_str());
}

TEST_CASE("a dashcam writes the last seconds, and begins with a save") {
  const std::string path = "dashcam_of_recorder_test.ishirec";
  RecordedAnts game(8, {.dashcam_seconds = 2, .hash_frames = 1});
  game.play(1000);
  REQUIRE(game.recorder.write("/no/such/folder/x") == Result::cannot_write);
  REQUIRE(game.recorder.write(path.c_str()) == Result::ok);
  const std::vector<std::byte> bytes = read_and_remove(path);
  Replay replay;
  REQUIRE(is_played(bytes, replay));
  CHECK(replay.sums().microseconds >= 1'900'000);
  CHECK(replay.sums().frames < 1000);
  CHECK_FALSE(replay.sums().is_cut);
  CHECK(replay.world().clock().frame == game.crowd.world.clock().frame);
}

TEST_CASE("a dashcam that is finished still writes what it has, as a whole") {
  const std::string path = "finished_dashcam_of_recorder_test.ishirec";
  RecordedAnts game(8, {.dashcam_seconds = 2, .hash_frames = 1});
  game.play(100);
  REQUIRE(game.recorder.finish() == Result::ok);
  for (uint32_t i = 0; i < 2; ++i) {
    REQUIRE(game.recorder.write(path.c_str()) == Result::ok);
    Replay replay;
    REQUIRE(is_played(read_and_remove(path), replay));
    CHECK(replay.world().clock().frame == game.crowd.world.clock().frame);
    CHECK_FALSE(replay.sums().is_cut);
  }
}

TEST_CASE("a game that dies in the middle of a frame leaves all whole frames") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(30);
  REQUIRE(game.crowd.world.begin_frame({.frame = 1000, .time_microseconds = 1'000'000'000}));
  game.take();
  Replay replay;
  REQUIRE(is_played(game.bytes, replay));
  CHECK(replay.sums().frames == 30);
  CHECK(replay.sums().is_cut);
  REQUIRE(game.crowd.world.end_frame());
}

TEST_CASE("a recording that is finished is taken to its end") {
  RecordedAnts game(8, {.hash_frames = 1});
  game.play(30);
  REQUIRE(game.recorder.finish() == Result::ok);
  CHECK_FALSE(game.recorder.is_open());
  CHECK(game.recorder.counters().result == Result::ok);
  game.play(5);  // of which nothing is recorded
  game.take();
  Replay replay;
  REQUIRE(is_played(game.bytes, replay));
  CHECK(replay.sums().frames == 30);
  CHECK_FALSE(replay.sums().is_cut);
}

TEST_CASE("a world has one recorder, which is opened between two frames and closed with the world") {
  Recorder recorder, other;
  {
    Crowd crowd(kAnt);
    World none;
    CHECK(Recorder::open(none, {}, recorder) == Result::no_world);
    CHECK(Recorder::open(crowd.world, {.save_seconds = 0}, recorder) == Result::bad_options);
    CHECK(Recorder::open(crowd.world, {.path = "/no/such/folder/x"}, recorder) == Result::cannot_write);
    REQUIRE(Recorder::open(crowd.world, {}, recorder) == Result::ok);
    CHECK(Recorder::open(crowd.world, {}, other) == Result::already_recorded);
    CHECK(recorder.write("x") == Result::not_a_dashcam);
    crowd.step();
    CHECK(recorder.counters().frames == 1);
  }
  CHECK_FALSE(recorder.is_open());
  CHECK(recorder.counters().result == Result::no_world);
}

}  // namespace ishi::record::recorder_test
