#pragma once

#include <span>

#include "analyze/contest.h"
#include "model/model.h"

namespace ishi::compiler {

// The seconds from the choice of an action to the next thought, at least. Thoughts come a little earlier
// than asked where that spreads them over the frames, and at once where an event asks for one.
[[nodiscard]] double earliest_thought(const Contest& contest);

// The seconds from the choice of an action to the next thought, at most, if each frame takes 1/15 s or less.
// Infinity: the situation decides.
[[nodiscard]] double latest_thought(const Contest& contest);

// The seconds that steps take at least, as far as the contract says; infinity where it does not.
[[nodiscard]] double least_seconds_of(const Model& model, std::span<const Step> steps);

}  // namespace ishi::compiler
