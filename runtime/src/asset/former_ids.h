#pragma once

#include <cstdint>

#include "asset/tables.h"
#include "memory/array.h"

// What the ids of one version of an asset were in an earlier one: the same, but where the newer one says that
// something had another name. No two ids were the same one.

namespace ishi {

class FormerIds {
 public:
  // Every id was the same.
  FormerIds() = default;

  // `before`: the ids of the earlier version, rising. False if there is no memory. What was renamed is what
  // `before` has under a former name and not under its own; of several former names the first counts.
  [[nodiscard]] bool find(const Tables& now, const Array<uint64_t>& before);

  // True if anything was renamed.
  [[nodiscard]] bool any() const { return by_now_.size() > 0; }
  // Logarithmic in what was renamed.
  [[nodiscard]] uint64_t before(uint64_t now) const;
  [[nodiscard]] uint64_t now(uint64_t before) const;

 private:
  struct Pair {
    uint64_t from;
    uint64_t to;
  };
  static uint64_t look_up(const Array<Pair>& pairs, uint64_t id);

  Array<Pair> by_now_, by_before_;
};

}  // namespace ishi
