#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analyze/contest.h"
#include "model/model.h"
#include "testing/proof_ranges.h"
#include "testing/situation.h"

// In which states an agent may score in the situations of a `for_all`, and how it gets there.

namespace ishi::compiler {

// Keys and levels for which an agent goes over to another state.
struct WayOver {
  std::vector<SituationValue> keys, levels;  // those that are somebody have the entity 0
};

struct Circumstance {
  uint32_t from = kNone;   // the state in which its thought begins; kNone: it has none
  uint32_t state = kNone;  // in which it scores
  std::vector<uint32_t> competing;
  Weighing weighing;
  std::vector<uint32_t> set;         // keys that may be something else when it scores, since it has gone over
  std::vector<uint32_t> remembered;  // memories that may hold something else then, likewise
  std::vector<WayOver> ways;         // some of all; a single one without values if it stays

  [[nodiscard]] bool goes_over() const { return from != state; }
  [[nodiscard]] bool sets(uint32_t key) const { return std::find(set.begin(), set.end(), key) != set.end(); }
};

// Those of a test with `for_all`, whose ranges these are. A way over that no situation of them takes is none.
[[nodiscard]] std::vector<Circumstance> circumstances_of(const Contest& contest, const Test& test,
                                                         const std::vector<ProofRange>& ranges);

}  // namespace ishi::compiler
