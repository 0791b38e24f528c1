#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "ishi/record/replay.h"

// The times of a recording's frames, as the verbs print and read them.

namespace ishi::compiler::cli {

// Times have two digits behind the point, or as many more as it takes that no two frames which follow each
// other look alike. A time that a verb prints so names the same frame in every other verb.
class FrameTimes {
 public:
  FrameTimes() = default;
  explicit FrameTimes(std::span<const record::RecordedFrame> frames);

  [[nodiscard]] int digits() const { return digits_; }
  // A time in units of the last digit: two frames with the same one look alike.
  [[nodiscard]] uint64_t rounded(uint64_t microseconds) const;
  // "12.50s".
  [[nodiscard]] std::string seconds(uint64_t microseconds) const;
  // "12.50s"; with minutes and hours where there are some: "3492.50s (58:12.50)".
  [[nodiscard]] std::string text(uint64_t microseconds) const;

 private:
  int digits_ = 2;
  uint64_t unit_ = 10'000;  // microseconds
};

}  // namespace ishi::compiler::cli
