#include "check/endings.h"

#include <algorithm>

#include "expression/constant.h"
#include "language/limits.h"
#include "model/can_fail.h"
#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

// True if a condition may ever turn out so.
bool may_be(const Formula& condition, bool truth) {
  return condition.given() && !is_constantly(condition, !truth);
}

}  // namespace

bool Endings::is_cut_off(const Step& step) {
  const Modifiers& modifiers = step.modifiers;
  const auto* const repeat = step.as<RepeatStep>();
  return may_be(modifiers.until, true) || may_be(modifiers.while_holds, false) || modifiers.timeout.given() ||
         (repeat != nullptr && may_be(repeat->until, true));
}

template <typename T, typename Find>
T Endings::of_goal(std::vector<Known<T>>& known, uint32_t goal, T otherwise, Find find) {
  if (diagnostics_.is_in_doubt(model_.goals[goal].name.span) || depth_ >= kLimits.body_depth)
    return otherwise;
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
  const Modifiers& modifiers = step.modifiers;
  if (is_in_doubt(step) || may_be(modifiers.when, false) || modifiers.once.value) return true;
  if (!modifiers.invert.value) return attempt_can_complete(step);
  return modifiers.on_fail.given || may_be(modifiers.while_holds, false) || attempt_can_fail(step);
}

bool Endings::can_complete(const std::vector<Step>& steps) {
  for (const Step& step : steps) {
    if (step.is<SucceedStep>()) return true;
    if (!can_complete(step)) return false;
  }
  return true;
}

bool Endings::attempt_can_complete(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  const auto part_can = [this](const Step& part) { return can_complete(part); };
  if (may_be(step.modifiers.until, true) || (step.modifiers.on_fail.given && may_fail(step))) return true;
  if (step.is<FailStep>() || step.is<SteerStep>()) return false;
  if (const auto* const check = step.as<CheckStep>()) return !is_constantly(check->condition, false);
  if (const auto* const body = step.as<BodyStep>()) return can_complete(body->steps);
  if (step.is<AllStep>()) {
    const Modifiers& modifiers = step.modifiers;
    const size_t parts = step.as<AllStep>()->steps.size();
    const size_t needed = modifiers.enough.given ? static_cast<size_t>(modifiers.enough.value)
                                                 : parts - std::min(parts, failures_of(step) - 1);
    return count_parts(step, part_can) >= needed;
  }
  if (const Map<Step>* const branches = step.branches())
    return find_index(*branches, kElse) == kNone ||
           any_part(step, [this](const Step& branch) { return attempt_can_complete(branch); });
  if (step.is<AnyStep>()) return any_part(step, part_can);
  if (const auto* const repeat = step.as<RepeatStep>())
    return may_be(repeat->until, true) || !repeat->for_each.empty() ||
           (repeat->times.given && can_complete(repeat->steps));
  if (const auto* const goal = step.as<GoalStep>())
    return of_goal(completing_, goal->index, true,
                   [this](const Goal& named) { return attempt_can_complete(named.body); });
  if (!step.traits().chooses) return true;
  return any_part(step,
                  [this](const Step& method) { return is_in_doubt(method) || attempt_can_complete(method); });
}

const Step* Endings::endless_in(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  if (is_in_doubt(step) || is_cut_off(step)) return nullptr;
  if (step.is<SteerStep>()) return &step;
  const auto* const repeat = step.as<RepeatStep>();
  if (repeat != nullptr && !repeat->ends() && !repeat->steps.empty() && !can_fail(repeat->steps))
    return &step;
  const auto first_of_parts = [this](const std::vector<const Step*>& parts) -> const Step* {
    for (const Step* part : parts) {
      if (const Step* endless = endless_in(*part); endless != nullptr) return endless;
    }
    return nullptr;
  };
  const auto* const goal = step.as<GoalStep>();
  if (goal == nullptr) return first_of_parts(lasting_parts(step));
  return of_goal<const Step*>(endless_, goal->index, nullptr,
                              [&](const Goal&) { return first_of_parts(lasting_parts(step)); });
}

std::vector<const Step*> Endings::lasting_parts(const Step& step) {
  std::vector<const Step*> parts;
  if (is_in_doubt(step) || is_cut_off(step)) return parts;
  if (const auto* const goal = step.as<GoalStep>()) return lasting_parts(model_.goals[goal->index]);
  for_each_part(step, [&](const Step& part) { parts.push_back(&part); });
  if (step.modifiers.reconsider.value) return {};  // another method may take over
  if (!step.is<AllStep>() && !step.is<AnyStep>()) return parts;
  // Steps that run at the same time end each other: keep those that no other one can end.
  if (step.modifiers.enough.given || step.modifiers.failures.value > 1) return {};
  const auto ends_all = [&](const Step* part) {
    return step.is<AllStep>() ? may_fail(*part) && !part->modifiers.on_fail.given : can_complete(*part);
  };
  const auto enders = std::ranges::count_if(parts, ends_all);
  std::erase_if(parts, [&](const Step* part) { return enders > 1 || (enders == 1 && !ends_all(part)); });
  return parts;
}

std::vector<const Step*> Endings::lasting_parts(const Named<Goal>& named) {
  const Goal& goal = named.value;
  std::vector<const Step*> parts;
  if (diagnostics_.is_in_doubt(named.name.span) || is_cut_off(goal.body)) return parts;
  const auto fails = [](const auto& interjection) { return can_fail(interjection.value.steps); };
  if (std::ranges::none_of(goal.interject, fails)) parts.push_back(&goal.body);
  for (const auto& interjection : goal.interject) {
    for (const Step& one : interjection.value.steps) parts.push_back(&one);
  }
  return parts;
}

}  // namespace ishi::compiler
