#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>

// The most overdue of many, where there is room for some of them alone.

namespace ishi {

// Who stays: all older than `age`, and the first `equal` that are as old.
struct OverdueCut {
  uint64_t age = 0;
  uint32_t equal = 0;
};

// For `room` of them, fewer than there are and above 0. `age_of(slot)` says how overdue it is. A radix
// selection: linear in the slots for each byte of the greatest age.
template <typename AgeOf>
[[nodiscard]] OverdueCut cut_overdue(std::span<const uint32_t> slots, uint32_t room, AgeOf&& age_of) {
  uint64_t oldest = 0;
  for (const uint32_t slot : slots) oldest |= age_of(slot);
  uint64_t prefix = 0;
  uint32_t shift = (static_cast<uint32_t>(std::bit_width(oldest | 1)) + 7) / 8 * 8;
  while (shift > 0) {
    std::array<uint32_t, 256> with{};
    const uint32_t above = shift;
    shift -= 8;
    for (const uint32_t slot : slots) {
      const uint64_t age = age_of(slot);
      if ((above < 64 ? age >> above : 0) == prefix) ++with[age >> shift & 255];
    }
    uint64_t digit = 255;
    for (; with[digit] < room; --digit) room -= with[digit];
    prefix = prefix << 8 | digit;
  }
  return {prefix, room};
}

}  // namespace ishi
