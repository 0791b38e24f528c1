#pragma once

#include <cstddef>
#include <cstdint>

// What a call takes, measured: time of this thread's processor, and memory.

namespace ishi::fuzzing {

struct Cost {
  double seconds = 0;
  size_t most_bytes = 0;     // how much more was allocated at one time than when it began
  uint64_t allocations = 0;  // how often
};

// Measures from its making on. One at a time; memory alone where AddressSanitizer counts it, else it is 0.
class Measurement {
 public:
  Measurement();
  [[nodiscard]] Cost cost() const;

 private:
  double start_;
};

// How many times as long everything may take in this build as in a release.
extern const double kSlowdown;

}  // namespace ishi::fuzzing
