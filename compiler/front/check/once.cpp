#include "check/checking.h"
#include "model/steps_within.h"

// `once` on steps that come only once while their action runs.

namespace ishi::compiler {
namespace {

// Looks at the steps of actions: a goal may be named where something comes again.
class Once {
 public:
  explicit Once(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void report(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
    const Modifiers& modifiers = step.modifiers;
    if (modifiers.once.value && !diagnostics_.is_in_doubt(step.name.span)) {
      diagnostics_
          .report(Code::once_for_nothing, modifiers.once.span,
                  "`once` changes nothing: this step begins only once while its action runs anyway")
          .label(step.name.span, "nothing around it is done again")
          .help("take it out; it counts within a `repeat`, a step with `retry`, or `reconsider`");
    }
    const bool comes_again = step.is<RepeatStep>() || step.is<PlanStep>() || modifiers.retry.value > 0 ||
                             modifiers.reconsider.value;
    if (!comes_again) for_each_part(step, [this](const Step& part) { report(part); });
  }

 private:
  Diagnostics& diagnostics_;
};

}  // namespace

void report_once(const Model& model, Diagnostics& diagnostics) {
  Once once(diagnostics);
  for (const auto& action : model.actions) {
    for (const Step& step : action.value.steps.value) once.report(step);
  }
}

}  // namespace ishi::compiler
