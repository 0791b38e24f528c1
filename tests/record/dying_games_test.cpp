#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "bytes.h"
#include "ishi/record/recorder.h"
#include "ishi/record/replay.h"
#include "record/recorded_ants.h"
#include "trials.h"

// Games that die while they are recorded, disks that fill, and clocks that do as they like: what is in the
// file is played as it was.

namespace ishi::record::dying_games_test {
namespace {

using compiler::Crowd;

std::vector<std::byte> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const auto* const first = reinterpret_cast<const std::byte*>(text.data());
  return {first, first + text.size()};
}

size_t size_of(const std::string& path) {
  struct stat about {};
  return ::stat(path.c_str(), &about) == 0 ? static_cast<size_t>(about.st_size) : 0;
}

size_t frames_in(const std::string& path) {
  const std::vector<std::byte> bytes = read(path);
  Replay replay;
  return Replay::open(bytes, {}, replay) == ReadResult::ok ? replay.frames().size() : 0;
}

// Where the records of a recording begin, and where the last ends.
std::vector<size_t> borders_of(const std::vector<std::byte>& bytes) {
  std::vector<size_t> borders = {0, sizeof(recording::FileHeader)};
  while (borders.back() < bytes.size()) {
    recording::RecordHeader header;
    std::memcpy(static_cast<void*>(&header), bytes.data() + borders.back(), sizeof header);
    borders.push_back(borders.back() + sizeof header + header.bytes());
  }
  return borders;
}

// While it lives no file grows beyond so many bytes.
class FullDisk {
 public:
  explicit FullDisk(rlim_t bytes) {
    REQUIRE(getrlimit(RLIMIT_FSIZE, &before_) == 0);
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, before_.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &limit) == 0);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  rlimit before_{};
  void (*handler_)(int) = SIG_DFL;
};

// Lives the next frame up to one of its calls, then is killed. Never returns.
[[noreturn]] void die_in_frame(Crowd& crowd, int calls) {
  const auto call = [&calls] {
    if (calls-- == 0) raise(SIGKILL);
  };
  Scratch scratch;
  const Clock now = crowd.world.clock();
  Batch batch;
  Round round;
  Commands commands;
  if (!Scratch::create(crowd.world, scratch)) _exit(1);
  call();
  if (!crowd.world.begin_frame({now.frame + 1, now.time_microseconds + 100'000})) _exit(1);
  call();
  if (!crowd.population.begin_think(batch)) _exit(1);
  call();
  for (uint32_t job = 0; job < batch.jobs(); ++job) {
    if (!crowd.population.think(batch, job, scratch)) _exit(1);
  }
  call();
  if (!crowd.population.end_think(batch)) _exit(1);
  call();
  if (!crowd.population.begin_act(round)) _exit(1);
  call();
  for (uint32_t job = 0; job < round.jobs(); ++job) {
    if (!crowd.population.act(round, job, scratch)) _exit(1);
  }
  call();
  if (!crowd.population.end_act(round, commands)) _exit(1);
  call();
  for (const Start& start : commands.starts)
    static_cast<void>(crowd.population.report(start.token, Ending::failed));
  call();
  _exit(1);
}

bool is_killed(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
}

}  // namespace

TEST_CASE("a game that is killed in any call of a frame leaves a file with all whole frames") {
  constexpr int kCalls = 9;
  constexpr uint32_t kFrames = 20;
  const std::string path = "killed_in_frame.ishirec";
  for (int calls = 0; calls < kCalls; ++calls) {
    INFO(calls);
    const pid_t child = fork();
    if (child == 0) {
      RecordedAnts game(8, {.path = path.c_str(), .hash_frames = 1});
      game.play(kFrames);
      // The recorder's thread writes what it has when it comes to it.
      while (frames_in(path) < kFrames) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      die_in_frame(game.crowd, calls);
    }
    REQUIRE(is_killed(child));
    const std::vector<std::byte> bytes = read(path);
    std::remove(path.c_str());
    Replay replay;
    REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
    CHECK(replay.run());
    CHECK(replay.sums().frames == kFrames);
    CHECK(replay.sums().hashes == kFrames);
    CHECK(replay.sums().is_cut);
    CHECK(replay.sums().damaged == 0);
  }
}

TEST_CASE("a game that is killed at once leaves a file that says what it is") {
  const std::string path = "killed_at_once.ishirec";
  const pid_t child = fork();
  if (child == 0) {
    Crowd crowd(kAnt);
    Recorder recorder;
    if (Recorder::open(crowd.world, {.path = path.c_str()}, recorder) == Result::ok) raise(SIGKILL);
    _exit(1);
  }
  REQUIRE(is_killed(child));
  Replay replay;
  CHECK(Replay::open(read(path), {}, replay) == ReadResult::nothing_yet);
  std::remove(path.c_str());
}

TEST_CASE("a frame that has ended comes into the file, whatever the game does or leaves undone then") {
  constexpr uint32_t kFrames = 40;
  const std::string path = "soon_written.ishirec";
  RecordedAnts game(8, {.path = path.c_str(), .hash_frames = 1});
  const auto written = [&game] { return game.recorder.counters().written_bytes; };
  for (uint32_t i = 0; i < kFrames; ++i) {
    const uint64_t before = written();
    game.play(1);
    while (written() == before) std::this_thread::yield();  // no other call wakes the thread that writes
  }
  REQUIRE(game.recorder.close() == Result::ok);
  CHECK(frames_in(path) == kFrames);
  std::remove(path.c_str());
}

TEST_CASE("a game that is killed at any moment leaves a file that is played as far as it goes") {
  const std::string path = "killed_at_any_moment.ishirec";
  constexpr size_t kBegun = 400'000;  // bytes: many frames, and several saves
  const uint32_t kills = trials(160);
  for (uint32_t kill = 0; kill < kills; ++kill) {
    INFO(kill);
    const pid_t child = fork();
    if (child == 0) {
      // With saves in between, which are much larger than frames.
      RecordedAnts game(64, {.path = path.c_str(), .save_seconds = 1, .save_frames = 1, .hash_frames = 1});
      for (uint32_t i = 0; i < 3'000; ++i) game.play(1);
      while (true) pause();
    }
    while (size_of(path) < kBegun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::microseconds(kill * 997 % 20'000));
    ::kill(child, SIGKILL);
    REQUIRE(is_killed(child));
    const std::vector<std::byte> bytes = read(path);
    std::remove(path.c_str());
    Replay replay;
    REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
    REQUIRE(replay.run());
    REQUIRE(replay.sums().damaged == 0);
    REQUIRE(replay.sums().is_cut);
    REQUIRE(replay.sums().frames > 0);
  }
}

TEST_CASE("a disk that fills stops the recording, not the game, and what is not in the file counts as lost") {
  const std::string path = "filling_disk.ishirec";
  const bool is_late = GENERATE(false, true);  // at the end of the recording, or on the way
  RecordedAnts game(8, {.path = path.c_str(), .hash_frames = 1});
  {
    const FullDisk disk(100'000);
    game.play(is_late ? 1'000 : 20'000);
    // The writer has its time: as many frames as it takes.
    for (uint32_t i = 0; i < 100'000 && !is_late && game.recorder.counters().result == Result::ok; ++i)
      game.play(1);
    CHECK(game.recorder.finish() == Result::cannot_write);
  }
  const uint64_t frames = game.crowd.world.clock().frame;
  const RecorderCounters counters = game.recorder.counters();
  CHECK(counters.written_bytes == 100'000);
  CHECK(counters.frames > 0);
  CHECK(counters.frames + counters.lost_frames == frames);
  CHECK(game.recorder.close() == Result::cannot_write);
  game.play(10);
  CHECK(game.crowd.world.clock().frame == frames + 10);
  Replay replay;
  const std::vector<std::byte> bytes = read(path);
  REQUIRE(Replay::open(bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().frames == counters.frames);
  CHECK(replay.sums().is_cut);
  std::remove(path.c_str());
}

TEST_CASE("a disk that is full from the start is no place for a recording") {
  Crowd crowd(kAnt);
  Recorder recorder;
  CHECK(Recorder::open(crowd.world, {.path = "/dev/full"}, recorder) == Result::cannot_write);
  CHECK_FALSE(recorder.is_open());
}

TEST_CASE("wherever a disk is full, the frames that count as written are in the file") {
  const std::string path = "full_at_each_write.ishirec";
  const auto play = [&path](Recorder& recorder, uint32_t frames) {
    Crowd crowd(kAnt, {.agents = 2});
    REQUIRE(Recorder::open(crowd.world,
                           {.path = path.c_str(), .save_seconds = 1, .save_frames = 1, .hash_frames = 1},
                           recorder) == Result::ok);
    for (uint32_t i = 0; i < frames; ++i) crowd.step();
    return recorder.finish();
  };
  constexpr uint32_t kFrames = 25;
  Recorder whole;
  REQUIRE(play(whole, kFrames) == Result::ok);
  const std::vector<std::byte> all = read(path);
  std::vector<size_t> limits;
  for (const size_t border : borders_of(all)) {
    for (const int beside : {-1, 0, 1, 17}) {
      const size_t limit = border + static_cast<size_t>(beside);
      if (border + 1 > sizeof(recording::FileHeader) && limit >= sizeof(recording::FileHeader) &&
          limit < all.size())
        limits.push_back(limit);
    }
  }
  for (const size_t limit : limits) {
    INFO(limit);
    Recorder recorder;
    {
      const FullDisk disk(limit);
      REQUIRE(play(recorder, kFrames) == Result::cannot_write);
    }
    const RecorderCounters counters = recorder.counters();
    REQUIRE(counters.written_bytes == limit);
    REQUIRE(counters.frames + counters.lost_frames == kFrames);
    const std::vector<std::byte> bytes = read(path);
    REQUIRE(bytes.size() == limit);
    Replay replay;
    const ReadResult opened = Replay::open(bytes, {}, replay);
    if (opened != ReadResult::ok) {
      REQUIRE(counters.frames == 0);
      continue;
    }
    REQUIRE(replay.run());
    REQUIRE(replay.sums().frames == counters.frames);
    REQUIRE(replay.sums().is_cut);
  }
  CHECK(limits.size() > 60);
  std::remove(path.c_str());
}

TEST_CASE("clocks that stand still, jump and are refused are recorded as they were") {
  RecordedAnts game(8, {.save_seconds = 60, .save_frames = 1, .hash_frames = 1});
  World& world = game.crowd.world;
  uint64_t frame = 0, time = 0;
  const auto play = [&](uint64_t frames, uint64_t microseconds) {
    frame += frames;
    time += microseconds;
    REQUIRE(world.begin_frame({frame, time}));
    REQUIRE(world.end_frame());
  };
  for (uint32_t i = 0; i < 40; ++i) {
    game.play(1);
    frame = world.clock().frame;
    time = world.clock().time_microseconds;
    play(1, 0);                            // time stands still
    play(0, 5);                            // the number of the frame does
    play(1'000'000, 1);                    // it jumps
    play(1, 3'600'000'000 * (i % 5 + 1));  // hours are gone
    CHECK_FALSE(world.begin_frame({frame - 1, time}));
    CHECK_FALSE(world.begin_frame({frame, time - 1}));
  }
  REQUIRE(game.recorder.finish() == Result::ok);
  game.take();
  Replay replay;
  REQUIRE(Replay::open(game.bytes, {}, replay) == ReadResult::ok);
  REQUIRE(replay.run());
  CHECK(replay.sums().hashes == 200);
  CHECK(replay.world().state_hash() == world.state_hash());
  // Each frame is reached, also those of one number.
  REQUIRE(replay.frames().size() == 200);
  for (size_t at = 0; at < 200; ++at) {
    const size_t place = at * 89 % 200;
    REQUIRE(replay.seek(place));
    REQUIRE(replay.world().clock().time_microseconds == replay.frames()[place].microseconds);
  }
}

}  // namespace ishi::record::dying_games_test
