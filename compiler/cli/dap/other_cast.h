#pragma once

#include <string>

#include "simulate/stage.h"

namespace ishi::compiler::cli {

// The difference between two versions of a scene, or test, for which a run of the one cannot go on as the
// other: another cast, other walls. A sentence; empty if there is none.
[[nodiscard]] std::string why_not_taken_over(const Stage& before, const Model& model, const Situation& after);

}  // namespace ishi::compiler::cli
