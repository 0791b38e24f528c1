#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "simulate/situation.h"

namespace ishi::compiler {

// A situation, and what its agent is to pick there. What the situation refers to outlives it.
struct Lesson {
  std::string place;  // "labels.csv, line 7", "the test `a guard flees`"
  std::string given;  // the situation in short: "hp=20, threat=someone"
  Situation situation;
  std::vector<uint32_t> picks;  // options of the agent, any of which is right; kNone: nothing
  double weight = 1;            // of labels that contradict each other the lighter ones give way
};

}  // namespace ishi::compiler
