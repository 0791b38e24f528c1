#pragma once

#include "compiler/oracle/dice.h"
#include "compiler/oracle/random_expressions.h"
#include "compiler/oracle/written_fields.h"

namespace ishi::compiler::oracle {

// Planners by name, each but the first an heir of the one before it.
struct PlannerChain {
  Fields text;         // with `extends`
  Fields written_out;  // each with all that it takes over, but for how its agents choose
  Fields selections;   // that, with all that is taken over
};

// Random actions, planners and how an agent chooses among them.
class RandomOptions {
 public:
  // The height of expressions is `depth` at most. All must outlive this.
  RandomOptions(Dice& dice, RandomExpressions& expressions, int depth)
      : dice_(dice), expressions_(expressions), depth_(depth) {}

  // Choices from one number to another, which then may be read; of what `values` and `motives` of the
  // expressions say.
  Fields choices(int first, int end);
  Fields actions();
  // What a thing offers that such a set may hold, by name.
  Fields offers(const std::string& thing, const std::string& set);
  PlannerChain planners();
  // An agent that has these actions, or a planner of these, or both, and what the things in a set offer, if
  // it is one.
  Fields agent(const Fields& actions, const PlannerChain& planners, const std::string& offers);

 private:
  std::string number(int depth);
  void add_for_each(Fields& option);
  void add_gains(Fields& option);
  void add_tactical(Fields& option);
  void add_considerations(Fields& option);
  void add_conditions(Fields& option);
  void add_changes(Fields& option);
  void add_rewards(Fields& plan, const std::vector<std::string>& names);
  Fields choice();
  Fields action();
  void add_scores(Fields& option);
  Fields plan(const std::vector<std::string>& rewards);
  Fields planner(const Fields& base);
  Fields heir(const Fields& base);
  // Lists of actions, some of them of states alone.
  void add_actions(Fields& agent, const std::vector<std::string>& names);
  void add_transitions(Fields& agent, int states);
  Fields changed_plan(const Fields& base, const std::vector<std::string>& rewards);
  Fields select();

  Dice& dice_;
  RandomExpressions& expressions_;
  int depth_;
};

// An agent with all of `select` that it takes from its planner.
Fields with_select_of(const PlannerChain& planners, Fields agent);

}  // namespace ishi::compiler::oracle
