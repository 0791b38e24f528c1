#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ishi/asset_info.h"
#include "lower/program_builder.h"
#include "model/contract.h"
#include "model/written.h"

// The output of lowering: for each agent one program, and the operations that its options point to.

namespace ishi::compiler {

struct Step;  // model/step.h

// One line of why an option scores as it does; places in the agent's program.
enum class TermKind : uint8_t { motive, consideration, tactical, score, weight };
struct LoweredTerm {
  std::string_view name;
  TermKind kind = TermKind::motive;
  Ref input = 0;         // what went in: a level, or the value itself
  Ref value = 0;         // what became of it: the effective strength, the value held in its range
  Ref contribution = 0;  // what it adds to the score (a consideration multiplies)
};

// A small program whose last operation is the value (the last three for a point or direction). Without
// operations: there is none. `record`: of what it reads the parameters or fields.
struct LoweredFormula {
  std::vector<LoweredOperation> program;
  std::vector<Interval> ranges;  // of the operations, over all situations
  std::vector<uint32_t> folded_curves;
  const Formula* written = nullptr;  // in the model
  RecordKind record_kind = RecordKind::none;
  uint32_t record = 0;    // in the model
  uint32_t set = kNoRef;  // whose bound member it reads

  [[nodiscard]] bool given() const { return !program.empty(); }
};

struct LoweredArgument {
  uint32_t parameter = 0;  // counted from the task's first
  LoweredFormula formula;
};

struct LoweredAssignment {
  Target target = Target::key;
  uint32_t subject =
      0;  // index of a key or memory in the model, or of a member's field, counted over all sets
  LoweredFormula formula;
  uint32_t member =
      0;  // for a member's field: 0 if the option is for that member, else 1 + the index of its `given`
};

// A node of a body and those below it: see `Node` in schemas/asset.fbs. Arguments and assignments rise.
struct LoweredNode {
  ishi::NodeKind kind = ishi::NodeKind::sequence;
  bool continues = false;
  bool inverts = false;
  bool is_once = false;
  bool reconsiders = false;
  bool draws = false;
  bool foresees = false;
  bool claims = false;
  Audience audience = Audience::game;
  uint32_t subject = 0;  // in the model: the task, goal or event
  uint32_t retries = 0;
  uint32_t count = 0;
  // Of a task: the first of the agent's `givens` that its completion writes. Of what goes over members: that
  // which is the member at hand.
  uint32_t given = kNoRef;
  std::vector<LoweredNode> children;
  std::vector<LoweredArgument> arguments;
  std::vector<LoweredAssignment> assignments;
  LoweredFormula value;                                  // of a wait: seconds
  std::array<LoweredFormula, kModifierCount> modifiers;  // by `Modifier`
  const Step* step = nullptr;    // of the model, which it does; null of what no step says
  const Name* method = nullptr;  // of a first, best or draw, which it is; null of others

  LoweredFormula& operator[](Modifier modifier) { return modifiers[static_cast<size_t>(modifier)]; }
  const LoweredFormula& operator[](Modifier modifier) const {
    return modifiers[static_cast<size_t>(modifier)];
  }
};

struct LoweredChoice {
  uint32_t choice = 0;  // in the model
  uint32_t set = 0;
  Ref best = kNoRef;
  Ref score = kNoRef;
  float inertia = 0;
  Ref member_score = kNoRef;  // of the member at hand, a gate
  Ref each = kNoRef;          // the pass in which it is
  Ref condition = kNoRef;
  Ref weight = kNoRef;
  std::vector<LoweredTerm> terms;
};

struct LoweredHandler {
  uint32_t event = 0;  // in the model
  bool wakes = false;
  LoweredNode body;  // a sequence; without children: there is none
};

// The `requires` and `effects` of a task or goal; their formulas read its parameters.
struct LoweredTask {
  LoweredFormula condition;
  std::vector<LoweredAssignment> effects;
};

struct LoweredOption {
  uint32_t action = 0;  // in the model; so is its set
  Ref score = 0;        // a gate
  Ref condition = 0;
  Ref weight = 0;
  std::vector<LoweredTerm> terms;
  LoweredNode body;     // a sequence
  LoweredNode finally;  // a sequence; without children: there is none
  float cooldown = 0;   // seconds
  float cooldown_after_failure = 0;
  uint32_t set = kNoRef;  // for whose members it is scored
  Ref each = kNoRef;      // the pass in which it is
};

// Something whose last time an agent keeps. `subject`: an option of the agent, or an event of the model.
struct LoweredMoment {
  MomentKind kind = MomentKind::option;
  uint32_t subject = 0;
};

// A value that a step of an agent is given back. `variable`: null of the truth that it was, and of a member
// of the set `member_of`.
struct LoweredGiven {
  const Variable* variable = nullptr;
  std::string name;  // "found.spot"
  std::string path;  // which tells it from others of this name
  uint32_t member_of = kNoRef;
};

// A state of an agent: see `State` in schemas/asset.fbs.
struct LoweredTransition {
  uint32_t target = 0;
  LoweredFormula condition;
};
struct LoweredState {
  std::vector<uint32_t> options;
  std::vector<LoweredTransition> transitions;
  LoweredNode enter, finally;  // sequences; without children: there is none
};

// A sense of an agent: see `Sense` in schemas/asset.fbs.
struct LoweredSense {
  uint32_t sense = 0;  // in the model
  LoweredFormula filter, when, visibility, rise;
};

// A part of a steering: see `SteeringBehaviour` in schemas/asset.fbs.
struct LoweredBehaviour {
  SteeringKind kind = SteeringKind::seek;
  Ref when = kNoRef, weight = kNoRef, known = kNoRef, right = kNoRef, ahead = kNoRef;
  uint32_t set = kNoRef;  // in the model
  float constant = 0;
  float range = 0;
  float stop = 0;
};
struct LoweredSteering {
  uint32_t steering = 0;   // in the model
  LoweredFormula formula;  // of which the parts name operations
  Ref speed = kNoRef;
  float constant = 0;
  std::vector<LoweredBehaviour> behaviours;
};

// An agent's rhythm: see `Agent` in schemas/asset.fbs. There is no `interval` if that is
// fixed.
struct LoweredRhythm {
  ThinkUnit unit = ThinkUnit::frames;
  uint32_t least = 1, most = 1;
  Ref interval = kNoRef;
};

struct LoweredAgent {
  uint32_t agent = 0;  // in the model
  std::vector<LoweredOperation> program;
  std::vector<Interval> ranges;         // of the operations, over all situations
  std::vector<uint32_t> folded_curves;  // that are asked of constants
  std::vector<LoweredOption> options;
  std::vector<LoweredHandler> handlers;    // events rise
  std::vector<LoweredState> states;        // parallel to the model's
  std::vector<LoweredSteering> steerings;  // in the order in which its bodies name them first
  std::vector<LoweredSense> senses;
  std::vector<Ref> levels;  // what each carried level becomes
  LoweredRhythm rhythm;
  std::vector<LoweredChoice> choices;  // in the order of their first use
  std::vector<LoweredGiven> givens;    // what its steps are given back
  std::vector<LoweredMoment>
      moments;  // in the order in which they are first asked for, as `since` counts them
};

// The weight and curve of one motive in a profile.
struct LoweredWeight {
  float weight = 1;
  uint32_t curve = 0;  // which of the motive's curves
};

struct Lowered {
  std::vector<CurveData> curves;                    // parallel to the model's
  std::vector<std::vector<LoweredWeight>> weights;  // profile by profile, motive by motive
  std::vector<LoweredTask> tasks;                   // parallel to the model's
  std::vector<LoweredTask> goals;                   // likewise
  std::vector<LoweredFormula> scales;               // of the model's sounds
  std::vector<LoweredAgent> agents;
};

}  // namespace ishi::compiler
