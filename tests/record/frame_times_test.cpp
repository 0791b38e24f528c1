#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "cli/recording/frame_times.h"

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

}  // namespace ishi::compiler::cli::frame_times_test
