#pragma once

#include <vector>

#include "analyze/contest.h"
#include "analyze/prover.h"

// Looks for a situation that contradicts a property of an agent's thought, or shows that there is none.

namespace ishi::compiler {

// The situation that contradicts it.
struct Violation {
  enum class Kind : uint8_t {
    wins,          // `option` is chosen
    nothing_wins,  // no option is
    eligible,      // `option` and `other`, which may be the same, are eligible
    outscored,     // both are, and `other` scores as much at least
    above,         // `option` is eligible, and scores more than `bound`
    below          // … less
  };
  Kind kind = Kind::wins;
  uint32_t option = 0;
  uint32_t other = 0;
  float bound = 0;
  uint32_t where = kNoRef;  // the operation that holds in the situations that count; kNoRef: all of them do
};

// True if an option claims a token of the model.
[[nodiscard]] bool claims(const Contest& contest, uint32_t option, uint32_t token);

// True if it may be so in a situation in which just the options `competing` compete and nothing cools down:
// others may hold what they claim.
[[nodiscard]] bool is_so(const Contest& contest, const std::vector<uint32_t>& competing,
                         const Violation& violation, const std::vector<float>& values);

// By operation: the sources that it depends on.
[[nodiscard]] std::vector<bool> sources_of(const Contest& contest, const std::vector<uint32_t>& competing,
                                           const Violation& violation);

// Looks at situations of a box, the same ones each time, then at all of it within the budget.
[[nodiscard]] Proof find(const Contest& contest, const Ranges& box, const std::vector<uint32_t>& competing,
                         const Violation& violation, Budget& budget, Evidence& evidence);

}  // namespace ishi::compiler
