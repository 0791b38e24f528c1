#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "analyze/joined_conditions.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/truth.h"
#include "check/lasting.h"
#include "expression/constant.h"
#include "model/can_fail.h"
#include "model/steps_within.h"

// Steps that fail as soon as they begin and are begun again, in frame after frame.

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
          .label(culprit->name.span, "this can fail at once")
          .note("proved from its steps: nothing before that takes time")
          .help("let it rest after a failure, such as `cooldown_after_failure: 0.5s`, or `wait` before it");
    }
    for_each_step(model_, [&](const Step& step) { check_repeat(step); });
  }

 private:
  // An endless loop that goes on after a failure.
  void check_repeat(const Step& step) {
    const auto* const repeat = step.as<RepeatStep>();
    if (repeat == nullptr || repeat->ends() || repeat->until.given() || step.modifiers.until.given() ||
        step.name.span.file != main_file_)
      return;
    for (const Step& part : repeat->steps) {
      const Step* const culprit = part.modifiers.on_fail.given ? fails_at_once(part) : nullptr;
      if (culprit == nullptr) {
        if (must_last(part)) return;
        continue;
      }
      const bool rests = std::ranges::any_of(
          repeat->steps, [&](const Step& other) { return &other != &part && must_last(other); });
      if (rests) return;
      diagnostics_
          .report(Code::fails_over_and_over, part.modifiers.on_fail.span,
                  fmt::format("`{}` can fail as soon as it begins, and is then done again in the next frame",
                              part.name.text))
          .label(culprit->name.span, "this can fail at once")
          .label(step.name.span, "again and again")
          .note("proved from the steps: nothing in this round takes time")
          .help("let it `wait` in each round, or say `timeout` and how often");
      return;
    }
  }

  // The step that can fail before any time has passed; null if there is none.
  const Step* fails_at_once(const std::vector<Step>& steps) {  // NOLINT(misc-no-recursion)
    for (const Step& step : steps) {
      const Step* const culprit = fails_at_once(step);
      if (culprit != nullptr && !step.modifiers.on_fail.given) return culprit;
      if (must_last(step)) return nullptr;
    }
    return nullptr;
  }

  const Step* fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    const Modifiers& modifiers = step.modifiers;
    const bool is_sure = !modifiers.when.given() && !modifiers.invert.value && !modifiers.once.value;
    return is_sure ? attempt_fails_at_once(step) : nullptr;
  }

  // The situations in which its `when` holds.
  const Step* attempt_fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    const Formula& goes_on = step.modifiers.while_holds;
    if (goes_on.given() && !is_constantly(goes_on, true)) return &step;
    const auto fails = [&](const Step& part) { return fails_at_once(part) != nullptr; };
    if (const auto* const task = step.as<TaskStep>()) {
      const bool may_refuse = task->index != kNone && model_.tasks[task->index].value.requirement.given();
      return may_refuse ? &step : nullptr;
    }
    if (const auto* const goal = step.as<GoalStep>())
      return goal_fails_at_once(goal->index) ? &step : nullptr;
    if (step.traits().may_fail == Share::all) return &step;
    if (step.traits().chooses) {
      const auto may_fail = [&](const Step& method) {
        return method.modifiers.when.given() || fails(method);
      };
      return all_parts(step, may_fail) && !one_always_fits(step) ? &step : nullptr;
    }
    if (const auto* const body = step.as<BodyStep>()) return fails_at_once(body->steps);
    const Step* culprit = nullptr;
    if (step.is<AllStep>() && failures_of(step) == 1) {
      for_each_part(step, [&](const Step& part) {
        if (culprit == nullptr) culprit = fails_at_once(part);
      });
    }
    if (step.branches() != nullptr) {
      for_each_part(step, [&](const Step& branch) {
        if (culprit == nullptr) culprit = attempt_fails_at_once(branch);
      });
    }
    return culprit;
  }

  bool goal_fails_at_once(uint32_t index) {  // NOLINT(misc-no-recursion): each goal once
    if (is_open_[index]) return false;
    const Goal& goal = model_.goals[index].value;
    if (goal.requirement.given() || goal.body.modifiers.when.given()) return true;
    is_open_[index] = true;
    const bool fails = fails_at_once(goal.body) != nullptr;
    is_open_[index] = false;
    return fails;
  }

  void collect_conditions(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    const LoweredFormula& when = node[Modifier::when];
    if (when.given()) conditions_[when.written].push_back(&when);
    for (const LoweredNode& child : node.children) collect_conditions(child);
  }

  // True if in each situation the `when` of some method holds that cannot fail at once otherwise, wherever
  // the step is done.
  bool one_always_fits(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    std::vector<const std::vector<const LoweredFormula*>*> conditions;
    for_each_part(step, [&](const Step& method) {
      const auto known = conditions_.find(&method.modifiers.when);
      if (known != conditions_.end() && attempt_fails_at_once(method) == nullptr)
        conditions.push_back(&known->second);
    });
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
