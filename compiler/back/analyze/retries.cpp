#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
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
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      const auto& action = model_.actions[i];
      const Setting<double>& cooldown = action.value.cooldown_after_failure;
      if (!cooldown.given || cooldown.value > 0 || action.value.cooldown.value > 0 ||
          cooldown.span.file != main_file_)
        continue;
      const Step* const culprit = culprit_of(i);
      if (culprit == nullptr) continue;
      diagnostics_
          .report(
              Code::fails_over_and_over, cooldown.span,
              fmt::format("`{}` can fail as soon as it begins, and then be chosen again in the next frame",
                          action.name.text))
          .label(culprit->name.span, "this can fail at once")
          .note("proved from its steps: nothing before that takes time")
          .help("let it rest after a failure, such as `cooldown_after_failure: 0.5s`, or `wait` before it");
    }
    for_each_step(model_, [&](const Step& step) { check_repeat(step); });
  }

 private:
  // What is known while steps are done that take no time.
  struct Moment {
    const LoweredAgent* agent = nullptr;                        // who does them; null: whoever does
    const LoweredOption* option = nullptr;                      // whose condition holds
    uint32_t begun = kNoRef;                                    // the moment that is its own
    std::vector<std::pair<const LoweredFormula*, bool>> asked;  // and whether they hold
    std::set<uint32_t> written;                                 // keys
    bool is_known = true;                                       // false: more than keys has changed
  };

  // The step with which an action can fail at once, for some agent that may then choose it again.
  const Step* culprit_of(uint32_t action) {
    for (const LoweredAgent& agent : lowered_.agents) {
      for (const LoweredOption& option : agent.options) {
        if (option.action != action || !may_follow_itself(agent, option)) continue;
        moment_ = {&agent, &option, own_moment(agent, option), {}, {}, true};
        const Step* const culprit = fails_at_once(model_.actions[action].value.steps.value);
        moment_ = {};
        if (culprit != nullptr) return culprit;
      }
    }
    return nullptr;
  }

  // True if an option may be chosen in the frame after its end.
  bool may_follow_itself(const LoweredAgent& agent, const LoweredOption& option) const {
    constexpr float kFrame = 0.1F;
    const AnalyzedProgram program = analyzed(model_, lowered_, agent.program, agent.ranges);
    const uint32_t own = own_moment(agent, option);
    Ranges ranges = all_situations(program);
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      const LoweredOperation& operation = program.operations[i];
      if (operation.code == OperationCode::running) ranges[i] = {0, 0};
      if (operation.code == OperationCode::since && operation.parameter == own) ranges[i] = {0, kFrame};
    }
    propagate(program, ranges);
    return narrow(program, ranges, option.condition, true);
  }

  // An endless loop that goes on after a failure.
  void check_repeat(const Step& step) {
    const auto* const repeat = step.as<RepeatStep>();
    if (repeat == nullptr || repeat->ends() || repeat->until.given() || step.modifiers.until.given() ||
        step.name.span.file != main_file_)
      return;
    moment_ = {};
    for (const Step& part : repeat->steps) {
      const Step* const culprit = part.modifiers.on_fail.given ? fails_at_once(part) : nullptr;
      if (culprit == nullptr) {
        if (must_last(part) || !pass(part)) return;
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
    const Moment before = moment_;
    const Step* culprit = nullptr;
    for (const Step& step : steps) {
      const Step* const found = fails_at_once(step);
      if (found != nullptr && !step.modifiers.on_fail.given) culprit = found;
      if (culprit != nullptr || !pass(step)) break;
    }
    moment_ = before;
    return culprit;
  }

  // Goes on to the moment behind a step. False if time may have passed by then, or too much may have changed.
  bool pass(const Step& step) {
    if (step.is<SucceedStep>()) return false;
    const Formula& when = step.modifiers.when;
    if (may_last(step)) {
      if (!when.given() || formula_of(when) == nullptr) return false;
      moment_.asked.emplace_back(formula_of(when), false);
      return true;
    }
    const Formula* const holds = step.holds_behind();
    const bool is_known = note_writes(step);
    if (holds != nullptr && formula_of(*holds) != nullptr)
      moment_.asked.emplace_back(formula_of(*holds), true);
    return is_known;
  }

  // Notes the keys that a step writes. False if it changes more than keys.
  bool note_writes(const Step& step) {
    bool is_known = true;
    StepsDone(model_).for_each(step, [&](const Step& part) {
      if (const auto* const set = part.as<SetStep>()) {
        for (const auto& assignment : set->values) {
          const uint32_t key = find_index(model_.blackboard, assignment.name.text);
          is_known &= key != kNone;
          moment_.written.insert(key);
        }
      }
      is_known &= !part.is<RaiseStep>() && !part.is<RememberStep>() && !part.is<ForgetStep>();
    });
    return is_known;
  }

  const Step* fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    const Modifiers& modifiers = step.modifiers;
    const bool is_sure = !modifiers.when.given() && !modifiers.invert.value && !modifiers.once.value &&
                         modifiers.retry.value == 0;
    return is_sure ? attempt_fails_at_once(step) : nullptr;
  }

  // The situations in which its `when` holds.
  const Step* attempt_fails_at_once(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    const Moment before = moment_;
    const LoweredFormula* const until = formula_of(step.modifiers.until);
    if (until != nullptr) moment_.asked.emplace_back(until, false);
    const Step* const culprit = culprit_in(step);
    moment_ = before;
    return culprit;
  }

  const Step* culprit_in(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    const Formula& goes_on = step.modifiers.while_holds;
    if (goes_on.given() && !is_constantly(goes_on, true) && may_be_false(formula_of(goes_on))) return &step;
    if (const auto* const task = step.as<TaskStep>())
      return task->index != kNone && may_be_false(&lowered_.tasks[task->index].condition) ? &step : nullptr;
    if (const auto* const goal = step.as<GoalStep>())
      return goal_fails_at_once(goal->index) ? &step : nullptr;
    if (const auto* const check = step.as<CheckStep>())
      return may_be_false(formula_of(check->condition)) ? &step : nullptr;
    if (const auto* const plan = step.as<PlanStep>()) return plan_fails_at_once(*plan) ? &step : nullptr;
    if (step.traits().may_fail == Share::all) return may_be_reached() ? &step : nullptr;
    if (step.traits().chooses) return no_method_is_left(step) ? &step : nullptr;
    if (const auto* const body = step.as<BodyStep>()) return fails_at_once(body->steps);
    const Step* culprit = nullptr;
    if (step.is<AllStep>() && failures_of(step) == 1) {
      for_each_part(step, [&](const Step& part) {
        if (culprit == nullptr) culprit = fails_at_once(part);
        if (!note_writes(part)) moment_.is_known = false;
      });
    }
    if (step.branches() != nullptr) {
      const Moment before = moment_;
      for_each_part(step, [&](const Step& branch) {
        if (culprit != nullptr) return;
        const LoweredFormula* const when = formula_of(branch.modifiers.when);
        const Moment between = moment_;
        if (when != nullptr) moment_.asked.emplace_back(when, true);
        culprit = attempt_fails_at_once(branch);
        moment_ = between;
        if (when != nullptr) moment_.asked.emplace_back(when, false);
      });
      moment_ = before;
    }
    return culprit;
  }

  // True if all methods may be passed over, or fail, in one situation.
  bool no_method_is_left(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    bool is_none_left = true;
    for_each_part(step, [&](const Step& method) {
      const LoweredFormula* const when = formula_of(method.modifiers.when);
      if (!is_none_left) return;
      if (may_be_false(when)) {
        moment_.asked.emplace_back(when, false);
        return;
      }
      refused_ = nullptr;
      is_none_left = method.modifiers.retry.value == 0 && attempt_fails_at_once(method) != nullptr;
      if (is_none_left && refused_ != nullptr) moment_.asked.emplace_back(refused_, false);
    });
    return is_none_left;
  }

  bool goal_fails_at_once(uint32_t index) {  // NOLINT(misc-no-recursion): each goal once
    if (is_open_[index]) return false;
    const Goal& goal = model_.goals[index].value;
    if (may_be_false(&lowered_.goals[index].condition)) return true;
    if (may_be_false(formula_of(goal.body.modifiers.when))) return true;
    is_open_[index] = true;
    const bool fails = attempt_fails_at_once(goal.body) != nullptr;
    is_open_[index] = false;
    return fails;
  }

  // True if there may be no plan, since each of its steps asks for something.
  bool plan_fails_at_once(const PlanStep& plan) {
    return may_be_false(formula_of(plan.reach)) && std::ranges::all_of(plan.steps, [&](const Step& step) {
             const auto* const task = step.as<TaskStep>();
             const auto* const goal = step.as<GoalStep>();
             const bool asks =
                 (task != nullptr && task->index != kNone && lowered_.tasks[task->index].condition.given()) ||
                 (goal != nullptr && lowered_.goals[goal->index].condition.given());
             return asks || step.modifiers.when.given() || !step.modifiers.for_each.empty();
           });
  }

  void collect_conditions(const LoweredNode& node) {  // NOLINT(misc-no-recursion): as deep as the text
    for (const LoweredFormula* const condition :
         {&node[Modifier::when], &node[Modifier::while_true], &node[Modifier::until], &node.value}) {
      if (condition->given()) conditions_[condition->written].push_back(condition);
    }
    for (const LoweredNode& child : node.children) collect_conditions(child);
  }

  // A condition as it stands in some body; null if there is none.
  [[nodiscard]] const LoweredFormula* formula_of(const Formula& written) const {
    const auto known = conditions_.find(&written);
    return known != conditions_.end() ? known->second[0] : nullptr;
  }

  // True if a step wrote what a condition reads after the agent had decided.
  [[nodiscard]] bool reads_written(const LoweredFormula& condition) const {
    return std::ranges::any_of(condition.program, [&](const LoweredOperation& operation) {
      return operation.code >= OperationCode::key && operation.code <= OperationCode::key_entity &&
             moment_.written.contains(operation.parameter);
    });
  }

  [[nodiscard]] bool may_be_reached() { return is_so_somewhere(nullptr); }
  // True if there is a situation in which a condition, which may be null, does not hold at this moment.
  [[nodiscard]] bool may_be_false(const LoweredFormula* condition) {
    return condition != nullptr && condition->given() && is_so_somewhere(condition);
  }

  // True if there is a situation that leads here, and in which a condition, if there is one, does not hold.
  bool is_so_somewhere(const LoweredFormula* refused) {
    if (!moment_.is_known || (refused != nullptr && reads_written(*refused))) return false;
    JoinedConditions joined(model_, lowered_);
    std::vector<uint32_t> roots;
    if (moment_.option != nullptr)
      roots.push_back(joined.add(moment_.agent->program, moment_.agent->ranges, moment_.option->condition,
                                 moment_.begun));
    for (const auto& [condition, holds] : moment_.asked) {
      if (reads_written(*condition)) return false;
      const uint32_t asked = joined.add(*condition);
      roots.push_back(holds ? asked : joined.negated(asked));
    }
    if (refused != nullptr) roots.push_back(joined.negated(joined.add(*refused)));
    refused_ = refused;
    if (roots.empty()) return true;
    uint32_t all = roots[0];
    for (const uint32_t root : roots) all = joined.both(all, root);
    return find_instance(joined.program(), all);
  }

  bool find_instance(const AnalyzedProgram& program, uint32_t condition) {
    constexpr uint32_t kSamples = 64;
    Ranges ranges = all_situations(program);
    if (!narrow(program, ranges, condition, true)) return false;
    if (!budget_.spend(kSamples * program.operations.size())) return false;
    const auto holds = [&](const std::vector<float>& values) { return values[condition] != 0; };
    const Prover prover(program);
    if (std::ranges::any_of(prover.situations(ranges, kSamples), holds)) return true;
    const Question is_asked{[&](Ranges& some) { return !narrow(program, some, condition, true); }, holds};
    return prover.prove(ranges, is_asked, source_of(program, condition), budget_) == Proof::sometimes;
  }

  const Model& model_;
  const Lowered& lowered_;
  uint32_t main_file_;
  Budget& budget_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_open_;  // goals that are being looked into
  Moment moment_;
  const LoweredFormula* refused_ = nullptr;  // that did not hold in the situation found last
  // By condition of a step: what it is at each place where that is done, in one order.
  std::unordered_map<const Formula*, std::vector<const LoweredFormula*>> conditions_;
};

}  // namespace

void find_hasty_retries(const Model& model, const Lowered& lowered, uint32_t main_file, Budget& budget,
                        Diagnostics& diagnostics) {
  Retries(model, lowered, main_file, budget, diagnostics).report();
}

}  // namespace ishi::compiler
