#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/kinds_of_findings.h"
#include "expression/constant.h"
#include "model/steps_within.h"

// Bodies that never end though nothing may end them, and bodies that are over as soon as they begin.

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
