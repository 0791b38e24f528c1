#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "bodies/assumed_keys.h"
#include "bodies/body_formulas.h"
#include "bodies/planned_formula.h"
#include "planning/plan_search.h"
#include "planning/relaxed_steps.h"

// The steps of a plan node as PlanSearch sees them: what they are assumed to need, to change and to cost, and
// what is at least left. Formulas of the node and of what its steps are given read the keys that are planned,
// and the parameters of the goal around it. What else they read is as it is when they are made; a search that
// goes on in the next frame makes them anew.

namespace ishi {

class PlannedSteps {
 public:
  PlannedSteps(BodyFormulas& formulas, uint32_t node);
  PlannedSteps(const PlannedSteps&) = delete;
  PlannedSteps& operator=(const PlannedSteps&) = delete;
  ~PlannedSteps() { b_.row.planned = nullptr; }

  // As many as children, and of one that goes over members as many as there can be.
  [[nodiscard]] uint32_t steps() const { return steps_; }
  bool reached(const float* state);
  bool apply(uint32_t index, const float* state, float* next, float& seconds);
  [[nodiscard]] uint64_t estimate(const float* state) { return relaxed_.estimate(state); }
  // The values of the planned keys as they are.
  void read_now(float* state) const { keys_.read_now(state); }
  // Writes the plan that was found: for each step its child node and its member.
  void keep(std::span<const uint8_t> plan, PlanState& made);

 private:
  // A step, and what has to be asked of each state: what gives the same in all of them is known.
  struct Step {
    const blob::Node* what;  // the task or goal that it does
    std::span<const blob::Parameter> parameters;
    std::span<const blob::Assignment> effects;
    uint32_t when, condition, score;  // formulas; kNotFound: it holds, and `seconds` is the cost
    float seconds;
    uint32_t set;             // whose members it goes over; kNotFound: none
    bool is_possible = true;  // else it can be taken in no state
    bool needs_record;        // its formulas read what it is given, or that may be nobody
    bool has_known_effects = true;
    uint16_t first_known, known_count = 0;
  };
  // A step writes this value in every state.
  struct KnownEffect {
    uint16_t place;
    float value;
  };
  // While it lives, formulas read the member that a step is for.
  class For {
   public:
    For(PlannedSteps& steps, uint32_t index, uint32_t set);
    For(const For&) = delete;
    For& operator=(const For&) = delete;
    ~For();
    // True if the step is for nobody who is a member now.
    [[nodiscard]] bool is_for_nobody() const { return is_for_nobody_; }

   private:
    ActiveBody& b_;
    uint32_t given_ = kNotFound;
    EntityId before_;
    bool is_for_nobody_ = false;
  };
  [[nodiscard]] Step step_at(uint32_t index) const;
  [[nodiscard]] bool take_member(uint32_t index, const float* state, float* next) const;

  void relax();
  void relax(Step& step);
  void relax_effects(Step& step, uint64_t given);
  void needs(Step& step, uint32_t& formula, uint64_t given);
  void read(uint32_t formula, uint64_t given);
  [[nodiscard]] RelaxedSteps::Part condition(uint32_t formula, uint64_t given);
  [[nodiscard]] uint64_t least_cost(Step& step);
  [[nodiscard]] uint64_t planned_arguments(const Step& step);

  BodyFormulas& f_;
  ActiveBody& b_;
  uint32_t index_;
  const blob::Node& node_;
  bool goes_over_members_;
  uint32_t steps_ = 0;
  std::array<uint8_t, kPlanSteps> child_of_;  // by step
  std::array<Step, kPlanSteps> made_;         // by step
  const float* looked_at_ = nullptr;          // the state from which steps were tried last
  uint64_t possible_ = 0;                     // in it
  uint16_t known_count_ = 0;
  std::array<KnownEffect, limits::kPlannedValues> known_;  // of all steps
  AssumedKeys keys_;
  PlannedFormula formula_;
  RelaxedSteps relaxed_;
};

}  // namespace ishi
