#include "model/can_fail.h"

#include <algorithm>

namespace ishi::compiler {

bool attempt_can_fail(const Step& step) {
  if (step.is_poisoned) return true;
  const auto method_can_fail = [](const Named<Step>& method) {
    return method.value.when.given() || (can_fail(method.value) && !method.value.on_fail.given);
  };
  switch (step.kind) {
    case StepKind::task:
    case StepKind::goal:
    case StepKind::plan:
    case StepKind::walk:
    case StepKind::fail: return true;
    case StepKind::set:
    case StepKind::emit:
    case StepKind::remember:
    case StepKind::forget:
    case StepKind::succeed: return false;
    case StepKind::first:
    case StepKind::best: return step.timeout.given() || std::ranges::all_of(step.methods, method_can_fail);
    case StepKind::repeat: return step.timeout.given() || can_fail(step.repeat.steps);
    case StepKind::any:
      return step.timeout.given() || std::ranges::all_of(step.steps, [](const Step& one) {
               return can_fail(one) && !one.on_fail.given;
             });
    case StepKind::wait:
    case StepKind::steer:
    case StepKind::body:
    case StepKind::all: break;
  }
  return step.timeout.given() || can_fail(step.steps);
}

bool can_fail(const Step& step) { return step.while_holds.given() || attempt_can_fail(step); }

bool can_fail(const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [](const Step& step) { return can_fail(step) && !step.on_fail.given; });
}

}  // namespace ishi::compiler
