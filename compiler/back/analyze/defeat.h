#pragma once

#include <set>
#include <vector>

#include "analyze/contest.h"
#include "analyze/prover.h"

namespace ishi::compiler {

// Why an option cannot win.
struct Defeat {
  Interval score{kInfinity, -kInfinity};   // of the option, where it may be chosen at all
  Interval winner{kInfinity, -kInfinity};  // of those who beat it
  std::set<uint32_t> by;                   // these options
  bool is_below_minimum = false;           // somewhere it scores too little by itself

  void add(const Defeat& other);
};

// Contradictions of sums that are looked for in one question.
inline constexpr uint32_t kMostSums = 24;

// True if option `a` wins against `rivals`, who compete wherever their conditions hold, nowhere in a box;
// which becomes where its condition holds. False if that is not known. `sums_left`: how often sums may still
// be looked at, which the budget pays.
bool cannot_win(const Contest& contest, uint32_t a, const std::vector<uint32_t>& rivals, Ranges& ranges,
                uint32_t& sums_left, Budget& budget, Defeat& defeat);

}  // namespace ishi::compiler
