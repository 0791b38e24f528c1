#pragma once

#include <string>

#include "simulate/stage.h"

namespace ishi::compiler::cli {

// Names the first difference that keeps a run of a scene, or test, from going on as another version of it:
// another agent, entity, team, wall or door. Returns "the agent `sam: guard` is gone", or nothing if there is
// none.
[[nodiscard]] std::string scene_difference(const Stage& before, const Model& model, const Situation& after);

}  // namespace ishi::compiler::cli
