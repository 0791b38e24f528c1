#pragma once

#include "diagnostics/diagnostics.h"
#include "syntax/tree.h"

namespace ishi::compiler {

// Warns of rewards and plans that a planner adds to those of the one that it extends, where they look like
// misspelt names of inherited ones: rewards that no plan brings, and plans that do nothing of their own.
// `inherited` and `own` are the two planners, `merged` what became of them.
void warn_of_inherited_slips(const Node& inherited, const Node& own, const Node& merged,
                             Diagnostics& diagnostics);

}  // namespace ishi::compiler
