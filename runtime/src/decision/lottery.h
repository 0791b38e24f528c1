#pragma once

#include <cstdint>
#include <limits>

#include "program/choice.h"
#include "math/exponential.h"
#include "math/representation.h"

// How one agent draws among its options. Those of the highest rank that has one above the minimum take part,
// each with a weight that its score gives it; a number from 0 to below 1 says which one it is.

namespace ishi {

// `RankOf` and `ScoreOf` give the rank and the score of an option, by its place in the agent's list: minus
// infinity where it may not be chosen.
template <typename RankOf, typename ScoreOf>
class Lottery {
 public:
  static constexpr uint32_t kNone = kNoOption;

  // Options of rank `above` and below do not take part. Linear in the options; `top` times that where that
  // many are weighed.
  Lottery(const Selection& selection, uint32_t options, int64_t above, RankOf rank_of, ScoreOf score_of)
      : selection_(selection), options_(options), rank_(above), rank_of_(rank_of), score_of_(score_of) {
    for (uint32_t i = 0; i < options_; ++i) {
      if (!(score_of_(i) > selection_.minimum) || rank_of_(i) < rank_) continue;
      if (rank_of_(i) == above) continue;
      if (rank_of_(i) > rank_) best_ = kNone;
      rank_ = rank_of_(i);
      if (best_ == kNone || beats(i, best_)) best_ = i;
    }
    last_ = best_;
    if (best_ == kNone || selection_.kind != SelectionKind::weighted || selection_.top == 0) {
      last_ = kNone;
      return;
    }
    for (uint32_t n = 1; n < selection_.top; ++n) {
      const uint32_t next = next_below(last_);
      if (next == kNone) break;
      last_ = next;
    }
  }

  // True if any option takes part.
  [[nodiscard]] bool any() const { return best_ != kNone; }

  // What an option counts for; 0 if it takes no part. In single precision, summed up in double.
  [[nodiscard]] float weight(uint32_t option) const {
    if (!takes_part(option)) return 0;
    const float score = score_of_(option);
    if (selection_.kind == SelectionKind::weighted) return score > 0 ? score : 0.0f;
    const float below = math::saturate(score - score_of_(best_));
    return math::exp(math::saturate(below / selection_.temperature));
  }

  // The option whose share of all weights, one after the other, holds `random`. Some must take part.
  [[nodiscard]] uint32_t draw(float random) const {
    double all = 0;
    for (uint32_t i = 0; i < options_; ++i) all += static_cast<double>(weight(i));
    if (all == 0) return best_;
    const double drawn = static_cast<double>(random) * all;
    double sum = 0;
    uint32_t last = best_;
    for (uint32_t i = 0; i < options_; ++i) {
      const float own = weight(i);
      if (own == 0) continue;
      sum += static_cast<double>(own);
      last = i;
      if (drawn < sum) break;
    }
    return last;
  }

 private:
  [[nodiscard]] bool beats(uint32_t a, uint32_t b) const {
    const float x = score_of_(a), y = score_of_(b);
    return x > y || (x == y && (selection_.last_wins_ties ? a > b : a < b));
  }

  [[nodiscard]] bool is_eligible(uint32_t option) const {
    return rank_of_(option) == rank_ && score_of_(option) > selection_.minimum;
  }
  [[nodiscard]] bool takes_part(uint32_t option) const {
    return is_eligible(option) && (last_ == kNone || option == last_ || beats(option, last_));
  }

  // The best of those that `option` beats.
  [[nodiscard]] uint32_t next_below(uint32_t option) const {
    uint32_t next = kNone;
    for (uint32_t i = 0; i < options_; ++i) {
      if (is_eligible(i) && i != option && beats(option, i) && (next == kNone || beats(i, next))) next = i;
    }
    return next;
  }

  Selection selection_;
  uint32_t options_;
  int64_t rank_;
  RankOf rank_of_;
  ScoreOf score_of_;
  uint32_t best_ = kNone;
  uint32_t last_ = kNone;  // the least of the top ones; kNone: all take part
};

}  // namespace ishi
