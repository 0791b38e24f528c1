#include "captain.h"

namespace lockstep {

Call Captain::call(uint64_t frame) {
  constexpr uint64_t kLeast = 4, kMost = 16;  // frames for which a key is held down
  while (calls_.size() <= frame) {
    const auto call = static_cast<Call>(next_random(random_) % kCalls);
    const uint64_t frames = kLeast + next_random(random_) % (kMost - kLeast + 1);
    calls_.insert(calls_.end(), frames, call);
  }
  return calls_[frame];
}

uint64_t next_random(uint64_t& state) {
  state += 0x9e3779b97f4a7c15u;
  uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace lockstep
