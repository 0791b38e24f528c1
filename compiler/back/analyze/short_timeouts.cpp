#include <fmt/format.h>

#include "analyze/kinds_of_findings.h"
#include "expression/constant.h"
#include "language/unit.h"
#include "model/steps_within.h"

namespace ishi::compiler {

void find_short_timeouts(const Model& model, uint32_t main_file, Diagnostics& diagnostics) {
  for_each_step(model, [&](const Step& step) {
    const Formula& timeout = step.modifiers.timeout;
    const auto* const named = step.as<TaskStep>();
    if (named == nullptr || named->index == kNone || timeout.root == nullptr ||
        timeout.span.file != main_file)
      return;
    const auto& [name, task] = model.tasks[named->index];
    const auto seconds = constant_value(*timeout.root);
    // Where an agent goes somewhere, the way decides.
    if (!seconds || *seconds <= 0 || *seconds >= task.takes.value || task.moves_to.given) return;
    // Where an `until` completes the step, the `timeout` says how long to wait for that; with `on_fail` the
    // designer knows that it fails.
    if (step.modifiers.until.given() || step.modifiers.on_fail.given) return;
    const std::string takes = show(task.takes.value, Quantity::duration);
    diagnostics
        .report(Code::timeout_before_end, timeout.span,
                fmt::format("`{}` takes {}, so it never completes within this `timeout`", name.text, takes))
        .label(task.takes.span, "the contract says so")
        .note("in tests, `play` and plans a task takes as long as its contract says")
        .help(fmt::format("write {} or more, or let `takes` say what the task usually needs", takes));
  });
}

}  // namespace ishi::compiler
