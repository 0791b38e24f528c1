#pragma once

#include <cstddef>
#include <cstdint>

#include "chance/philox.h"

// What agents draw. The key is the world's seed; the counter is the agent's identity, how often it has drawn
// before, and the place in its behaviour where it draws. All draws of one thought, and all of one formula of
// a body, are of one count.

namespace ishi {

// The place of the draw by which an agent chooses; the compiler gives it to no other.
inline constexpr uint32_t kChoicePlace = 0;
// Of one who chooses again in the same thought, the `again`-th time.
[[nodiscard]] constexpr uint32_t choice_place(uint32_t again) { return kChoicePlace - again; }

// The place of a draw for a member of a set, of which this is the number; -1: the place itself.
[[nodiscard]] constexpr uint32_t place_of_member(uint32_t place, int32_t member) {
  return place + (static_cast<uint32_t>(member) + 1) * 0x9e37'79b9u;
}

struct Draws {
  const uint64_t* seed = nullptr;
  const uint64_t* identity = nullptr;  // by row of the entity table
  uint32_t* count = nullptr;           // by slot; null if nothing draws

  // 0 to 1, below 1, in steps of 2^-24: every value is a float, and each as likely as any other.
  [[nodiscard]] float number(uint32_t row, size_t slot, uint32_t place) const {
    const uint64_t who = identity[row];
    const chance::PhiloxCounter drawn =
        chance::philox({static_cast<uint32_t>(who), static_cast<uint32_t>(who >> 32), count[slot], place},
                       {static_cast<uint32_t>(*seed), static_cast<uint32_t>(*seed >> 32)});
    return static_cast<float>(drawn[0] >> 8) * 0x1p-24f;
  }
};

}  // namespace ishi
