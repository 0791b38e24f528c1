#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"

// Which steps stand within others. The steps must be linked.

namespace ishi::compiler {

// What a step is made of, in text order. A goal that it names is none of its parts.
template <typename Visit>
void for_each_part(const Step& step, Visit&& visit) {
  for (const Step& part : step.steps) visit(part);
  for (const Step& part : step.repeat.steps) visit(part);
  for (const Step& part : step.plan.steps) visit(part);
  for (const auto& method : step.methods) visit(method.value);
}

// What a goal does: its body, then what breaks into it.
template <typename Visit>
void for_each_step_of(const Goal& goal, Visit&& visit) {
  visit(goal.body);
  for (const auto& interjection : goal.interject) {
    for (const Step& step : interjection.value.steps) visit(step);
  }
}

// A step, then all that stands in it.
template <typename Visit>
void for_each_step_in(const Step& step, Visit&& visit) {  // NOLINT(misc-no-recursion): as deep as the text
  visit(step);
  for_each_part(step, [&](const Step& part) { for_each_step_in(part, visit); });
}

// All steps of actions and goals, each where it stands: those of a goal once, whoever names it.
template <typename Visit>
void for_each_step(const Model& model, Visit&& visit) {
  const auto with_parts = [&](const Step& step) { for_each_step_in(step, visit); };
  for (const auto& action : model.actions) {
    for (const Step& step : action.value.steps.value) with_parts(step);
  }
  for (const auto& goal : model.goals) for_each_step_of(goal.value, with_parts);
}

// Searches steps of one kind in others: in their parts and in the goals that they name. Each goal is searched
// once.
class StepsWithin {
 public:
  StepsWithin(const Model& model, StepKind kind) : model_(model), kind_(kind), goals_(model.goals.size()) {}

  // The first one, which may be the step itself; null if there is none.
  [[nodiscard]] const Step* first_in(const Step& step);

  struct Branch {
    const Step* step;
    const Step* found;  // the first one in it
  };
  // The branches of an `all` or `any` with such a step, in text order: they go on at the same time. Other
  // steps have no branches.
  [[nodiscard]] std::vector<Branch> branches_with(const Step& step);

 private:
  struct Known {
    bool is_known = false;
    const Step* found = nullptr;
  };

  const Step* first_in_goal(uint32_t index);

  const Model& model_;
  StepKind kind_;
  std::vector<Known> goals_;
};

}  // namespace ishi::compiler
