#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "testing/situation.h"

namespace ishi::compiler {

// What a key must hold at the end of a run.
struct ExpectedKey {
  uint32_t key = 0;        // of the model
  bool is_range = false;   // a number from `low` to `high`
  bool is_anyone = false;  // an entity, whichever
  float low = 0;
  float high = 0;
  SituationValue value;
  std::string text;  // as it is written
};

// Reads the keys that a test expects; `situation` is the test's. Everything wrong is reported.
std::vector<ExpectedKey> read_expected_keys(const Model& model, const Test& test, const Situation& situation,
                                            Diagnostics& diagnostics);

}  // namespace ishi::compiler
