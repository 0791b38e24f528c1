#pragma once

#include <cstdint>
#include <limits>

#include "ishi/asset.h"
#include "ishi/types.h"

// The choice of a chunk of agents: options compete one after the other, in any order, and the best so
// far is kept. An option beats another by rank, then by score, then by its place in the agent's list.

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
  alignas(64) int32_t rank[kChunkRows];
  alignas(64) float score[kChunkRows];

  void begin() {
    for (uint32_t i = 0; i < kChunkRows; ++i) {
      running[i] = kNone;
      option[i] = kNone;
      rank[i] = std::numeric_limits<int32_t>::min();
      score[i] = -std::numeric_limits<float>::infinity();
    }
  }

  // Keeps what runs in row `i`, unless an option of a higher rank competes.
  void lock(uint32_t i, int32_t its_rank) {
    option[i] = running[i];
    rank[i] = its_rank;
    score[i] = std::numeric_limits<float>::infinity();
  }

  // Whether row `i` is kept so, and no option of a higher rank has won.
  [[nodiscard]] bool is_locked(uint32_t i) const {
    return score[i] == std::numeric_limits<float>::infinity();
  }

  // Lets an option of rank `its_rank` compete with `scores`. What runs gets its inertia; only what is
  // above the minimum then counts, which NaN and minus infinity never are.
  template <bool kLastWinsTies>
  void compete(int32_t its_option, int32_t its_rank, const float* __restrict scores, Selection selection,
               size_t lanes) {
    for (size_t i = 0; i < lanes; ++i) {
      const float s = scores[i] + (running[i] == its_option ? selection.inertia : 0.0f);
      const bool wins_tie = kLastWinsTies ? its_option > option[i] : its_option < option[i];
      const bool higher = (s > score[i]) | ((s == score[i]) & wins_tie);
      const bool better = (s > selection.minimum) & ((its_rank > rank[i]) | ((its_rank == rank[i]) & higher));
      option[i] = better ? its_option : option[i];
      rank[i] = better ? its_rank : rank[i];
      score[i] = better ? s : score[i];
    }
  }
};

}  // namespace ishi
