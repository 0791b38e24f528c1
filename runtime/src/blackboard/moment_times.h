#pragma once

#include <cstdint>
#include <span>

#include "asset/tables.h"

// When what `since` asks for was last, as programs read it.

namespace ishi {

struct MomentTimes {
  static constexpr uint64_t kNever = ~uint64_t{0};

  std::span<const blob::Moment> moments;  // of the agent
  // Parallel: by slot, in microseconds of the world's time; what a tool puts before its beginning wraps
  // round.
  std::span<uint64_t* const> last;

  // True if a moment is the end of this option.
  [[nodiscard]] bool is_end_of(uint32_t moment, uint32_t option) const {
    return moments[moment].kind() == blob::MomentKind::option && moments[moment].subject() == option;
  }
};

}  // namespace ishi
