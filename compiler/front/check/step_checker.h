#pragma once

#include <deque>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "check/checking.h"
#include "expression/types.h"
#include "language/modifiers.h"

namespace ishi::compiler {

// Checks the steps of one body: the types of arguments, of modifiers and of what is set, and what makes no
// sense with any values of the expressions.
class StepChecker {
 public:
  StepChecker(const Checking& checking, Place place) : c_(checking), place_(place) {
    place_.givens = &scope_;
  }
  StepChecker(const StepChecker&) = delete;
  StepChecker& operator=(const StepChecker&) = delete;

  void check(std::vector<Step>& steps) { check_list(steps, true); }
  void check(Step& step);
  // The values that a goal gives back, once its body is checked; they may read what the steps of its list
  // were given.
  void check_gives(Map<Variable>& gives);
  void forget_list() { of_list_.clear(); }
  // Once all is checked: warns of what is given back and never read.
  void report_unread() const;

 private:
  // Checks the arguments and parts of a verb; `step` holds the verb.
  void check_verb(TaskStep& task, const Step& step);
  void check_verb(GoalStep& goal, const Step& step);
  void check_verb(WaitStep& wait, const Step& step);
  void check_verb(SetStep& set, const Step& step);
  void check_verb(RaiseStep& raise, const Step& step);
  void check_verb(BodyStep& body, const Step&) { check(body.steps); }
  void check_verb(FirstStep& first, const Step& step) {
    check_methods(first.methods, true);
    check_reconsidered(first.methods, step);
  }
  void check_verb(BestStep& best, const Step& step) {
    check_methods(best.methods, false);
    check_reconsidered(best.methods, step);
  }
  void check_verb(DrawStep& draw, const Step& step);  // branches.cpp
  void check_verb(AllStep& all, const Step&);
  void check_verb(AnyStep& any, const Step&) { check_beside(any.steps); }
  void check_verb(RepeatStep& repeat, const Step& step);
  void check_verb(EmitStep& emit, const Step& step);
  void check_verb(CheckStep& check, const Step&) {
    c_.typer.type(check.condition, kCondition, place_, "`check`");
  }
  static void check_verb(SucceedStep&, const Step&) {}
  static void check_verb(FailStep&, const Step&) {}
  void check_verb(IfStep& chosen, const Step& step);      // branches.cpp
  void check_verb(SwitchStep& chosen, const Step& step);  // branches.cpp
  void check_verb(PlanStep& plan, const Step& step);      // plans.cpp
  void check_places(const PlanStep& plan);
  void check_claim(const Step& step);
  void check_verb(RememberStep& remember, const Step& step);
  void check_verb(ForgetStep& forget, const Step& step);
  void check_verb(SteerStep& steer, const Step& step);
  void check_verb(WalkStep& walk, const Step& step);  // walks.cpp

  // Steps of which none relies on what another one has asked.
  void check_beside(std::vector<Step>& steps);
  void check_modifiers(Step& step);
  void check_methods(Map<Step>& methods, bool is_in_order);
  void check_round(const RepeatStep& repeat, const Step& step);
  // While steps go over members, their loop variable is known.
  bool enter_loop(const Map<Reference>& for_each);
  void check_order(Formula& by);
  void leave_loop(bool entered);
  void check_what_fails(const Step& step);
  void check_timeout(const Step& step);
  void check_inverted(Step& step);
  void check_recipient(Formula& recipient);
  void check_arguments(StepCall& call, const Name& name, const Map<Variable>& variables);
  void check_no_place(const StepCall& call, const Name& name, const Map<Variable>& variables);
  void check_duration(Formula& formula, const ModifierRow& row);
  void report_negative(const Formula& time, std::string_view name, std::string_view help);

  // branches.cpp
  void check_reconsidered(const Map<Step>& methods, const Step& step);
  bool check_switched(Formula& key);
  void check_case(Formula& key, Named<Step>& one, std::vector<std::pair<double, Name>>& before);
  void check_else(const Formula& key, const Name& name, size_t cases);

  // plans.cpp
  void check_cost(Formula& cost);
  void report_negative_cost(const Formula& cost);
  void collect_keys(const Expression& node, std::unordered_set<uint32_t>& keys) const;

  // walks.cpp
  void warn_of_walk_to_nobody(const Formula& formula, bool is_away);
  void warn_of_steering_to_nobody(const Reference& reference);

  void check_list(std::vector<Step>& steps, bool is_in_order);
  void add_given(const Step& step);
  // The same of a method, behind which no step of its list follows.
  void add_unreadable(const Step& step);

  const Checking& c_;
  Place place_;
  std::deque<GivenBack> givens_;     // what the steps give back, for all steps of the body
  std::vector<GivenBack*> scope_;    // what the steps before the current one give back
  std::vector<GivenBack*> of_list_;  // what the steps of the list that ended last give back
  std::deque<StepLoop> loops_;       // loops around the current step
};

}  // namespace ishi::compiler
