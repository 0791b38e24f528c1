#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "lower/program_builder.h"
#include "model/model.h"

namespace ishi::compiler {

struct LoweredMoment;  // lower/lowered.h

// The values that an earlier step was given back: from `first` on among the agent's `givens`.
struct GivenPlace {
  std::string_view name;
  const Map<Variable>* values = nullptr;
  uint32_t first = 0;
  bool is_sure = false;  // it was given wherever it can be read
};

// The member that steps go over: its loop variable, and its place among the agent's `givens`.
struct LoopPlace {
  std::string_view name;
  uint32_t set = 0;
  uint32_t given = 0;
};

// A value in a program: one operation, or x, y and z of a point or direction. An entity is its row.
struct LoweredValue {
  Ref x = kNoRef;
  Ref y = kNoRef;
  Ref z = kNoRef;
};

// Gives the choices of an agent their places, and lowers them where scores name them.
class ChoiceSource {
 public:
  struct Lowered {
    Ref best = kNoRef;   // the number of the member that is chosen
    Ref score = kNoRef;  // its score
  };

  virtual ~ChoiceSource() = default;
  // The place of a choice of the model among those of the agent, which has it from now on.
  virtual uint32_t place_of(uint32_t choice) = 0;
  // The choice as the program at hand makes it.
  virtual Lowered lower(uint32_t choice) = 0;
};

// Where formulas stand: what decides what the names in them mean. It owns nothing; what it points to outlives
// the lowering.
struct FormulaContext {
  // The agent, for `since` and the like, and what its programs ask of its past, to which more is added.
  const Named<Agent>* agent = nullptr;
  std::vector<LoweredMoment>* moments = nullptr;
  ChoiceSource* choices = nullptr;  // in which the choices are lowered that formulas name
  // Set where the scores of a thought are lowered: choices are made there, and levels advanced, by what the
  // options of this agent change while they run. Elsewhere both are what they were in the last thought.
  const Agent* thinking = nullptr;
  uint32_t option = kNone;                          // of that agent, to which the formulas belong
  bool is_running = false;                          // it runs, and `elapsed` is that of the node at hand
  uint32_t set = kNone;                             // for whose members the option is
  const Map<Variable>* parameters = nullptr;        // of the task, goal or event
  const Named<State>* state = nullptr;              // from which the formulas lead to another one
  const std::vector<GivenPlace>* givens = nullptr;  // what earlier steps were given back
  const std::vector<LoopPlace>* loops = nullptr;    // what steps around go over, the outermost first
};

}  // namespace ishi::compiler
