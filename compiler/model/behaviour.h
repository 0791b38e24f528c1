#pragma once

#include <cstdint>
#include <vector>

#include "model/written.h"

// What an agent wants, what it can do and how it chooses.

namespace ishi::compiler {

struct Value {
  Formula is;
};

// A need or a drive.
struct Motive {
  Formula level;
  Reference curve;
};

// What a profile says of one need or drive.
struct Weighting {
  Setting<double> weight{1};
  Reference curve;
};

struct Profile {
  Map<Weighting> weights;
};

struct TacticalWeights {
  Setting<double> expectation{1};
  Setting<double> risk{0.8};
  Setting<double> cost{0.5};
};

struct Tactical {
  Formula expectation;
  Formula risk;
  Formula cost;
  Formula opportunity;
  TacticalWeights weights;
};

enum class Combine : uint8_t { product, compensated, geometric, min, max, mean, sum };

enum class StepKind : uint8_t { task, wait };

// One step of a body. `task` names it; a wait has its duration as the only argument.
struct Step {
  StepKind kind = StepKind::task;
  Reference task;
  Map<Formula> arguments;
  Name bare;                 // an argument without a name, which is wrong
  bool is_poisoned = false;  // its arguments could not be read
};

struct Action {
  Formula when;
  Setting<Map<Formula>> gains;
  Setting<Map<Formula>> reduces;
  Setting<Tactical> tactical;
  Setting<Map<Formula>> considerations;
  Setting<Combine> combine{Combine::product};
  Formula score;
  Formula weight;
  Setting<int32_t> rank{0};
  std::vector<Step> steps;
};

enum class Ties : uint8_t { first, last };

struct Select {
  Setting<double> inertia{0.03};
  Setting<double> minimum{0};
  Setting<bool> normalize{false};
  Setting<Ties> ties{Ties::first};
};

struct Think {
  Setting<double> every{1};  // frames
};

struct Agent {
  Reference importance;
  std::vector<Reference> actions;
  Select select;
  Think think;
};

}  // namespace ishi::compiler
