#pragma once

#include <vector>

#include "language/scalar.h"
#include "model/written.h"

// A designer's test: a situation, and what must be true of one thought in it.

namespace ishi::compiler {

struct Node;

// Where an entity stands; points and directions as written, [x, y, z] in bare metres.
struct Placement {
  Reference is;  // its thing; of the agent itself: none
  const Node* position = nullptr;
  const Node* facing = nullptr;
  Map<const Node*> fields;
};

struct Expectation {
  Setting<Name> picks;      // an action or `nothing`
  uint32_t picked = kNone;  // the action's index; kNone for nothing
  std::vector<Reference> order;
  Map<Setting<Bounds>> score;  // a single number is both ends
  bool is_whole = false;       // nothing that is written here was in vain
};

struct Test {
  Reference agent;
  Reference importance;
  Reference running;
  Map<const Node*> given;
  Setting<Placement> self;
  Map<Placement> world;
  Setting<Expectation> expect;
  bool is_whole = false;  // nothing that is written here was in vain
};

}  // namespace ishi::compiler
