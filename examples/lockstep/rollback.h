#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "captain.h"
#include "ishi/ishi.h"
#include "yard.h"

// The game as a machine plays it that hears of both captains' calls eight frames late: it guesses that they
// go on as they were, and where a guess was wrong it goes back to that frame and plays on from there, in the
// time of one frame.

namespace lockstep {

inline constexpr uint64_t kLate = 8;  // frames until a call arrives

// How long something took, each time that it was done.
struct Times {
  std::vector<float> microseconds;

  // The middle one, which says what it takes when nothing else keeps the machine busy.
  [[nodiscard]] double median() const;
};

class Rollback {
 public:
  Rollback(const ishi::Asset& asset, uint64_t seed);

  // The next frame is played. `arrived` is what was called in the frame kLate before it, and is not looked at
  // in the first kLate frames.
  void frame(const Calls& arrived);

  // True if there is a frame before which nothing is guessed any more; `known_hash` is that of the yard then.
  [[nodiscard]] bool knows() const { return next_ > kLate; }
  [[nodiscard]] uint64_t known_hash() const { return saved_before(next_ - kLate).hash; }

  [[nodiscard]] const Yard& yard() const { return yard_; }
  [[nodiscard]] uint64_t frames() const { return next_; }
  [[nodiscard]] uint64_t rollbacks() const { return rollbacks_; }
  // Children who do something else after a rollback than before it, of all rollbacks.
  [[nodiscard]] uint64_t minds_changed() const { return minds_changed_; }
  [[nodiscard]] size_t snapshot_bytes() const { return saves_[0].size; }
  [[nodiscard]] const Times& saving() const { return saving_; }
  [[nodiscard]] const Times& restoring() const { return restoring_; }
  [[nodiscard]] const Times& playing() const { return playing_; }

 private:
  // The yard before a frame, and what was taken for the calls in it.
  struct Save {
    std::vector<std::byte> world;
    size_t size = 0;
    Match match{};
    uint64_t hash = 0;
    Calls calls{};
  };
  static constexpr size_t kSaves = kLate + 1;

  [[nodiscard]] Save& saved_before(uint64_t frame) { return saves_[frame % kSaves]; }
  [[nodiscard]] const Save& saved_before(uint64_t frame) const { return saves_[frame % kSaves]; }
  void save(uint64_t frame);
  void go_back(uint64_t frame);
  void play(uint64_t frame, const Calls& calls);
  [[nodiscard]] std::array<uint16_t, kChildren> options() const;

  Yard yard_;
  std::array<Save, kSaves> saves_;
  Calls last_known_{};
  uint64_t next_ = 0;  // frame
  uint64_t rollbacks_ = 0, minds_changed_ = 0;
  Times saving_, restoring_, playing_;
};

}  // namespace lockstep
