#pragma once

#include <cstdint>
#include <span>

#include "asset/limits.h"

// The first few of what a sense has found, in an order that does not depend on the order of finding.

namespace ishi {

// Without values of its own: lists of it are made for each agent that senses, and mostly stay empty.
struct Near {
  float order;     // what is less comes first; most often the squared distance
  uint64_t which;  // settles ties: a row, or the serial of a sound
  float distance_squared;
  uint32_t place;

  [[nodiscard]] bool is_before(const Near& other) const {
    return order != other.order ? order < other.order : which < other.which;
  }
};

class Nearest {
 public:
  // Keeps at most `most`, limits::kSetMembers or less.
  explicit Nearest(uint32_t most) : most_(most) {}

  void add(const Near& found) {
    if (count_ == most_ && !found.is_before(near_[count_ - 1])) return;
    uint32_t place = count_ < most_ ? count_++ : count_ - 1;
    for (; place > 0 && found.is_before(near_[place - 1]); --place) near_[place] = near_[place - 1];
    near_[place] = found;
  }
  // Takes out the one at this place of `all()`.
  void remove(size_t place) {
    for (--count_; place < count_; ++place) near_[place] = near_[place + 1];
  }
  [[nodiscard]] std::span<Near> all() { return {near_, count_}; }

 private:
  Near near_[limits::kSetMembers];
  uint32_t most_;
  uint32_t count_ = 0;
};

}  // namespace ishi
