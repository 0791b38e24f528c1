#pragma once

#include <string>

#include "sweep/axis.h"

namespace ishi::compiler {

// The place between two neighbouring values of an axis where a decision changes, in as few digits as tell it.
struct Edge {
  std::string text;
  // The upper value and all above it are at or above the text; else the lower one and all below it are at or
  // below.
  bool belongs_to_upper = true;
};

// `below` < `from` are neighbours: no value of the axis lies between them. Whoever writes the text in a test
// gets the decision of the side that it belongs to.
[[nodiscard]] Edge edge_between(const Axis& axis, float below, float from);

}  // namespace ishi::compiler
