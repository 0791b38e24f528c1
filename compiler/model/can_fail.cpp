#include "model/can_fail.h"

#include <algorithm>

namespace ishi::compiler {

bool can_fail(const Step& step) {
  if (step.is_poisoned || step.kind == StepKind::task || step.while_holds.given()) return true;
  if (step.timeout.given() && step.kind != StepKind::set) return true;
  return can_fail(step.steps);
}

bool can_fail(const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [](const Step& step) { return can_fail(step) && !step.on_fail.given; });
}

}  // namespace ishi::compiler
