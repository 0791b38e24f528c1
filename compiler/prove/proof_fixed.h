#pragma once

#include <vector>

#include "analyze/fixed_sets.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler {

// The part that is the same in all situations of a proof, as the runtime that ships has it.
struct Fixed {
  bool is_read = false;
  std::vector<float> values;      // of each operation of the agent's program, with keys at their defaults
  float self_row = 0;             // of the agent, which the test's world may name
  SituationEntity self;           // the agent as the test's `self` has it: what that names alone is fixed
  std::vector<FixedSet> sets;     // those that the test fills
  std::vector<const Node*> keys;  // by key of the model: who of the test's world it names; null: nobody
};

// `test` is one with `for_all`, which has been checked.
[[nodiscard]] Fixed read_fixed(const Model& model, const Asset& asset, const Test& test);

}  // namespace ishi::compiler
