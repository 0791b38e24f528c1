#pragma once

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "ishi/types.h"

// The code that the benchmarks of a colony's parts share, each beside the same in C++ (colony_think.cpp,
// colony_walk.cpp, colony_sense.cpp). Each compares what is computed before it measures.

namespace ishi::benchmarks {

[[noreturn]] inline void differ(const char* what, uint32_t agent) {
  std::fprintf(stderr, "colony: agent %u: %s is not what it is by hand\n", agent, what);
  std::exit(1);
}

inline float squared_distance(Vector3 a, Vector3 b) {
  const float x = a.x - b.x, y = a.y - b.y, z = a.z - b.z;
  return x * x + y * y + z * z;
}
inline float distance_of(Vector3 a, Vector3 b) { return std::sqrt(squared_distance(a, b)); }

}  // namespace ishi::benchmarks
