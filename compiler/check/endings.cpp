#include "check/endings.h"

#include <algorithm>

#include "expression/constant.h"
#include "language/limits.h"
#include "model/can_fail.h"

namespace ishi::compiler {
namespace {

// Whether a condition may ever turn out so.
bool may_be(const Formula& condition, bool truth) {
  return condition.given() && !is_constantly(condition, !truth);
}

bool can_fail_here(const Step& step) { return can_fail(step) && !step.on_fail.given; }

}  // namespace

bool Endings::is_cut_off(const Step& step) {
  return may_be(step.until, true) || may_be(step.while_holds, false) || step.timeout.given() ||
         (step.kind == StepKind::repeat && may_be(step.repeat.until, true));
}

template <typename T, typename Find>
T Endings::of_goal(std::vector<Known<T>>& known, uint32_t goal, T otherwise, Find find) {
  if (goal == kNone || !model_.goals[goal].value.is_whole || depth_ >= kLimits.body_depth) return otherwise;
  if (known[goal].state == State::open) return otherwise;
  if (known[goal].state == State::untouched) {
    known[goal].state = State::open;
    ++depth_;
    known[goal].value = find(model_.goals[goal].value);
    --depth_;
    known[goal].state = State::known;
  }
  return known[goal].value;
}

bool Endings::can_complete(const Step& step) {
  return step.is_poisoned || may_be(step.when, false) || attempt_can_complete(step);
}

bool Endings::can_complete(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.kind == StepKind::succeed) return true;
    if (!can_complete(step)) return false;
  }
  return true;
}

bool Endings::attempt_can_complete(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  const auto part_can = [this](const Step& part) { return can_complete(part); };
  if (may_be(step.until, true) || (step.on_fail.given && can_fail(step))) return true;
  switch (step.kind) {
    case StepKind::fail:
    case StepKind::steer: return false;
    case StepKind::body: return can_complete(step.steps);
    case StepKind::all: return std::ranges::all_of(step.steps, part_can);
    case StepKind::any: return std::ranges::any_of(step.steps, part_can);
    case StepKind::first:
    case StepKind::best:
      return std::ranges::any_of(step.methods, [this](const Named<Step>& method) {
        return method.value.is_poisoned || attempt_can_complete(method.value);
      });
    case StepKind::repeat:
      return may_be(step.repeat.until, true) || (step.repeat.times.given && can_complete(step.repeat.steps));
    case StepKind::goal:
      return of_goal(completing_, step.task.index, true,
                     [this](const Goal& goal) { return attempt_can_complete(goal.body); });
    default: return true;
  }
}

const Step* Endings::endless_in(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  if (step.is_poisoned || is_cut_off(step)) return nullptr;
  if (step.kind == StepKind::steer) return &step;
  if (step.kind == StepKind::repeat && !step.repeat.times.given && !step.repeat.steps.empty() &&
      !can_fail(step.repeat.steps))
    return &step;
  const auto first_of_parts = [this](const std::vector<const Step*>& parts) -> const Step* {
    for (const Step* part : parts) {
      if (const Step* endless = endless_in(*part); endless != nullptr) return endless;
    }
    return nullptr;
  };
  if (step.kind != StepKind::goal) return first_of_parts(lasting_parts(step));
  return of_goal<const Step*>(endless_, step.task.index, nullptr,
                              [&](const Goal&) { return first_of_parts(lasting_parts(step)); });
}

std::vector<const Step*> Endings::lasting_parts(const Step& step) {
  std::vector<const Step*> parts;
  if (step.is_poisoned || is_cut_off(step)) return parts;
  const auto add = [&](const std::vector<Step>& steps) {
    for (const Step& one : steps) parts.push_back(&one);
  };
  // Of those that are done at the same time: what none of the others ends.
  const auto add_beside = [&](const auto& ends_all) {
    const auto enders = std::ranges::count_if(step.steps, ends_all);
    for (const Step& one : step.steps) {
      if (enders == 0 || (enders == 1 && ends_all(one))) parts.push_back(&one);
    }
  };
  switch (step.kind) {
    case StepKind::body: add(step.steps); break;
    case StepKind::all: add_beside(can_fail_here); break;
    case StepKind::any: add_beside([this](const Step& one) { return can_complete(one); }); break;
    case StepKind::repeat: add(step.repeat.steps); break;
    case StepKind::plan: add(step.plan.steps); break;
    case StepKind::first:
    case StepKind::best:
      for (const auto& method : step.methods) parts.push_back(&method.value);
      break;
    case StepKind::goal: {
      if (step.task.index == kNone) break;
      const Goal& goal = model_.goals[step.task.index].value;
      if (!goal.is_whole || is_cut_off(goal.body)) break;
      const auto fails = [](const auto& interjection) { return can_fail(interjection.value.steps); };
      if (std::ranges::none_of(goal.interject, fails)) parts.push_back(&goal.body);
      for (const auto& interjection : goal.interject) add(interjection.value.steps);
      break;
    }
    default: break;
  }
  return parts;
}

}  // namespace ishi::compiler
