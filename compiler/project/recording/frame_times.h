#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ishi/record/replay.h"
#include "language/named_moment.h"

// The times of a recording's frames, as the verbs print and read them.

namespace ishi::compiler {

// Times have two digits behind the point, or as many more as it takes that no two frames which follow each
// other look alike. A time that a verb prints so names the same frame in every other verb.
class FrameTimes {
 public:
  FrameTimes() = default;
  // The frames outlive this.
  explicit FrameTimes(std::span<const record::RecordedFrame> frames);

  [[nodiscard]] int digits() const { return digits_; }
  // A time in units of the last digit: two frames with the same one look alike.
  [[nodiscard]] uint64_t rounded(uint64_t microseconds) const;
  // "12.50s".
  [[nodiscard]] std::string seconds(uint64_t microseconds) const;
  // "12.50s"; with minutes and hours where there are some: "3492.50s (58:12.50)".
  [[nodiscard]] std::string text(uint64_t microseconds) const;
  // True if the game went back to before this frame, given by its place, and so took it back. It has the
  // number and mostly the time of a frame that the game played later.
  [[nodiscard]] bool is_taken_back(size_t at) const { return is_taken_back_[at]; }
  // The name of a frame, by its place: "12.50s"; "frame 750" if the game's time stood still then; "(12.50s)"
  // for a frame that the game took back.
  [[nodiscard]] std::string name(size_t at) const;

  // A frame, by its place.
  struct Found {
    size_t at = 0;
    std::optional<size_t> next;  // where the moment lies between two frames: the one behind
  };
  // The last frame up to a moment, of those that the game did not take back. A frame that it took back and
  // never played again is found at its own moment alone. Nothing if the moment lies before all, or more than
  // a second or any frame behind the last. O(log frames), of frames that were taken back O(frames).
  [[nodiscard]] std::optional<Found> find(const NamedMoment& moment) const;

 private:
  template <typename TimeOf>
  [[nodiscard]] std::optional<Found> find_up_to(uint64_t moment, uint64_t most_behind,
                                                TimeOf&& time_of) const;

  std::span<const record::RecordedFrame> frames_;
  std::vector<size_t> counted_;  // places of those that were not taken back: time and number only grow
  std::vector<bool> is_taken_back_, shares_time_;
  int digits_ = 2;
  uint64_t unit_ = 10'000;  // microseconds
};

}  // namespace ishi::compiler
