#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "ishi/asset.h"
#include "ishi/types.h"

// The choice of a chunk of agents. An option beats another by rank, then by score, then by its place in the
// agent's list.

namespace ishi {

inline constexpr uint32_t kChunkRows = 256;

struct Selection {
  float inertia = 0;
  float minimum = 0;
  bool last_wins_ties = false;
  SelectionKind kind = SelectionKind::highest;
  uint32_t top = 0;       // of weighted; 0: all
  float temperature = 1;  // of softmax

  [[nodiscard]] bool draws() const { return kind != SelectionKind::highest; }
};

struct Choice {
  // Options as int32: the width of floats, so that comparing lanes is vector code.
  static constexpr int32_t kNone = kNoOption;

  alignas(64) int32_t running[kChunkRows];
  alignas(64) int32_t option[kChunkRows];
  alignas(64) float score[kChunkRows];
  alignas(64) int32_t locked_rank[kChunkRows];  // if anyone is locked: only higher ones may win
  bool has_locks;

  // Nothing is chosen yet in lanes 0 to `lanes` - 1; what runs in them is set apart.
  void clear(uint32_t lanes) {
    std::fill_n(option, lanes, kNone);
    std::fill_n(score, lanes, -std::numeric_limits<float>::infinity());
  }

  // Keeps what runs in row `i`, unless an option of a higher rank competes.
  void lock(uint32_t i, int32_t its_rank) {
    if (!has_locks) {
      clear(kChunkRows);
      std::fill_n(locked_rank, kChunkRows, std::numeric_limits<int32_t>::min());
    }
    has_locks = true;
    option[i] = running[i];
    locked_rank[i] = its_rank;
    score[i] = std::numeric_limits<float>::infinity();
  }

  // True if row `i` is kept so, and no option of a higher rank has won.
  [[nodiscard]] bool is_locked(uint32_t i) const {
    return score[i] == std::numeric_limits<float>::infinity();
  }
};

}  // namespace ishi
