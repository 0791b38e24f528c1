#pragma once

#include <cstdint>

#include "asset/check.h"
#include "asset/tables.h"
#include "ishi/types.h"

// What a node of a body may be, from where it stands and of what kind it is.

namespace ishi {

// Where a body stands, which says what its nodes may be.
enum class Place : uint8_t { option, instant };

// What a node is known to be before it is reached: set by its parent.
struct NodeFacts {
  Place place = Place::option;
  uint8_t depth = 0;  // 0: no parent has named it
  blob::NodeKind parent = blob::NodeKind::sequence;
  bool root = false;
  bool first = false;  // among its siblings
  bool last = false;
  bool foreseen = false;       // it stands in a goal that foresees
  bool of_plan = false;        // the one child of a sequence that is a child of a plan
  uint32_t event = kNotFound;  // whose fields its formulas may read
  uint32_t goal = kNotFound;   // the innermost one around it, whose parameters they may read
  uint32_t set = kNotFound;    // whose bound member
};

// That a node stands where its kind may, and has the parts and modifiers of its kind and no others. What it
// refers to is not looked at.
[[nodiscard]] bool check_node_shape(Check& check, const blob::Node& node, const NodeFacts& facts);

}  // namespace ishi
