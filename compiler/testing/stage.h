#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ishi/asset.h"
#include "ishi/population.h"
#include "ishi/world.h"
#include "model/model.h"
#include "testing/situation.h"

// One agent in one situation, thinking with the runtime that ships.

namespace ishi::compiler {

// What became of a thought.
struct Thought {
  uint32_t picked = kNone;    // the option that runs afterwards, of the agent; kNone: nothing
  uint32_t running = kNone;   // the option that ran before
  std::vector<float> values;  // of every operation of the agent's program, before the thought
  AgentInfo agent;
  uint32_t agent_index = 0;  // in the asset

  // An option's score without inertia; minus infinity if it is not eligible.
  [[nodiscard]] float score(const Asset& asset, uint32_t option) const;
};

// Lets the situation's agent think once. `asset` holds it. The status is never an error for a situation
// of the asset's own model; if it is, `where` says which call failed.
[[nodiscard]] Status think_once(const Asset& asset, const Model& model, const Situation& situation,
                                Thought& thought);

}  // namespace ishi::compiler
