#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "recording/frame_times.h"

// The times of a recording's frames as the verbs print and read them.

namespace ishi::compiler::cli::frame_times_test {
namespace {

using record::RecordedFrame;

// Frames with a step of so many microseconds.
std::vector<RecordedFrame> frames_of(uint64_t step, size_t count) {
  std::vector<RecordedFrame> frames(count);
  for (size_t at = 0; at < count; ++at) {
    frames[at].frame = at;
    frames[at].microseconds = at * step;
    frames[at].follows = at == 0 ? 0 : at - 1;
  }
  return frames;
}

bool all_look_different(const FrameTimes& times, const std::vector<RecordedFrame>& frames) {
  std::vector<std::string> texts;
  for (const RecordedFrame& frame : frames) texts.push_back(times.seconds(frame.microseconds));
  std::ranges::sort(texts);
  return std::ranges::adjacent_find(texts) == texts.end();
}

}  // namespace

TEST_CASE("times have two digits where these tell all frames apart") {
  for (const uint64_t step : {10'000, 16'666, 16'667, 25'000, 33'333, 1'000'000}) {
    const auto frames = frames_of(step, 5000);
    const FrameTimes times(frames);
    CHECK(times.digits() == 2);
    CHECK(all_look_different(times, frames));
  }
}

TEST_CASE("times of frames that follow each other faster have more digits") {
  for (const uint64_t step : {1, 9, 100, 999, 4'166, 6'944, 8'333, 9'990}) {
    const auto frames = frames_of(step, 5000);
    const FrameTimes times(frames);
    CHECK(times.digits() > 2);
    CHECK(all_look_different(times, frames));
  }
}

TEST_CASE("halves of the last digit are rounded up, as times are compared") {
  const auto frames = frames_of(25'000, 10);
  const FrameTimes times(frames);
  CHECK(times.seconds(75'000) == "0.08s");
  CHECK(times.rounded(75'000) == 8);
}

TEST_CASE("long times have minutes and hours beside the seconds") {
  const auto frames = frames_of(16'667, 10);
  const FrameTimes times(frames);
  CHECK(times.text(99'990'000) == "99.99s");
  CHECK(times.text(119'999'000) == "120.00s (2:00.00)");
  CHECK(times.text(3'492'500'000) == "3492.50s (58:12.50)");
  CHECK(times.text(3'661'000'000) == "3661.00s (1:01:01.00)");
}

TEST_CASE("frames that a game took back stand in brackets") {
  // Frames 0 to 5, back to frame 2, then 3 to 6.
  std::vector<RecordedFrame> frames = frames_of(50'000, 10);
  for (size_t at = 6; at < frames.size(); ++at) {
    frames[at].frame = at - 3;
    frames[at].microseconds = (at - 3) * 50'000;
    frames[at].follows = at - 4;
  }
  const FrameTimes times(frames);
  CHECK(times.name(2) == "0.10s");
  CHECK(times.name(3) == "(0.15s)");
  CHECK(times.name(5) == "(0.25s)");
  CHECK(times.name(6) == "0.15s");
  CHECK(times.name(9) == "0.30s");
}

TEST_CASE("where the game's time stands still the last frame of a time is named by it") {
  std::vector<RecordedFrame> frames = frames_of(20'000, 5);
  frames[3].microseconds = frames[2].microseconds;
  const FrameTimes times(frames);
  CHECK(times.name(1) == "0.02s");
  CHECK(times.name(2) == "frame 2");
  CHECK(times.name(3) == "0.04s");
  CHECK(times.name(4) == "0.08s");
}

namespace {

std::optional<size_t> found(const FrameTimes& times, const std::string& text) {
  const auto moment = read_moment(text);
  REQUIRE(moment);
  const auto one = times.find(*moment);
  return one && !one->next ? std::optional(one->at) : std::nullopt;
}

// Each way to name a frame that the game did not take back leads to it.
void check_names(const std::vector<RecordedFrame>& frames) {
  const FrameTimes times(frames);
  size_t named = 0;
  for (size_t at = 0; at < frames.size(); ++at) {
    if (times.is_taken_back(at)) continue;
    ++named;
    if (found(times, times.name(at)) != at) FAIL(times.name(at) << " is not frame " << at);
    const std::string number = "frame " + std::to_string(frames[at].frame);
    if (found(times, number) != at) FAIL(number << " is not frame " << at);
    if (times.name(at).starts_with("frame")) continue;
    const std::string exact = fmt::format("{}s", static_cast<double>(frames[at].microseconds) / 1e6);
    if (found(times, exact) != at) FAIL(exact << " is not frame " << at);
    const std::string text = times.text(frames[at].microseconds);
    if (found(times, text.substr(0, text.find(' '))) != at) FAIL(text << " is not frame " << at);
  }
  CHECK(named > frames.size() / 4);
}

}  // namespace

TEST_CASE("each name that is printed of a frame leads to it") {
  for (const uint64_t step :
       {1, 7, 999, 4'166, 6'944, 8'333, 9'999, 10'000, 16'667, 25'000, 33'333, 1'000'000})
    check_names(frames_of(step, 3000));
}

TEST_CASE("each name leads to its frame in a recording of an hour") {
  check_names(frames_of(16'667, 216'000));
}

TEST_CASE("each name leads to its frame where frames have any length and games go back") {
  std::mt19937 random(11);
  for (const uint32_t shortest : {0U, 1U, 300U, 5'000U, 15'000U}) {
    for (int trial = 0; trial < 40; ++trial) {
      std::vector<RecordedFrame> frames(1);
      while (frames.size() < 800) {
        RecordedFrame next = frames.back();
        if (random() % 12 == 0) {  // back to a frame before, whichever comes last of those
          const uint64_t to = next.frame - std::min<uint64_t>(next.frame, random() % 10);
          for (size_t at = frames.size(); at-- > 0;) {
            next = frames[at];
            if (next.frame == to) break;
          }
        }
        next.follows = next.frame++;
        next.microseconds += shortest + random() % (random() % 3 == 0 ? 40'000 : 3);
        frames.push_back(next);
      }
      check_names(frames);
    }
  }
}

TEST_CASE("frames that a game took back at its end are found at their own moments alone") {
  std::vector<RecordedFrame> frames = frames_of(20'000, 11);
  frames[10].frame = 4;  // after frames 0 to 9
  frames[10].microseconds = 80'000;
  frames[10].follows = 3;
  const FrameTimes times(frames);
  CHECK(found(times, "0.08s") == 10);
  CHECK(found(times, "0.18s") == 9);
  CHECK(found(times, "frame 9") == 9);
  CHECK(found(times, "0.17s") == 10);
  CHECK(!found(times, "frame 12"));
  CHECK(!found(times, "1.09s"));
}

}  // namespace ishi::compiler::cli::frame_times_test
