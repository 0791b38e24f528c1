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

enum class StepKind : uint8_t { task, wait, set, body };

enum class OnFail : uint8_t { carry_on };

// One step of a body, with its modifiers.
struct Step {
  StepKind kind = StepKind::task;
  Reference task;           // of a task; else the built-in verb where it stands
  Map<Formula> arguments;   // of a task
  Name bare;                // an argument without a name, which is wrong
  Formula wait;             // of a wait: how long
  Map<Formula> set;         // of a set: keys and their new values
  std::vector<Step> steps;  // of a body in place
  Formula when;
  Formula until;
  Formula while_holds;
  Formula timeout;
  Setting<int32_t> retry{0};
  Setting<OnFail> on_fail;  // not given: its failure is its body's
  Formula interruptible;
  bool is_poisoned = false;  // something of it could not be read
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
  Formula while_holds;
  Formula interruptible;
  Setting<double> cooldown{0};                  // seconds
  Setting<double> cooldown_after_failure{0.5};  // seconds
  Setting<std::vector<Step>> steps;             // `do`
  Setting<std::vector<Step>> finally;
};

enum class Ties : uint8_t { first, last };

struct Select {
  Setting<double> inertia{0.03};
  Setting<double> minimum{0};
  Setting<bool> normalize{false};
  Setting<Ties> ties{Ties::first};
};

struct Think {
  Setting<double> every{1};   // frames
  std::vector<Reference> on;  // events
};

struct Agent {
  Reference importance;
  std::vector<Reference> actions;
  Select select;
  Think think;
  Map<std::vector<Step>> on;  // what is done when an event arrives
};

}  // namespace ishi::compiler
