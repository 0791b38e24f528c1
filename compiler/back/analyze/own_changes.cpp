#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/times_of_bodies.h"
#include "expression/constant.h"
#include "model/steps_within.h"

// Actions that their own steps end before they are done: a step sets a key, emits an event or completes a
// task with such an effect, after that the `when` of the action cannot hold, and the next thought leaves the
// action for any other one.

namespace ishi::compiler {
namespace {

// The changes that steps have made so far. A value that is not known is not there.
struct OwnChanges {
  struct Key {
    float value = 0;  // of each of its parts, if it has several
    const Step* by =
        nullptr;  // the step that set it, or emitted the event whose handler did, or whose effect it is
  };
  std::map<uint32_t, Key> keys;
  std::map<uint32_t, const Step*> events;  // that have reached the agent

  [[nodiscard]] bool empty() const { return keys.empty() && events.empty(); }
};

class OwnChangesFinder {
 public:
  OwnChangesFinder(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics)
      : model_(model), contests_(contests), diagnostics_(diagnostics) {}

  void find() {
    for (uint32_t i = 0; i < model_.actions.size(); ++i) {
      const Action& action = model_.actions[i].value;
      const bool is_free = !action.interruptible.given() || is_constantly(action.interruptible, true);
      if (action.when.given() && is_free && action.steps.given && !holds_on(action.steps.value)) look_at(i);
    }
  }

 private:
  // True if a step keeps others from replacing the action.
  [[nodiscard]] bool holds_on(const std::vector<Step>& steps) const {
    bool any = false;
    StepsDone(model_).for_each(steps, [&](const Step& part) { any |= part.modifiers.interruptible.given(); });
    return any;
  }

  // The first step that makes the condition fail for all agents that have the action, if it is one for all.
  void look_at(uint32_t action) {
    const Step* culprit = nullptr;
    std::string what;
    for (const Contest& contest : contests_) {
      for (uint32_t option = 0; option < contest.contenders().size(); ++option) {
        if (contest.contenders()[option].action != action) continue;
        const auto found = first_of(contest, option);
        if (!found || (culprit != nullptr && culprit != found->step)) return;
        culprit = found->step;
        what = found->what;
      }
    }
    if (culprit != nullptr) report(model_.actions[action], *culprit, what);
  }

  struct Found {
    const Step* step = nullptr;
    std::string what;  // "`alarmed` is true"
  };

  std::optional<Found> first_of(const Contest& contest, uint32_t option) {
    if (contest.contenders().size() < 2 || contest.written().select.draws() ||
        contest.written().planner.given() || is_alone(contest, option) ||
        !may_hold(contest, option, {}, nullptr))
      return std::nullopt;
    OwnChanges changes;
    return first_in(contest, option, contest.action_of(option).value.steps.value, changes);
  }

  // True of an action of states in which there is no other one: nothing takes its place.
  static bool is_alone(const Contest& contest, uint32_t option) {
    const auto& states = contest.written().states.value;
    const auto has = [](const Named<State>& state, uint32_t one) {
      return std::ranges::find(state.value.options, one) != state.value.options.end();
    };
    for (uint32_t one = 0; one < contest.contenders().size(); ++one) {
      if (std::ranges::none_of(states, [&](const Named<State>& state) { return has(state, one); }))
        return false;
    }
    return std::ranges::all_of(states, [&](const Named<State>& state) {
      return !has(state, option) || state.value.options.size() == 1;
    });
  }

  // The first such change in steps that run one after the other. `changes` becomes the state behind them.
  std::optional<Found> first_in(const Contest& contest, uint32_t option,  // NOLINT(misc-no-recursion)
                                const std::vector<Step>& steps, OwnChanges& changes) {
    for (size_t i = 0; i < steps.size(); ++i) {
      const Step& step = steps[i];
      if (step.is<SucceedStep>()) return std::nullopt;
      if (is_plain(step) && (note_set(step, step, changes) || note_emit(contest, step, step, changes)))
        continue;
      const std::span<const Step> rest = std::span(steps).subspan(i);
      const bool lasts = least_seconds_of(model_, rest) > latest_thought(contest);
      if (!changes.empty() && lasts) {
        Found found;
        if (!may_hold(contest, option, changes, &found)) return found;
      }
      if (const auto* const body = step.as<BodyStep>(); body != nullptr && is_plain(step)) {
        if (auto found = first_in(contest, option, body->steps, changes)) return found;
        continue;
      }
      note_end(contest, step, step, changes);
    }
    return std::nullopt;
  }

  // Notes the changes that a step has made when it has completed; `by` is the step, or the one that names it.
  void note_end(const Contest& contest, const Step& step, const Step& by,  // NOLINT(misc-no-recursion)
                OwnChanges& changes) const {
    if (is_plain(step)) {
      if (note_set(step, by, changes) || note_emit(contest, step, by, changes)) return;
      if (const auto* const body = step.as<BodyStep>(); body != nullptr)
        return note_ends(contest, body->steps, by, changes);
      const auto* const named = step.as<GoalStep>();
      if (named != nullptr && named->index != kNone && model_.goals[named->index].value.interject.empty()) {
        const Goal& goal = model_.goals[named->index].value;
        note_end(contest, goal.body, by, changes);
        return note_ends(contest, goal.finally.value, by, changes);
      }
    }
    forget_what_it_may_change(contest, step, changes);
    changes.events.clear();  // the step may have taken long
    const auto* const task = step.as<TaskStep>();
    if (task != nullptr && task->index != kNone && is_plain(step)) note_effects(*task, by, changes);
  }
  void note_ends(const Contest& contest, const std::vector<Step>& steps,  // NOLINT(misc-no-recursion)
                 const Step& by, OwnChanges& changes) const {
    for (const Step& step : steps) {
      if (step.is<SucceedStep>()) return;
      note_end(contest, step, by, changes);
    }
  }

  static bool is_plain(const Step& step) {
    const Modifiers& modifiers = step.modifiers;
    return !modifiers.when.given() && !modifiers.until.given() && !modifiers.while_holds.given() &&
           !modifiers.timeout.given() && !modifiers.once.value && !modifiers.on_fail.given &&
           !modifiers.invert.value;
  }

  bool note_set(const Step& step, const Step& by, OwnChanges& changes) const {
    const auto* const set = step.as<SetStep>();
    if (set != nullptr) note_assignments(*set, by, changes);
    return set != nullptr;
  }

  void note_assignments(const SetStep& set, const Step& by, OwnChanges& changes) const {
    for (const auto& assignment : set.values)
      note_value(assignment, constant_of(assignment.value), by, changes);
  }

  // Applies the effects of a completed task. An effect that names a parameter has the value of the step's
  // argument.
  void note_effects(const TaskStep& step, const Step& by, OwnChanges& changes) const {
    const Task& task = model_.tasks[step.index].value;
    for (const auto& effect : task.effects) {
      const Expression* const root = effect.value.root;
      std::optional<double> value = constant_of(effect.value);
      if (root != nullptr && root->kind == ExpressionKind::parameter &&
          root->index < task.parameters.size()) {
        const uint32_t given = find_index(step.arguments, task.parameters[root->index].name.text);
        if (given != kNone) value = constant_of(step.arguments[given].value);
      }
      note_value(effect, value, by, changes);
    }
  }

  static std::optional<double> constant_of(const Formula& formula) {
    if (formula.root == nullptr) return std::nullopt;
    const bool is_word = formula.root->kind == ExpressionKind::enum_member;
    return is_word ? std::optional(formula.root->number) : constant_value(*formula.root);
  }

  void note_value(const Named<Formula>& changed, std::optional<double> value, const Step& by,
                  OwnChanges& changes) const {
    const uint32_t key = find_index(model_.blackboard, changed.name.text);
    if (key == kNone) return;
    changes.keys.erase(key);
    const Variable& variable = model_.blackboard[key].value;
    const ValueKind kind = variable.resolved.kind;
    const Expression* const root = changed.value.root;
    if (root != nullptr && root->kind == ExpressionKind::nowhere) changes.keys[key] = {kNowhere, &by};
    const bool is_simple = kind == ValueKind::number || kind == ValueKind::integer ||
                           kind == ValueKind::boolean || kind == ValueKind::enumeration;
    if (!is_simple || !value) return;
    auto held = static_cast<float>(*value);
    if (kind == ValueKind::number || kind == ValueKind::integer)
      held = std::clamp(held, variable.low, variable.high);
    changes.keys[key] = {held, &by};
  }

  // An event that reaches the agent itself, and what its own handler sets.
  bool note_emit(const Contest& contest, const Step& step, const Step& by, OwnChanges& changes) const {
    const auto* const emit = step.as<EmitStep>();
    if (emit == nullptr) return false;
    const Audience audience = step.modifiers.audience.value;
    const bool is_heard =
        audience == Audience::self || audience == Audience::team || audience == Audience::world;
    if (!is_heard || emit->event.index == kNone) return true;
    changes.events[emit->event.index] = &by;
    const auto& on = contest.written().on;
    const uint32_t handler = find_index(on, model_.events[emit->event.index].name.text);
    if (handler == kNone) return true;
    for (const Step& done : on[handler].value) {
      const auto* const set = done.as<SetStep>();
      if (set != nullptr && is_plain(done))
        note_assignments(*set, by, changes);
      else
        forget_what_it_may_change(contest, done, changes);
    }
    return true;
  }

  void forget_what_it_may_change(const Contest& contest, const Step& step, OwnChanges& changes) const {
    const auto forget = [&](const Step& part) {
      if (const auto* const set = part.as<SetStep>()) {
        for (const auto& assignment : set->values)
          changes.keys.erase(find_index(model_.blackboard, assignment.name.text));
      }
      const auto* const emit = part.as<EmitStep>();
      if (emit != nullptr) {
        const uint32_t handler = find_index(
            contest.written().on,
            emit->event.index == kNone ? std::string_view() : model_.events[emit->event.index].name.text);
        if (handler != kNone) changes.keys.clear();
      }
      const auto* const task = part.as<TaskStep>();
      if (task == nullptr || task->index == kNone) return;
      for (const auto& effect : model_.tasks[task->index].value.effects)
        changes.keys.erase(find_index(model_.blackboard, effect.name.text));
    };
    StepsDone(model_).for_each(step, forget);
  }

  // False if the condition of an option cannot hold while it runs, after these changes. `found` gets the
  // change that the condition reads.
  bool may_hold(const Contest& contest, uint32_t option, const OwnChanges& changes, Found* found) const {
    using enum OperationCode;
    const AnalyzedProgram& program = contest.program();
    const uint32_t condition = contest.contenders()[option].condition;
    const std::vector<bool> sources = source_of(program, condition);
    const auto latest = static_cast<float>(latest_thought(contest));
    Ranges ranges = all_situations(program);
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      const LoweredOperation& operation = program.operations[i];
      if (operation.code == running && !changes.empty()) {
        const float runs = operation.parameter == option ? 1 : 0;
        ranges[i] = {runs, runs};
      } else if (operation.code == key || (operation.code >= key_x && operation.code <= key_z)) {
        const auto set = changes.keys.find(operation.parameter);
        if (set == changes.keys.end()) continue;
        ranges[i] = {set->second.value, set->second.value};
        if (sources[i] && found != nullptr) *found = found_key(set->first, set->second);
      } else if (operation.code == since) {
        const LoweredMoment& moment = contest.agent().moments[operation.parameter];
        if (moment.kind != MomentKind::event) continue;
        const auto arrived = changes.events.find(moment.subject);
        if (arrived == changes.events.end()) continue;
        ranges[i] = {0, latest};
        if (sources[i] && found != nullptr)
          *found = {arrived->second,
                    fmt::format("`{}` has just come by then", model_.events[moment.subject].name.text)};
      }
    }
    propagate(program, ranges);
    const bool may = narrow(program, ranges, condition, true);
    return may || (found != nullptr && found->step == nullptr);
  }

  [[nodiscard]] Found found_key(uint32_t key, const OwnChanges::Key& set) const {
    const auto& [name, variable] = model_.blackboard[key];
    return {set.by, fmt::format("`{}` is `{}` by then", name.text,
                                variable.resolved.kind == ValueKind::point
                                    ? "nowhere"
                                    : written_value(model_, variable, {set.value, 0, 0}))};
  }

  void report(const Named<Action>& action, const Step& culprit, const std::string& what) {
    diagnostics_
        .report(Code::oscillation, action.value.when.span,
                fmt::format("the `when` of `{}` no longer holds once it has done its own `{}`, so the next "
                            "thought leaves it for any other action",
                            action.name.text, culprit.name.text))
        .caption(what)
        .label(culprit.name.span, culprit.is<TaskStep>()
                                      ? "its `effects` make it so, and steps follow that take time"
                                      : "this makes it so, and steps follow that take time")
        .note(
            "proved from its steps, if nothing else changes that: a `when` is asked again with each "
            "thought, also of the action that runs")
        .help(
            "do this last, or under `finally`; or say `interruptible: false`; what is only to keep the "
            "action from beginning again can be a `cooldown`");
  }

  const Model& model_;
  std::span<const Contest> contests_;
  Diagnostics& diagnostics_;
};

}  // namespace

void find_own_changes(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics) {
  OwnChangesFinder(model, contests, diagnostics).find();
}

}  // namespace ishi::compiler
