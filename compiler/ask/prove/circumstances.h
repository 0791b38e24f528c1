#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyze/contest.h"
#include "model/model.h"
#include "simulate/typed_test.h"

// In which states an agent may score in the situations of a `for_all`, and how it gets there.

namespace ishi::compiler {

// Keys and levels for which an agent goes over to another state.
struct WayOver {
  std::vector<SituationValue> keys, levels;  // those that are somebody have the entity 0
};

// All conditions of a way over, and what they must come to, in one program: what two of them read is one
// source.
struct WayConditions {
  std::vector<LoweredOperation> program;
  std::vector<Interval> ranges;  // of the operations, over all situations
  struct Truth {
    uint32_t operation = 0;
    bool value = false;
  };
  std::vector<Truth> truths;
};

struct Circumstance {
  uint32_t from = kNone;   // the state in which its thought begins; kNone: it has none
  uint32_t state = kNone;  // in which it scores
  std::vector<uint32_t> competing;
  Weighing weighing;
  std::vector<uint32_t> set;         // keys that may be something else when it scores, since it has gone over
  std::vector<uint32_t> raised;      // levels that may be something else then, likewise: needs, then drives
  std::vector<uint32_t> remembered;  // memories that may hold something else then, likewise
  WayConditions conditions;          // for which it goes over, or stays
  std::vector<ProofRange> before;    // where keys lie that these read
  std::vector<ProofRange> after;     // what keys are that it sets to a constant

  [[nodiscard]] bool goes_over() const { return from != state; }
  [[nodiscard]] bool sets(uint32_t key) const { return std::find(set.begin(), set.end(), key) != set.end(); }
  // True if what a range says may no longer be so when the agent scores.
  [[nodiscard]] bool changes(const ProofRange& range) const {
    return range.is_level ? std::find(raised.begin(), raised.end(), range.index) != raised.end()
                          : sets(range.index);
  }
};

// Finds the circumstances of a proof: `shared` holds the state and the profile that its situations have in
// common, `ranges` where they lie. A way over that no situation of them takes is none.
[[nodiscard]] std::vector<Circumstance> circumstances_of(const Contest& contest, const Situation& shared,
                                                         const std::vector<ProofRange>& ranges);

// Some ways over in situations of the ranges in which some keys and levels have been chosen already. Without
// states one that asks for nothing.
[[nodiscard]] std::vector<WayOver> ways_of(const Contest& contest, const Circumstance& circumstance,
                                           const std::vector<ProofRange>& ranges, const Situation& chosen);

}  // namespace ishi::compiler
