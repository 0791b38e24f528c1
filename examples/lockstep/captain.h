#pragma once

#include <cstdint>
#include <vector>

// The two who play. Each gives a call a frame, most of the time the same as before.

namespace lockstep {

enum class Call : uint8_t { stay, left, right, ahead, back, charge, fall_back };
inline constexpr uint32_t kCalls = 7;

// What a captain calls from the first frame on: a script, as a human's hand would write it. Two captains of
// one seed and side call the same.
class Captain {
 public:
  Captain(uint64_t seed, uint32_t side) : random_(seed * 2 + side) {}

  // In a frame of the game.
  [[nodiscard]] Call call(uint64_t frame);

 private:
  uint64_t random_;
  std::vector<Call> calls_;
};

// Whole numbers that look random (SplitMix64: Steele, Lea, Flood, 2014); `state` goes on.
[[nodiscard]] uint64_t next_random(uint64_t& state);

}  // namespace lockstep
