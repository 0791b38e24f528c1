#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "expression/checker.h"
#include "expression/constant.h"
#include "expression/endings.h"

// What goes on for ever though nothing may interrupt it.

namespace ishi::compiler {
namespace {

class Unending {
 public:
  Unending(const Model& model, Diagnostics& diagnostics)
      : model_(model), diagnostics_(diagnostics), endings_(model), seen_(model.goals.size()) {}

  void report() {
    for (const auto& action : model_.actions) {
      if (action.value.steps.given)
        check_body(action);
      else
        check_bodiless(action);
    }
  }

 private:
  // Whether something about an action ends it, whatever it does: one for a fact fails when that is forgotten.
  static bool is_cut_off(const Action& action) {
    return !action.for_each.empty() ||
           (action.while_holds.given() && !is_constantly(action.while_holds, true));
  }

  void check_bodiless(const Named<Action>& entry) {
    const Action& action = entry.value;
    if (is_cut_off(action) || !is_constantly(action.interruptible, false)) return;
    const bool has_while = action.while_holds.given();
    auto report = diagnostics_.report(
        Code::never_ends, action.interruptible.span,
        fmt::format("`{}` never ends: it does nothing that could be over, and nothing may interrupt it",
                    entry.name.text));
    if (has_while) report.label(action.while_holds.span, "this always holds");
    report.help(fmt::format(
        "{}, or let it be interrupted after a while: `interruptible: elapsed > 2s`",
        has_while ? "give it a `do`, or a `while` that turns false" : "give it a `do` or a `while`"));
  }

  void check_body(const Named<Action>& entry) {
    const Action& action = entry.value;
    if (is_cut_off(action)) return;
    const bool is_locked = is_constantly(action.interruptible, false);
    for (const Step& step : action.steps.value) {
      const Step* const endless = is_locked ? endings_.endless_in(step) : nullptr;
      if (endless != nullptr)
        return report_stuck(action.interruptible, fmt::format("a step of `{}`", entry.name.text), *endless);
      if (!is_locked) visit(step);
    }
  }

  // A step that nothing around it ends.
  void visit(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text, each goal once
    if (is_constantly(step.interruptible, false)) {
      const Step* const endless = endings_.endless_in(step);
      if (endless == &step) return report_stuck(step.interruptible, "this `repeat`", step);
      const bool has_name = step.kind == StepKind::goal;
      if (endless != nullptr)
        return report_stuck(step.interruptible,
                            fmt::format("a step of {}`{}`", has_name ? "" : "this ", step.task.text),
                            *endless);
    }
    if (step.kind == StepKind::goal && step.task.index != kNone) {
      if (seen_[step.task.index]) return;
      seen_[step.task.index] = true;
    }
    for (const Step* part : endings_.lasting_parts(step)) visit(*part);
  }

  // `what` never ends: the endless one, which may stand in what cannot be interrupted.
  void report_stuck(const Formula& interruptible, const std::string& what, const Step& endless) {
    diagnostics_
        .report(Code::never_ends, interruptible.span,
                fmt::format("{} never ends, and nothing may interrupt it", what))
        .label(endless.task.span, "this goes on for ever")
        .help(
            "say how often (`times: 3`) or until when (`until: ammo == 0`), or let it be interrupted after a "
            "while: `interruptible: elapsed > 2s`");
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  Endings endings_;
  std::vector<bool> seen_;
};

}  // namespace

void Checker::report_unending() { Unending(model_, diagnostics_).report(); }

}  // namespace ishi::compiler
