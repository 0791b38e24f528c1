#pragma once

#include <cstdint>

#include "program/schedule.h"
#include "program/schedule_needs.h"

// Scores that cannot win: which options are given up where, and what is left out with them, which is what
// their score alone needs.

namespace ishi {

struct Pruning {
  static constexpr uint32_t kNone = Schedule::kNone;
  static constexpr uint32_t kSeveral = 0xffff'fffe;

  // What is known of an option's score when its first factor is: it is at most that times `most`.
  struct Bound {
    uint32_t factor = kNone;  // an operation; kNone: the score is computed to its end
    float most = 0;
    uint32_t flag = 0;      // 1 + the flag of its hope
    uint32_t under = 0;     // as in its hope
    uint32_t next = kNone;  // option with the same first factor
  };
  struct Operation {
    uint32_t only_for = kNone;  // the option whose score alone needs it, or kSeveral
    uint32_t gives_up = kNone;  // the first option that is given up by its value
  };

  Array<Operation> operations;  // empty if nothing is pruned
  Array<Bound> bounds;          // by option

  // Gives the schedule its hopes, whose flags follow those that it has. False if there is no memory.
  [[nodiscard]] bool find(const Needs& needs, Schedule& schedule);

  // The flag without which operation `i` is skipped; `flag` is that of its condition, or 0.
  [[nodiscard]] uint32_t flag_of(uint32_t i, uint32_t flag) const;

  // Calls `visit` with the bound of each option that may be given up once the value of `i` is known.
  template <typename Visitor>
  void for_each_bound(uint32_t i, Visitor&& visit) const {
    if (operations.size() == 0) return;
    for (uint32_t option = operations[i].gives_up; option != kNone; option = bounds[option].next)
      visit(bounds[option]);
  }
};

}  // namespace ishi
