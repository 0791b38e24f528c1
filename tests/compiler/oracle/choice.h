#pragma once

#include <cstdint>
#include <vector>

#include "compiler/oracle/moment.h"
#include "model/model.h"

// What the language page would have an agent choose, once its scores are known. They are taken as the
// runtime has them, in single precision, so that no choice is too close to be judged.

namespace ishi::compiler::oracle {

// Of an option of the agent: its scores without inertia, minus infinity where it is not eligible. One for
// each fact; a single one if it is for none.
using Scores = std::vector<float>;

struct Choice {
  std::vector<uint32_t> best;  // by option: which of its scores competes; kNone: none may
  uint32_t picked = kNone;     // the option that runs from now on; kNone: nothing
  int picked_for = kNobody;    // whom it is for, if it is for a fact
};

// `scores`: by option.
Choice choice_of(const Model& model, const Moment& moment, const std::vector<Scores>& scores);

}  // namespace ishi::compiler::oracle
