#include "recording/frame_times.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ishi::compiler {

using record::RecordedFrame;

FrameTimes::FrameTimes(std::span<const RecordedFrame> frames)
    : frames_(frames), is_taken_back_(frames.size()), shares_time_(frames.size()) {
  for (size_t at = 1; at < frames.size(); ++at) {
    const uint64_t before = frames[at - 1].microseconds, here = frames[at].microseconds;
    for (; before != here && rounded(before) == rounded(here); unit_ /= 10) ++digits_;
  }
  uint64_t first_frame = UINT64_MAX, first_time = UINT64_MAX;  // of the frames behind that count
  for (size_t at = frames.size(); at-- > 0;) {
    is_taken_back_[at] = frames[at].frame >= first_frame || frames[at].microseconds > first_time;
    if (is_taken_back_[at]) continue;
    shares_time_[at] = !counted_.empty() && rounded(frames[at].microseconds) == rounded(first_time);
    first_frame = frames[at].frame;
    first_time = frames[at].microseconds;
    counted_.push_back(at);
  }
  std::ranges::reverse(counted_);
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

std::string FrameTimes::name(size_t at) const {
  const RecordedFrame& frame = frames_[at];
  if (is_taken_back_[at]) return fmt::format("({})", seconds(frame.microseconds));
  return shares_time_[at] ? fmt::format("frame {}", frame.frame) : seconds(frame.microseconds);
}

template <typename TimeOf>
std::optional<FrameTimes::Found> FrameTimes::find_up_to(uint64_t moment, uint64_t most_behind,
                                                        TimeOf&& time_of) const {
  const auto own_time = [&](size_t at) { return time_of(frames_[at]); };
  const auto behind = std::ranges::upper_bound(counted_, moment, {}, own_time);
  const bool is_last = behind == counted_.end();
  if (behind != counted_.begin()) {
    const size_t at = *(behind - 1);
    if (own_time(at) == moment) return Found{at, std::nullopt};
    if (!is_last) return Found{at, *behind};
  }
  for (size_t at = frames_.size(); at-- > 0;) {
    if (is_taken_back_[at] && own_time(at) == moment) return Found{at, std::nullopt};
  }
  if (!is_last || counted_.empty() || moment > own_time(counted_.back()) + most_behind) return std::nullopt;
  return Found{counted_.back(), std::nullopt};
}

std::optional<FrameTimes::Found> FrameTimes::find(const NamedMoment& moment) const {
  constexpr uint64_t kBeyond = 1'000'000;  // microseconds
  constexpr double kMost = 1e18;
  if (frames_.empty()) return std::nullopt;
  if (moment.frame) return find_up_to(*moment.frame, 0, [](const RecordedFrame& one) { return one.frame; });
  double seconds = moment.seconds;
  if (moment.is_before_end) seconds += static_cast<double>(frames_.back().microseconds) / 1e6;
  const double at = std::round(seconds * 1e6);
  if (!(at >= 0 && at < kMost)) return std::nullopt;
  return find_up_to(rounded(static_cast<uint64_t>(at)), rounded(kBeyond),
                    [&](const RecordedFrame& one) { return rounded(one.microseconds); });
}

}  // namespace ishi::compiler
