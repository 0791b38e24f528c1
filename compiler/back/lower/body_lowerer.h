#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "expression/expression.h"
#include "lower/expression_lowerer.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Lowers bodies into trees of nodes, and what stands in them into formulas: programs of their own. Reports
// formulas that grow too large.
class BodyLowerer {
 public:
  BodyLowerer(const Model& model, std::span<const CurveData> curves, Diagnostics& diagnostics)
      : model_(model), curves_(curves), diagnostics_(diagnostics) {}

  // Whose agent's bodies are lowered from now on.
  void set_choices(ChoiceSource& choices) { at_.context.choices = &choices; }

  // The `requires` and `effects` of a task or goal.
  LoweredTask lower_task(uint32_t index);
  LoweredTask lower_goal(uint32_t index);
  // The body and `finally` of the `index`-th option of an agent, and its cooldowns.
  void lower_option(uint32_t index, const Action& action, LoweredOption& option);
  // Whose options and handlers follow; what they ask for of its past, and what they are given
  // back, is added to it.
  void begin_agent(const Named<Agent>& agent, LoweredAgent& lowered) {
    at_.context.agent = &agent;
    at_.context.moments = &lowered.moments;
    givens_ = &lowered.givens;
    steerings_.clear();
  }
  // The handlers of events of an agent.
  std::vector<LoweredHandler> lower_handlers(const Agent& agent);

  // The formulas of an agent's senses, and the scale of a sound.
  std::vector<LoweredSense> lower_senses(const Agent& agent);
  LoweredFormula lower_scale(const Sound& sound);

  // The transitions between an agent's states, and the steps that are done for them.
  std::vector<LoweredState> lower_states(const Agent& agent);

  // The steerings that the bodies of the agent name; the last to be lowered of it. In steering_lowerer.cpp.
  std::vector<LoweredSteering> lower_steerings();

  // The nodes and operations so far, which count against the file. When that alone is full nothing more is
  // lowered, and an error must follow.
  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool is_full() const;

 private:
  // Where the step at hand stands. A goal that is written out begins one of its own.
  struct StepPlace {
    FormulaContext context;         // its agent is null while tasks and goals are lowered by themselves
    std::vector<GivenPlace> scope;  // what steps before were given
    std::vector<LoopPlace> loops;   // what steps around go over
    // Whose record holds the parameters or fields that formulas read.
    RecordKind record_kind = RecordKind::none;
    uint32_t record = 0;
    // Conditions, and what is known of them here.
    std::vector<std::pair<const Expression*, bool>> assumed;
  };

  std::vector<LoweredNode> lower_steps(const std::vector<Step>& steps);
  LoweredNode lower_step(const Step& step);
  static LoweredNode in_list(LoweredNode node);
  void lower_modifiers(const Step& step, LoweredNode& node);
  // Lowers the arguments and parts of a verb; `step` holds the verb.
  void lower_verb(const TaskStep& task, const Step& step, LoweredNode& node);
  void lower_verb(const GoalStep& goal, const Step& step, LoweredNode& node);
  void lower_verb(const WaitStep& wait, const Step& step, LoweredNode& node);
  void lower_verb(const SetStep& set, const Step& step, LoweredNode& node);
  void lower_verb(const RaiseStep& raise, const Step& step, LoweredNode& node);
  std::vector<LoweredAssignment> lower_changes(const Map<Formula>& changes);
  void lower_verb(const BodyStep& body, const Step& step, LoweredNode& node);
  void lower_verb(const RepeatStep& repeat, const Step& step, LoweredNode& node);
  void lower_verb(const EmitStep& emit, const Step& step, LoweredNode& node);
  void lower_verb(const PlanStep& plan, const Step& step, LoweredNode& node);
  void lower_verb(const RememberStep& remember, const Step& step, LoweredNode& node);
  void lower_verb(const ForgetStep& forget, const Step& step, LoweredNode& node);
  void lower_verb(const SteerStep& steer, const Step& step, LoweredNode& node);
  void lower_verb(const WalkStep& walk, const Step& step, LoweredNode& node);
  void lower_verb(const FirstStep& first, const Step& step, LoweredNode& node) {
    node.kind = ishi::NodeKind::first;
    node.reconsiders = step.modifiers.reconsider.value;
    lower_methods(first.methods, node);
  }
  void lower_verb(const BestStep& best, const Step& step, LoweredNode& node) {
    node.kind = ishi::NodeKind::best;
    node.reconsiders = step.modifiers.reconsider.value;
    node.value = lower_formula(step.modifiers.margin);
    lower_methods(best.methods, node);
  }
  void lower_verb(const DrawStep& draw, const Step&, LoweredNode& node) {
    node.kind = ishi::NodeKind::best;
    node.draws = true;
    lower_methods(draw.methods, node);
  }
  void lower_verb(const AllStep& all, const Step& step, LoweredNode& node) {
    node.kind = ishi::NodeKind::all;
    node.count = static_cast<uint32_t>(step.modifiers.enough.value);
    node.subject = static_cast<uint32_t>(step.modifiers.failures.value - 1);
    lower_parts(all.steps, node);
  }
  void lower_verb(const IfStep& chosen, const Step& step, LoweredNode& node);
  void lower_verb(const SwitchStep& chosen, const Step& step, LoweredNode& node);
  void lower_verb(const AnyStep& any, const Step&, LoweredNode& node) {
    node.kind = ishi::NodeKind::any;
    lower_parts(any.steps, node);
  }
  void lower_verb(const CheckStep& check, const Step&, LoweredNode& node) {
    node.kind = ishi::NodeKind::fail;
    node.value = lower_formula(check.condition);
  }
  static void lower_verb(const SucceedStep&, const Step&, LoweredNode& node) {
    node.kind = ishi::NodeKind::succeed;
  }
  static void lower_verb(const FailStep&, const Step&, LoweredNode& node) {
    node.kind = ishi::NodeKind::fail;
  }
  void lower_parts(const std::vector<Step>& steps, LoweredNode& node);
  void lower_methods(const Map<Step>& methods, LoweredNode& node);
  void lower_call(const StepCall& call, const Map<Variable>& parameters, LoweredNode& node);
  template <class AddMore>
  LoweredTask lower_assumptions(const Formula& requirement, const Map<Formula>& effects, AddMore&& add_more);
  bool is_too_deep(const Step& step);
  std::vector<LoweredAssignment> lower_assignments(const Map<Formula>& assignments);
  std::vector<LoweredAssignment> lower_memories(const Map<Formula>& memories, Target target);
  static void sort(std::vector<LoweredAssignment>& assignments);
  void add_after(const Map<Formula>& changes, LoweredNode& body);
  LoweredFormula constant(float value);
  LoweredFormula member_of_steps(uint32_t given);
  // Gives what a step is given back its place, and forgets what it was given before.
  void add_givens(const Step& step, bool is_sure, std::vector<GivenPlace>& places, LoweredNode& forget);
  // Gives what steps go over its place; kNone if they go over nothing.
  uint32_t enter_loop(const Map<Reference>& for_each);
  void leave_loop(uint32_t given) {
    if (given != kNone) at_.loops.pop_back();
  }
  std::string path_of_given(std::string_view name) const;
  void write_gives(const Goal& goal, uint32_t first, LoweredNode& body);
  LoweredFormula lower_change(uint32_t motive, const Formula& change);
  LoweredFormula lower_awareness(const Formula& whom, const Formula& awareness);
  template <class Finish>
  LoweredFormula lower_formula(const Formula& formula, Finish&& finish);
  LoweredFormula lower_formula(const Formula& formula);
  LoweredFormula lower_conditions(const std::vector<const Expression*>& conditions, const Formula& written);
  void assume(const Formula& condition, bool truth = true);
  LoweredSteering lower_steering(uint32_t index);

  const Model& model_;
  std::span<const CurveData> curves_;
  Diagnostics& diagnostics_;
  StepPlace at_;
  std::vector<LoweredGiven>* givens_ = nullptr;              // of the agent
  std::vector<GivenPlace> of_list_;                          // of the list that was left last
  std::unordered_map<const Step*, uint32_t> given_of_step_;  // the first of its places
  std::string_view option_name_;
  size_t depth_ = 0;                 // bodies around the step at hand
  std::vector<std::string> goals_;   // around it, by name
  std::vector<uint8_t> goal_known_;  // by goal: what is to be warned of in it has been said
  bool said_too_deep_ = false;
  std::vector<uint32_t> steerings_;  // of the model, that the agent's bodies name
  size_t size_ = 0;
  size_t assumed_size_ = 0;  // operations that were built for the sake of warnings
};

}  // namespace ishi::compiler
