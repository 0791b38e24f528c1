#pragma once

#include <map>
#include <string>
#include <vector>

#include "drawing/behaviour_map.h"

namespace ishi::compiler {

// The maps that Workspace::draw() is to draw.
struct MapQuestion {
  std::string agent;    // empty: all agents of the file itself
  std::string only_to;  // an action: what leads to it, and what it leads to; empty: everything
  std::vector<PartKind> folded;
  bool has_room = false;                                 // for what is shown over actions and states
  std::map<std::string, MapCounts, std::less<>> counts;  // of agents, by name
};

}  // namespace ishi::compiler
