#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"
#include "resolve/names.h"

namespace ishi::compiler {

// Finds what the names in bodies stand for: tasks, goals, keys, events and their parameters, and reports what
// stands where it has no meaning.
class StepLinker {
 public:
  StepLinker(Model& model, Names& names, Diagnostics& diagnostics)
      : model_(model), names_(names), diagnostics_(diagnostics) {}

  void link_steps(std::vector<Step>& steps);
  void link_goal(Named<Goal>& goal);
  void check_parameters(const Map<Variable>& parameters, std::string_view owner);
  // Keys that a task or goal is assumed to change.
  // `are_of_game`: of a task, which the game brings about.
  void link_effects(const Map<Formula>& effects, bool are_of_game);

 private:
  void link_step(Step& step);
  void link_call(Step& step);
  // Links the names in the arguments and parts of a verb; `step` holds the verb.
  void link(PlanStep& plan, const Step& step);
  void link(WalkStep& walk, const Step& step);
  void link(EmitStep& emit, const Step& step);
  void link(SetStep& set, const Step&) { link_set(set); }
  void link(RaiseStep& raise, const Step& step);
  void link(RememberStep& remember, const Step& step);
  void link(ForgetStep& forget, const Step& step) { link_memories(forget.memories, step); }
  void link(SteerStep& steer, const Step&) {
    names_.find(steer.steering, model_.steering, Section::steering);
  }
  void link(BodyStep& body, const Step&) { link_steps(body.steps); }
  void link(RepeatStep& repeat, const Step&);
  void link(AllStep& all, const Step& step) {
    link_branches(all.steps, step);
    check_counts(step.modifiers, all.steps.size());
  }
  void link(AnyStep& any, const Step& step) { link_branches(any.steps, step); }
  void link(FirstStep& first, const Step& step) { link_methods(first.methods, step); }
  void link(BestStep& best, const Step& step) { link_methods(best.methods, step); }
  void link(DrawStep& draw, const Step& step) { link_methods(draw.methods, step); }
  void link(IfStep& chosen, const Step& step) { link_cases(chosen.methods, step); }
  void link(SwitchStep& chosen, const Step& step) { link_cases(chosen.methods, step); }
  template <class NamesNothing>
  void link(NamesNothing&, const Step&) {}

  void link_branches(std::vector<Step>& steps, const Step& step) {
    check_branches(steps.size(), step);
    link_steps(steps);
  }
  void link_methods(Map<Step>& methods, const Step& step);
  void link_cases(Map<Step>& cases, const Step& step);
  void report_private(const Name& effect, uint32_t key);
  void check_counts(const Modifiers& modifiers, size_t parts);
  void report_of_plan(const Step& step);
  void link_claim(Step& step);
  void report_claim(const Step& step);
  void find_only_class(WalkStep& walk, const Step& step);
  void check_sound(const EmitStep& emit, const Step& step);
  void link_memories(const Map<Formula>& memories, const Step& step);
  void link_set(const SetStep& set);

  void check_branches(size_t count, const Step& step);
  void check_as(Step& step);
  bool check_shadowing(const Name& name, std::string_view what, std::string_view owner);
  void check_writable(const Name& name, const Named<Variable>& key);
  // The declaration that a step names: a task, a goal or an event, with what it may be given.
  struct Declared {
    const Name& name;
    const Map<Variable>& variables;
  };
  [[nodiscard]] bool is_in_doubt(const Step& step) const { return diagnostics_.is_in_doubt(step.name.span); }
  void check_given(const Step& step, const Declared& declared);
  void report_no_argument(const Step& step, const Name& argument, const Declared& declared);

  void report_bare(const Step& step);
  bool report_call(const Step& step);
  [[nodiscard]] std::string arguments_of_call(const Map<Variable>& parameters, std::string_view given) const;
  [[nodiscard]] std::string arguments_for(const Map<Variable>& parameters, std::string_view value) const;
  void report_cost(const Step& step);
  void report_missing(const Step& step, const std::vector<Name>& missing);
  void report_modifier_in(std::string_view verb, const Name& modifier);
  void report_score(const Step& step, bool is_drawn = false);
  void report_weight(const Step& step, bool is_best = false);
  void report_loop(const Step& step);

  [[nodiscard]] Declared declared(const Step& step) const;
  [[nodiscard]] const Map<Formula>& effects_of(const Step& step) const;
  [[nodiscard]] const Named<Task>* task_with_parameter(std::string_view name) const;
  [[nodiscard]] const Named<Memory>* memory_with_field(std::string_view name) const;

  Model& model_;
  Names& names_;
  Diagnostics& diagnostics_;
  const Named<Goal>* goal_ = nullptr;  // whose body is being linked, if it is a goal's
};

}  // namespace ishi::compiler
