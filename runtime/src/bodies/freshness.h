#pragma once

#include <atomic>
#include <cstdint>

#include "ishi/population.h"
#include "memory/array.h"
#include "views/agents.h"

// Counts watched keys that bodies read and the game has not refreshed, to find a game that writes keys only
// for agents that think. Counted where assertions are on; elsewhere it takes
// neither memory nor time.

namespace ishi {

#ifdef NDEBUG
inline constexpr bool kCountsStale = false;
#else
inline constexpr bool kCountsStale = true;
#endif

struct Freshness {
  bool is_told = false;          // true if the game has ever said that it refreshed a key
  Array<uint64_t> refreshed_in;  // by key: the world's frame_serial
  Array<uint8_t>
      is_stale;  // by formula of the asset: whether it is watched and reads a key that is not fresh
  Array<uint8_t> stale_values;    // by operation of the program, for levels
  uint64_t stale_conditions = 0;  // a bit for each of Conditions::list
  Array<uint64_t> counted;        // a bit a slot: in this frame
  uint64_t counted_in = 0;        // the world's frame_serial
  std::atomic<uint64_t> count{0};

  // An agent whose body reads a stale key, once in a frame. Any thread.
  void add(uint32_t slot);
};

// False if there is no memory.
[[nodiscard]] bool allocate_freshness(Agents& population);
// Finds which formulas are stale now.
void find_stale(Agents& population);

}  // namespace ishi
