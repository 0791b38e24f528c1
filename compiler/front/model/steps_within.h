#pragma once

#include <cstdint>
#include <vector>

#include "model/model.h"

// The steps that stand within others. The steps must be linked.

namespace ishi::compiler {

// The parts of a step, in text order. A goal that it names is none of its parts.
template <typename Visit>
void for_each_part(const Step& step, Visit&& visit) {
  for (const Step& part : step.parts()) visit(part);
}
template <typename Is>
[[nodiscard]] bool any_part(const Step& step, Is&& is) {
  bool any = false;
  for_each_part(step, [&](const Step& part) { any = any || is(part); });
  return any;
}
template <typename Is>
[[nodiscard]] bool all_parts(const Step& step, Is&& is) {
  return !any_part(step, [&](const Step& part) { return !is(part); });
}

template <typename Is>
[[nodiscard]] size_t count_parts(const Step& step, Is&& is) {
  size_t count = 0;
  for_each_part(step, [&](const Step& part) { count += is(part) ? 1 : 0; });
  return count;
}

// The steps of a goal: its body, then its interjections.
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

// The same, and those that take no time: under `finally`, `on` and `enter`.
template <typename Visit>
void for_each_written_step(const Model& model, Visit&& visit) {
  const auto with_parts = [&](const std::vector<Step>& steps) {
    for (const Step& step : steps) for_each_step_in(step, visit);
  };
  for_each_step(model, visit);
  for (const auto& action : model.actions) with_parts(action.value.finally.value);
  for (const auto& goal : model.goals) with_parts(goal.value.finally.value);
  for (const auto& agent : model.agents) {
    for (const auto& handler : agent.value.on) with_parts(handler.value);
    for (const auto& state : agent.value.states.value) {
      with_parts(state.value.enter.value);
      with_parts(state.value.finally.value);
    }
  }
}

// All that steps do: they, what stands in them, and what the goals that they name do, each goal once.
class StepsDone {
 public:
  explicit StepsDone(const Model& model) : model_(model), seen_(model.goals.size()) {}

  template <typename Visit>
  void for_each(const std::vector<Step>& steps, Visit&& visit) {
    for (const Step& step : steps) for_each(step, visit);
  }
  template <typename Visit>
  void for_each(const Step& step, Visit&& visit) {  // NOLINT(misc-no-recursion): each goal once
    for_each_step_in(step, [&](const Step& part) {
      visit(part);
      const auto* const goal = part.as<GoalStep>();
      if (goal == nullptr || seen_[goal->index]) return;
      seen_[goal->index] = true;
      for_each_step_of(model_.goals[goal->index].value, [&](const Step& own) { for_each(own, visit); });
    });
  }

 private:
  const Model& model_;
  std::vector<bool> seen_;
};

// Searches steps of one verb in others: in their parts and in the goals that they name. Each goal is searched
// once.
class StepsWithin {
 public:
  template <class Verb>
  [[nodiscard]] static StepsWithin of(const Model& model) {
    return {model, [](const Step& step) { return step.is<Verb>(); }};
  }

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

  StepsWithin(const Model& model, bool (*is_one)(const Step&))
      : model_(model), is_one_(is_one), goals_(model.goals.size()) {}

  const Step* first_in_goal(uint32_t index);

  const Model& model_;
  bool (*is_one_)(const Step&);
  std::vector<Known> goals_;
};

}  // namespace ishi::compiler
