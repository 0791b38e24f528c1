#include "cli/recording/frame_times.h"

#include <fmt/format.h>

#include "language/named_moment.h"

namespace ishi::compiler::cli {

using record::RecordedFrame;

FrameTimes::FrameTimes(std::span<const RecordedFrame> frames) {
  for (size_t at = 1; at < frames.size(); ++at) {
    const uint64_t before = frames[at - 1].microseconds, here = frames[at].microseconds;
    for (; before != here && rounded(before) == rounded(here); unit_ /= 10) ++digits_;
  }
}

uint64_t FrameTimes::rounded(uint64_t microseconds) const { return (microseconds + unit_ / 2) / unit_; }

std::string FrameTimes::seconds(uint64_t microseconds) const {
  return seconds_text(microseconds, digits_) + "s";
}

std::string FrameTimes::text(uint64_t microseconds) const {
  constexpr uint64_t kSecond = 1'000'000, kMinute = 60 * kSecond, kHour = 60 * kMinute,
                     kPlain = 100 * kSecond;
  const std::string seconds = this->seconds(microseconds);
  if (microseconds < kPlain) return seconds;
  const uint64_t shown = rounded(microseconds) * unit_;  // 119.999 s are 2:00.00
  const uint64_t hours = shown / kHour, minutes = shown / kMinute % 60;
  const std::string rest =
      fmt::format("{:0>{}}", seconds_text(shown % kMinute, digits_), 3 + static_cast<size_t>(digits_));
  return hours > 0 ? fmt::format("{} ({}:{:02}:{})", seconds, hours, minutes, rest)
                   : fmt::format("{} ({}:{})", seconds, minutes, rest);
}

}  // namespace ishi::compiler::cli
