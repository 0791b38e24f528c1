#pragma once

#include <span>
#include <vector>

#include "ishi/asset.h"
#include "model/model.h"
#include "tune/lesson.h"

// The margin by which each label is met: its action's score less the score that it must exceed.

namespace ishi::compiler {

// By how much more the wanted action scores than each other option of the agent, with inertia, and, last,
// than the agent's `minimum`; of `nothing`, by how much each option is below the minimum. Infinite where an
// option does not compete, minus infinity where the wanted one does not, or where a higher rank has
// something.
using Slacks = std::vector<double>;

// The slacks of one label in a version of its program, for each of its `picks` as the wanted one. `picked`:
// gets the option that the runtime picks.
[[nodiscard]] std::vector<Slacks> slacks_of(const Lesson& label, const Asset& asset, const Model& model,
                                            uint32_t& picked);

// The least of them.
[[nodiscard]] double least_of(const Slacks& slacks);

}  // namespace ishi::compiler
