#pragma once

#include <vector>

#include "analyze/fixed_sets.h"
#include "ishi/asset_info.h"
#include "model/model.h"
#include "simulate/typed_test.h"

namespace ishi::compiler {

// The part that is the same in all situations of a proof, as the runtime that ships has it.
struct Fixed {
  bool is_read = false;
  std::vector<float> values;    // of each operation of the agent's program, with keys at their defaults
  float self_row = 0;           // of the agent, which the test's world may name
  std::vector<FixedSet> sets;   // those that the test fills
  std::vector<uint32_t> named;  // by key of the model: the entity of the test's world; kNone: it names nobody
};

// `test` is a proof.
[[nodiscard]] Fixed read_fixed(const Model& model, const Asset& asset, const TypedTest& test);

}  // namespace ishi::compiler
