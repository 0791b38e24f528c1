#include "model/can_fail.h"

#include <algorithm>

namespace ishi::compiler {

bool attempt_can_fail(const Step& step) {
  if (step.is_poisoned || step.kind == StepKind::task) return true;
  return (step.timeout.given() && step.kind != StepKind::set) || can_fail(step.steps);
}

bool can_fail(const Step& step) { return step.while_holds.given() || attempt_can_fail(step); }

bool can_fail(const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [](const Step& step) { return can_fail(step) && !step.on_fail.given; });
}

}  // namespace ishi::compiler
