#include "model/can_fail.h"

#include <algorithm>

#include "model/steps_within.h"

namespace ishi::compiler {

bool attempt_can_fail(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
  const StepTraits traits = step.traits();
  if (traits.may_fail == Share::all) return true;
  if (traits.is_instant()) return false;
  if (step.modifiers.timeout.given()) return true;
  const auto fails = [&](const Step& part) {
    return (traits.chooses && part.modifiers.when.given()) ||
           (can_fail(part) && !part.modifiers.on_fail.given);
  };
  if (step.is<AllStep>()) return count_parts(step, fails) >= failures_of(step);
  return traits.fails_if_all ? all_parts(step, fails) : any_part(step, fails);
}

bool can_fail(const Step& step) {
  return step.modifiers.while_holds.given() || step.modifiers.invert.value || attempt_can_fail(step);
}

size_t failures_of(const Step& all) {
  const Modifiers& modifiers = all.modifiers;
  const size_t parts = all.as<AllStep>()->steps.size();
  const auto failures = static_cast<size_t>(modifiers.failures.value);
  const auto enough = static_cast<size_t>(modifiers.enough.value);
  return modifiers.enough.given && enough <= parts ? std::min(failures, parts - enough + 1) : failures;
}

bool can_fail(const std::vector<Step>& steps) {
  return std::ranges::any_of(
      steps, [](const Step& step) { return can_fail(step) && !step.modifiers.on_fail.given; });
}

}  // namespace ishi::compiler
