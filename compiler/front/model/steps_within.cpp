#include "model/steps_within.h"

namespace ishi::compiler {

const Step* StepsWithin::first_in(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  if (is_one_(step)) return &step;
  if (const auto* const goal = step.as<GoalStep>(); goal != nullptr) return first_in_goal(goal->index);
  const Step* found = nullptr;
  for_each_part(step, [&](const Step& part) {
    if (found == nullptr) found = first_in(part);
  });
  return found;
}

const Step* StepsWithin::first_in_goal(uint32_t index) {  // NOLINT(misc-no-recursion): each goal once
  if (index == kNone) return nullptr;
  if (goals_[index].is_known) return goals_[index].found;
  goals_[index].is_known = true;  // also while it is searched: circles are reported elsewhere
  const Step* found = nullptr;
  for_each_step_of(model_.goals[index].value, [&](const Step& step) {
    if (found == nullptr) found = first_in(step);
  });
  goals_[index].found = found;
  return found;
}

std::vector<StepsWithin::Branch> StepsWithin::branches_with(const Step& step) {
  std::vector<Branch> branches;
  if (!step.is<AllStep>() && !step.is<AnyStep>()) return branches;
  for_each_part(step, [&](const Step& branch) {
    if (const Step* const found = first_in(branch); found != nullptr) branches.push_back({&branch, found});
  });
  return branches;
}

}  // namespace ishi::compiler
