#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/kinds_of_findings.h"
#include "expression/constant.h"
#include "model/steps_within.h"

// Bodies that never end though nothing may end them, bodies that are over as soon as they begin, and actions
// that their own condition ends.

namespace ishi::compiler {
namespace {

bool is_uninterruptible(const Formula& interruptible) {
  return interruptible.given() && interruptible.root != nullptr && is_constantly(interruptible, false);
}

class BodiesInTime {
 public:
  BodiesInTime(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics)
      : model_(model), contests_(contests), diagnostics_(diagnostics), is_open_(model.goals.size()) {}

  void report() {
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      report_endless(i);
      report_idle(i);
      report_ended_by_itself(i);
    }
  }

 private:
  struct Endless {
    const Step* step = nullptr;        // that never ends
    const Formula* held_by = nullptr;  // the `interruptible` that keeps others from ending it
    [[nodiscard]] bool holds() const { return step != nullptr && held_by != nullptr; }
  };

  // By all agents that have an action: whether `is_so` of each, and there is one.
  template <class IsSo>
  bool of_all(uint32_t action, const IsSo& is_so) const {
    bool has_any = false;
    for (const Contest& contest : contests_) {
      const auto& contenders = contest.contenders();
      for (uint32_t option = 0; option < contenders.size(); ++option) {
        if (contenders[option].action != action) continue;
        if (!is_so(contest, option)) return false;
        has_any = true;
      }
    }
    return has_any;
  }

  void report_endless(uint32_t index) {
    const Action& action = model_.actions[index].value;
    if (action.while_holds.given()) return;
    const bool is_held = is_uninterruptible(action.interruptible);
    const Endless found = endless_of(action.steps.value, is_held ? &action.interruptible : nullptr);
    if (!found.holds()) return;
    const bool is_for_ever = of_all(index, [&](const Contest& contest, uint32_t option) {
      const auto& contenders = contest.contenders();
      const auto ranks_higher = [&](const Contender& other) { return other.rank > contenders[option].rank; };
      return contenders.size() > 1 && !contest.written().states.given &&
             std::ranges::none_of(contenders, ranks_higher);
    });
    if (!is_for_ever) return;
    diagnostics_
        .report(Code::frozen_choice, found.held_by->span,
                fmt::format("`{}` never ends, and nothing may interrupt it", model_.actions[index].name.text))
        .caption("so nothing else is chosen once it runs")
        .label(found.step->name.span, "goes on without end")
        .note("proved from its steps: they go on until one fails, and no other action has a higher rank")
        .help(
            "let it end, with `times` or `until`; or let it be interrupted at times, such as `interruptible: "
            "elapsed > 2s`");
  }

  // The first step that never ends, and what then keeps others from ending it.
  Endless endless_of(const std::vector<Step>& steps, const Formula* held_by) {  // NOLINT(misc-no-recursion)
    for (const Step& step : steps) {
      const Endless found = endless_of(step, held_by);
      if (found.step != nullptr) return found;
    }
    return {};
  }

  Endless endless_of(const Step& step, const Formula* held_by) {  // NOLINT(misc-no-recursion)
    const Modifiers& modifiers = step.modifiers;
    if (modifiers.when.given() || modifiers.until.given() || modifiers.while_holds.given() ||
        modifiers.timeout.given())
      return {};
    if (is_uninterruptible(modifiers.interruptible)) held_by = &modifiers.interruptible;
    if (const auto* const repeat = step.as<RepeatStep>()) {
      const bool ends = repeat->ends() || repeat->until.given() ||
                        any_part(step, [&](const Step& part) { return may_end(part); });
      return ends ? Endless() : Endless{&step, held_by};
    }
    if (const auto* const body = step.as<BodyStep>()) return endless_of(body->steps, held_by);
    if (const auto* const all = step.as<AllStep>(); all != nullptr && !modifiers.enough.given)
      return endless_of(all->steps, held_by);
    const auto* const named = step.as<GoalStep>();
    if (named == nullptr || is_open_[named->index]) return {};
    const Goal& goal = model_.goals[named->index].value;
    if (goal.requirement.given() || goal.interject.size() > 0) return {};
    is_open_[named->index] = true;
    const Endless found = endless_of(goal.body, held_by);
    is_open_[named->index] = false;
    return found;
  }

  // True if a round may be what ends it: by its own steps, which succeed or fail as they say. That the game
  // reports a failure of any task is left aside.
  bool may_end(const Step& step) const {
    bool may = false;
    for_each_step_in(step, [&](const Step& part) {
      const auto* const task = part.as<TaskStep>();
      const bool may_refuse =
          task != nullptr && task->index != kNone && model_.tasks[task->index].value.requirement.given();
      may |= may_refuse || part.modifiers.while_holds.given() || part.modifiers.timeout.given() ||
             part.is<SucceedStep>() || part.traits().fails_if_all ||
             (task == nullptr && part.traits().may_fail == Share::all);
    });
    return may && !step.modifiers.on_fail.given;
  }

  // Chosen, done, and chosen again in the next frame.
  void report_idle(uint32_t index) {
    const Named<Action>& action = model_.actions[index];
    const Action& value = action.value;
    if (!value.steps.given || value.while_holds.given() || value.cooldown.value > 0 ||
        !value.claims.empty() || !value.after.value.empty() || !value.finally.value.empty() ||
        value.planner != kNone || !take_no_time(value.steps.value))
      return;
    Effects effects;
    for (const Step& step : value.steps.value) collect(step, effects);
    if (effects.are_unknown) return;
    bool is_drawn = false;
    const bool is_chosen_again = of_all(index, [&](const Contest& contest, uint32_t option) {
      is_drawn |= contest.written().select.draws();
      return !reads_any(contest, option, effects);
    });
    if (!is_chosen_again) return;
    diagnostics_
        .report(Code::over_at_once, action.name.span,
                fmt::format("`{}` is over as soon as it begins, and {} in the next frame", action.name.text,
                            is_drawn ? "lots are drawn again" : "is chosen again"))
        .caption("takes no time")
        .note(
            "proved: none of its steps takes time, and no score or condition of its agents depends on what "
            "they do")
        .help(
            "let it `wait`, or rest with a `cooldown: 1s`; what is to go on until something else is better "
            "needs no `do`");
  }

  // True if the condition of an option never holds once that runs and its agent thinks again; `reason` is
  // what it reads and what that is then.
  static bool never_holds_on(const Contest& contest, uint32_t option, std::string& reason) {
    const AnalyzedProgram& program = contest.program();
    const uint32_t condition = contest.contenders()[option].condition;
    const std::vector<bool> sources = source_of(program, condition);
    Ranges ranges = all_situations(program);
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      const auto& operation = program.operations[i];
      const bool is_own = operation.parameter == option;
      if (operation.code == OperationCode::running) {
        if (sources[i] && contest.contenders().size() > 1) return false;  // of turns that two take
        ranges[i] = is_own ? Interval{1, 1} : Interval{0, 0};
      } else if (operation.code == OperationCode::elapsed && is_own) {
        ranges[i].low = static_cast<float>(interval_of(contest));
        if (sources[i]) reason = "`elapsed` has gone on by then";
      } else if (operation.code == OperationCode::since) {
        const LoweredMoment& moment = contest.agent().moments[operation.parameter];
        if (moment.kind != MomentKind::option || moment.subject != option) continue;
        ranges[i] = {0, 0};
        const std::string_view name = contest.written().actions[option].text;
        if (sources[i]) reason = fmt::format("`since({0})` is 0s while `{0}` runs", name);
      }
    }
    if (reason.empty()) return false;
    propagate(program, ranges);
    return !narrow(program, ranges, condition, true);
  }

  // The seconds between two thoughts, at least.
  static double interval_of(const Contest& contest) {
    constexpr double kFrame = 1.0 / 60;
    const Formula& every = contest.written().think.every;
    if (every.root == nullptr) return kFrame;
    const double unit = every.root->type.quantity == Quantity::duration ? 1 : kFrame;
    return std::max(kFrame, unit * constant_value(*every.root).value_or(0));
  }

  // The seconds that steps take at least, as far as the contract says; without end where it does not.
  double seconds_of(const std::vector<Step>& steps) const {  // NOLINT(misc-no-recursion): as deep as the text
    constexpr double kUnknown = std::numeric_limits<double>::infinity();
    double seconds = 0;
    for (const Step& step : steps) {
      if (step.modifiers.when.given() || step.is<SetStep>() || step.is<EmitStep>()) continue;
      const auto* const wait = step.as<WaitStep>();
      const auto* const task = step.as<TaskStep>();
      const auto* const body = step.as<BodyStep>();
      if (wait != nullptr && wait->seconds.root != nullptr)
        seconds += constant_value(*wait->seconds.root).value_or(kUnknown);
      else if (task != nullptr && task->index != kNone && model_.tasks[task->index].value.takes.given)
        seconds += model_.tasks[task->index].value.takes.value;
      else if (body != nullptr)
        seconds += seconds_of(body->steps);
      else
        return kUnknown;
    }
    return seconds;
  }

  static bool any_is_uninterruptible(const std::vector<Step>& steps) {
    bool any = false;
    for (const Step& step : steps)
      for_each_step_in(step, [&](const Step& part) { any |= part.modifiers.interruptible.given(); });
    return any;
  }

  // Chosen, and left with the next thought, since its own `when` no longer holds.
  void report_ended_by_itself(uint32_t index) {
    const Named<Action>& action = model_.actions[index];
    const Action& value = action.value;
    const bool is_over_at_once = value.steps.given && take_no_time(value.steps.value);
    if (!value.when.given() || is_uninterruptible(value.interruptible) || is_over_at_once) return;
    std::string reason;
    const bool never_holds = of_all(index, [&](const Contest& contest, uint32_t option) {
      const bool is_asked_again =
          !contest.written().select.draws() &&
          (!value.steps.given || seconds_of(value.steps.value) > interval_of(contest));
      return is_asked_again && never_holds_on(contest, option, reason);
    });
    if (!never_holds || any_is_uninterruptible(value.steps.value)) return;
    const bool is_since = reason.starts_with("`since");
    diagnostics_
        .report(
            Code::oscillation, value.when.span,
            fmt::format("the `when` of `{}` never holds while it runs, so it is left with the next thought",
                        action.name.text))
        .caption(reason)
        .note("proved: a `when` is asked again with each thought, also of the action that runs")
        .help(is_since ? "let it rest after it was done with a `cooldown`, and take this part out"
                       : "end it after a while with a `timeout` below `do`, and take this part out");
  }

  bool take_no_time(const std::vector<Step>& steps) {  // NOLINT(misc-no-recursion): each goal once
    return std::ranges::all_of(steps, [&](const Step& step) { return takes_no_time(step); });
  }

  bool takes_no_time(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    if (step.modifiers.until.given() || step.modifiers.while_holds.given() || step.modifiers.invert.value)
      return false;
    if (step.is<SetStep>() || step.is<EmitStep>()) return true;
    if (const auto* const body = step.as<BodyStep>()) return take_no_time(body->steps);
    if (const auto* const all = step.as<AllStep>()) return take_no_time(all->steps);
    const auto* const named = step.as<GoalStep>();
    if (named == nullptr || is_open_[named->index]) return false;
    const Goal& goal = model_.goals[named->index].value;
    if (goal.requirement.given() || goal.interject.size() > 0 || goal.finally.given) return false;
    is_open_[named->index] = true;
    const bool result = takes_no_time(goal.body);
    is_open_[named->index] = false;
    return result;
  }

  // The keys that steps change and others may read.
  struct Effects {
    std::set<uint32_t> keys;
    bool has_events = false;
    bool are_unknown = false;
  };

  void collect(const Step& step, Effects& effects) const {
    for_each_step_in(step, [&](const Step& part) {
      if (const auto* const set = part.as<SetStep>()) {
        for (const auto& assignment : set->values) {
          const uint32_t key = find_index(model_.blackboard, assignment.name.text);
          if (key == kNone) effects.are_unknown = true;
          effects.keys.insert(key);
        }
      }
      effects.has_events |= part.is<EmitStep>();
      if (const auto* const goal = part.as<GoalStep>())
        collect(model_.goals[goal->index].value.body, effects);
    });
  }

  static bool reads_key(const LoweredOperation& operation, const Effects& effects) {
    switch (operation.code) {
      case OperationCode::key:
      case OperationCode::key_x:
      case OperationCode::key_y:
      case OperationCode::key_z:
      case OperationCode::key_entity: return effects.keys.contains(operation.parameter);
      default: return false;
    }
  }

  // True if who is chosen next may depend on what was done. Events may be answered by the game, which may
  // change all that the action reads, or by handlers.
  static bool reads_any(const Contest& contest, uint32_t option, const Effects& effects) {
    const LoweredAgent& agent = contest.agent();
    const auto reads = [&](const LoweredOperation& operation) { return reads_key(operation, effects); };
    if (std::ranges::any_of(agent.program, reads)) return true;
    for (const LoweredState& state : agent.states) {
      for (const LoweredTransition& transition : state.transitions) {
        if (effects.has_events || std::ranges::any_of(transition.condition.program, reads)) return true;
      }
    }
    if (!effects.has_events) return false;
    const Contender& own = contest.contenders()[option];
    const auto sources = source_of(contest.program(), own.gate);
    return !agent.handlers.empty() || std::ranges::find(sources, true) != sources.end();
  }

  const Model& model_;
  std::span<const Contest> contests_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_open_;  // goals that are being looked into
};

}  // namespace

void find_bodies_in_time(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics) {
  BodiesInTime(model, contests, diagnostics).report();
}

}  // namespace ishi::compiler
