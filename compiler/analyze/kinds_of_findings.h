#pragma once

#include <vector>

#include "analyze/contest.h"
#include "analyze/prover.h"
#include "diagnostics/diagnostics.h"

// The kinds of findings, each of one agent. What they look at is taken from the budget.

namespace ishi::compiler {

// Guards that never or always hold. Returns by option whether its condition never does.
std::vector<bool> find_vain_guards(const Contest& contest, Budget& budget, Diagnostics& diagnostics);

// Options that never win or always do, with some importances or with all.
void find_winners(const Contest& contest, const std::vector<bool>& never_holds, Budget& budget,
                  Diagnostics& diagnostics);

}  // namespace ishi::compiler
