#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/truth.h"
#include "expression/constant.h"
#include "model/can_fail.h"
#include "model/steps_within.h"

// What fails as soon as it begins and is then begun again, in frame after frame.

namespace ishi::compiler {
namespace {

class Retries {
 public:
  Retries(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
          Diagnostics& diagnostics)
      : model_(model),
        lowered_(lowered),
        main_file_(main_file),
        budget_(budget),
        diagnostics_(diagnostics),
        is_open_(model.goals.size()) {
    for (const LoweredAgent& agent : lowered.agents) {
      for (const LoweredOption& option : agent.options) collect_conditions(option.body);
      for (const LoweredHandler& handler : agent.handlers) collect_conditions(handler.body);
    }
  }

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
    return step.when.given() ? nullptr : attempt_fails_at_once(step);
  }

  // Where its `when` holds.
  const Step* attempt_fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    if (step.is_poisoned) return nullptr;
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
        if (!std::ranges::all_of(step.methods, may_fail)) return nullptr;
        return one_always_fits(step) ? nullptr : &step;
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

  void collect_conditions(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    if (node.when.given()) conditions_[node.when.written].push_back(&node.when);
    for (const LoweredNode& child : node.children) collect_conditions(child);
  }

  // Whether in each situation the `when` of some method holds that cannot fail at once otherwise, wherever
  // the step is done.
  bool one_always_fits(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    std::vector<const std::vector<const LoweredFormula*>*> conditions;
    for (const auto& method : step.methods) {
      const auto known = conditions_.find(&method.value.when);
      if (known != conditions_.end() && attempt_fails_at_once(method.value) == nullptr)
        conditions.push_back(&known->second);
    }
    if (conditions.size() < 2) return false;
    for (size_t place = 0; place < conditions[0]->size(); ++place) {
      JoinedConditions joined(model_, lowered_);
      uint32_t any = joined.add(*conditions[0]->at(place));
      for (size_t i = 1; i < conditions.size(); ++i) {
        if (conditions[i]->size() != conditions[0]->size()) return false;
        any = joined.either(any, joined.add(*conditions[i]->at(place)));
      }
      if (find_truth(joined.program(), any, budget_) != Holds::always) return false;
    }
    return true;
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
  const Lowered& lowered_;
  uint32_t main_file_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_open_;  // goals that are being looked into
  // By `when` of a step: what it is at each place where that is done, in one order.
  std::unordered_map<const Formula*, std::vector<const LoweredFormula*>> conditions_;
};

}  // namespace

void find_hasty_retries(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
                        Diagnostics& diagnostics) {
  Retries(model, lowered, main_file, budget, diagnostics).report();
}

}  // namespace ishi::compiler
