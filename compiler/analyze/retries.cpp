#include <fmt/format.h>

#include <algorithm>

#include "analyze/kinds_of_findings.h"
#include "expression/constant.h"
#include "model/can_fail.h"
#include "model/steps_within.h"

// What fails as soon as it begins and is then begun again, in frame after frame.

namespace ishi::compiler {
namespace {

class Retries {
 public:
  Retries(const Model& model, uint32_t main_file, Diagnostics& diagnostics)
      : model_(model), main_file_(main_file), diagnostics_(diagnostics), is_open_(model.goals.size()) {}

  void report() {
    for (const auto& action : model_.actions) {
      const Setting<double>& cooldown = action.value.cooldown_after_failure;
      if (!cooldown.given || cooldown.value > 0 || cooldown.span.file != main_file_) continue;
      const Step* const culprit = fails_at_once(action.value.steps.value);
      if (culprit == nullptr) continue;
      diagnostics_
          .report(
              Code::fails_over_and_over, cooldown.span,
              fmt::format("`{}` can fail as soon as it begins, and is then chosen again in the next frame",
                          action.name.text))
          .label(culprit->task.span, "this can fail at once")
          .note("proved from its steps: nothing before that takes time")
          .help("let it rest after a failure, such as `cooldown_after_failure: 0.5s`, or `wait` before it");
    }
    for_each_step(model_, [&](const Step& step) { check_repeat(step); });
  }

 private:
  // An endless loop that goes on after a failure.
  void check_repeat(const Step& step) {
    if (step.kind != StepKind::repeat || step.repeat.times.given || step.repeat.until.given() ||
        step.until.given() || step.task.span.file != main_file_)
      return;
    for (const Step& part : step.repeat.steps) {
      const Step* const culprit = part.on_fail.given ? fails_at_once(part) : nullptr;
      if (culprit == nullptr) {
        if (takes_time(part)) return;
        continue;
      }
      const bool rests = std::ranges::any_of(
          step.repeat.steps, [&](const Step& other) { return &other != &part && takes_time(other); });
      if (rests) return;
      diagnostics_
          .report(Code::fails_over_and_over, part.on_fail.span,
                  fmt::format("`{}` can fail as soon as it begins, and is then done again in the next frame",
                              part.task.text))
          .label(culprit->task.span, "this can fail at once")
          .label(step.task.span, "again and again")
          .note("proved from the steps: nothing in this round takes time")
          .help("let it `wait` in each round, or say `timeout` and how often");
      return;
    }
  }

  // The step that can fail before any time has passed; null if there is none.
  const Step* fails_at_once(const std::vector<Step>& steps) {  // NOLINT(misc-no-recursion)
    for (const Step& step : steps) {
      const Step* const culprit = fails_at_once(step);
      if (culprit != nullptr && !step.on_fail.given) return culprit;
      if (takes_time(step)) return nullptr;
    }
    return nullptr;
  }

  const Step* fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    if (step.is_poisoned || step.when.given()) return nullptr;
    if (step.while_holds.given() && !is_constantly(step.while_holds, true)) return &step;
    switch (step.kind) {
      case StepKind::fail:
      case StepKind::plan:
      case StepKind::walk: return &step;
      case StepKind::task: {
        const bool may_refuse =
            step.task.index != kNone && model_.tasks[step.task.index].value.requirement.given();
        return may_refuse ? &step : nullptr;
      }
      case StepKind::goal: {
        if (step.task.index == kNone || is_open_[step.task.index]) return nullptr;
        const Goal& goal = model_.goals[step.task.index].value;
        if (goal.requirement.given() || goal.body.when.given()) return &step;
        is_open_[step.task.index] = true;
        const bool does = fails_at_once(goal.body) != nullptr;
        is_open_[step.task.index] = false;
        return does ? &step : nullptr;
      }
      case StepKind::first:
      case StepKind::best: {
        const auto may_fail = [&](const Named<Step>& method) {
          return method.value.when.given() || fails_at_once(method.value) != nullptr;
        };
        return std::ranges::all_of(step.methods, may_fail) ? &step : nullptr;
      }
      case StepKind::body: return fails_at_once(step.steps);
      case StepKind::all: {
        for (const Step& part : step.steps) {
          const Step* const culprit = fails_at_once(part);
          if (culprit != nullptr) return culprit;
        }
        return nullptr;
      }
      default: return nullptr;
    }
  }

  // Whether it lasts at least a moment whenever it is done.
  static bool takes_time(const Step& step) {  // NOLINT(misc-no-recursion): as deep as the text
    if (step.when.given()) return false;
    switch (step.kind) {
      case StepKind::task:
      case StepKind::goal:
      case StepKind::wait:
      case StepKind::plan:
      case StepKind::walk:
      case StepKind::steer:
      case StepKind::repeat: return true;
      case StepKind::body:
      case StepKind::all: return std::ranges::any_of(step.steps, takes_time);
      default: return false;
    }
  }

  const Model& model_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_open_;  // goals that are being looked into
};

}  // namespace

void find_hasty_retries(const Model& model, uint32_t main_file, Diagnostics& diagnostics) {
  Retries(model, main_file, diagnostics).report();
}

}  // namespace ishi::compiler
