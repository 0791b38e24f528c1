#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/evidence.h"
#include "analyze/kinds_of_findings.h"
#include "analyze/shrink.h"
#include "analyze/times_of_bodies.h"
#include "expression/constant.h"
#include "expression/expression.h"
#include "language/words.h"
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
      // An action for a member ends when that leaves. An agent stays in its state while its action may not be
      // interrupted.
      return (contenders.size() > 1 || contest.count_states() > 1) &&
             contest.agent().options[option].set == kNoRef && std::ranges::none_of(contenders, ranks_higher);
    });
    if (!is_for_ever) return;
    // The steps before may be interrupted where a later one alone says otherwise.
    const bool is_from_start = is_held || endless_of(action.steps.value[0], nullptr).step != nullptr;
    diagnostics_
        .report(Code::frozen_choice, found.held_by->span,
                is_from_start
                    ? fmt::format("`{}` never ends, and nothing may interrupt it",
                                  model_.actions[index].name.text)
                    : fmt::format("once `{}` comes here it never ends, and nothing may interrupt it",
                                  model_.actions[index].name.text))
        .caption(fmt::format("so nothing else is chosen {}{}", is_from_start ? "once it runs" : "then",
                             kept_by(action)))
        .label(found.step->name.span, "goes on without end")
        .note("proved from its steps: they go on until one fails, and no other action has a higher rank")
        .help(
            "let it end, with `times` or `until`; or let it be interrupted at times, such as `interruptible: "
            "elapsed > 2s`");
  }

  // ", and nobody else gets `gate`": the tokens that an action never gives back.
  [[nodiscard]] std::string kept_by(const Action& action) const {
    std::vector<std::string_view> tokens;
    for (const Reference& claim : action.claims) {
      if (claim.index != kNone) tokens.push_back(model_.tokens[claim.index].name.text);
    }
    return tokens.empty() ? ""
                          : fmt::format(", and {} {} given back", quoted_list(tokens, "and"),
                                        tokens.size() == 1 ? "is never" : "are never");
  }

  // The first step that never ends, and what then keeps others from ending it.
  Endless endless_of(const std::vector<Step>& steps, const Formula* held_by) {  // NOLINT(misc-no-recursion)
    for (const Step& step : steps) {
      if (step.is<SucceedStep>()) return {};  // it may end the list before the rest begins
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
        value.planner != kNone)
      return;
    arrived_ = nullptr;
    is_arrived_ = false;
    const bool takes_none = take_no_time(value.steps.value);
    is_arrived_ = !takes_none;
    if (!takes_none && !take_no_time(value.steps.value)) return;
    is_arrived_ = false;
    const Step* const arrived = arrived_;
    Effects effects;
    for (const Step& step : value.steps.value) collect(step, effects);
    if (effects.are_unknown) return;
    bool is_drawn = false, is_certain = true;
    const bool may_be_chosen_again = of_all(index, [&](const Contest& contest, uint32_t option) {
      is_drawn |= contest.written().select.draws();
      is_certain &= arrived == nullptr && is_same_again(contest, option);
      return !depends_on(contest, option, effects) &&
             (arrived == nullptr || !reads_own_place(contest, option));
    });
    if (!may_be_chosen_again) return;
    if (arrived != nullptr) return report_idle_there(action, *arrived);
    diagnostics_
        .report(Code::over_at_once, action.name.span,
                fmt::format("`{}` is over as soon as it begins, and {} in the next frame", action.name.text,
                            is_drawn     ? "lots are drawn again"
                            : is_certain ? "is chosen again"
                                         : "can be chosen again"))
        .caption("takes no time")
        .note(is_certain || is_drawn
                  ? "proved: none of its steps takes time, and its agents choose the same again as long as "
                    "nothing else changes"
                  : "proved: none of its steps takes time, and nothing that they do keeps its agents from "
                    "choosing it "
                    "again")
        .help(
            "let it `wait`, or rest with a `cooldown: 1s`; what is to go on until something else is better "
            "needs no `do`");
  }

  // Chosen again and again where a task that leads somewhere has led.
  void report_idle_there(const Named<Action>& action, const Step& task) {
    diagnostics_
        .report(Code::over_at_once, action.name.span,
                fmt::format("where it has arrived `{}` is over as soon as it begins, and can be chosen again "
                            "in the next frame",
                            action.name.text))
        .caption("takes no time there")
        .label(task.name.span, "over at once where the agent is there already")
        .note(
            "proved: none of its other steps takes time, and nothing that they do keeps its agents from "
            "choosing it again, as long as the place stays where it is")
        .help(
            "let it `wait` there, or rest with a `cooldown: 1s`; or let its `when` ask how far it is, such "
            "as `distance(camp) > 1m`");
  }

  // True if the score of an option, or its condition, reads where its agent is.
  static bool reads_own_place(const Contest& contest, uint32_t option) {
    using enum OperationCode;
    const AnalyzedProgram& program = contest.program();
    const std::vector<bool> sources = source_of(program, contest.contenders()[option].gate);
    for (uint32_t i = 0; i < sources.size(); ++i) {
      const LoweredOperation& operation = program.operations[i];
      const bool is_place = operation.code >= position_x && operation.code <= position_z;
      if (sources[i] && is_place && program.operations[operation.a].code == self_row) return true;
    }
    return false;
  }

  // True of a task that leads to a place in a key which no step sets: where the agent has arrived, it is over
  // at once.
  bool leads_to_fixed_place(const TaskStep& task) const {
    if (task.index == kNone || !model_.tasks[task.index].value.moves_to.given) return false;
    const uint32_t place = find_index(task.arguments, model_.tasks[task.index].value.moves_to.value.text);
    if (place == kNone || task.arguments[place].value.root == nullptr) return false;
    const Expression& where = *task.arguments[place].value.root;
    if (where.kind != ExpressionKind::key || where.type.kind != ValueKind::point) return false;
    bool is_set = false;
    for_each_written_step(model_, [&](const Step& step) {
      const auto* const set = step.as<SetStep>();
      is_set |= set != nullptr && find_index(set->values, model_.blackboard[where.index].name.text) != kNone;
    });
    for (const auto& one : model_.tasks)
      is_set |= find_index(one.value.effects, model_.blackboard[where.index].name.text) != kNone;
    return !is_set;
  }

  // True if the condition of an option never holds once that runs and its agent thinks again; `reason` is
  // what it reads and what that is then.
  static bool never_holds_on(const Contest& contest, uint32_t option, double least_elapsed,
                             std::string& reason) {
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
        ranges[i].low = static_cast<float>(least_elapsed);
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

  bool any_is_uninterruptible(const std::vector<Step>& steps) const {
    bool any = false;
    StepsDone(model_).for_each(steps, [&](const Step& part) { any |= part.modifiers.interruptible.given(); });
    return any;
  }

  // Chosen, and left with the next thought, since its own `when` no longer holds.
  void report_ended_by_itself(uint32_t index) {
    const Named<Action>& action = model_.actions[index];
    const Action& value = action.value;
    const bool is_over_at_once = value.steps.given && take_no_time(value.steps.value);
    const bool is_free = !value.interruptible.given() || is_constantly(value.interruptible, true);
    if (!value.when.given() || !is_free || is_over_at_once) return;
    if (any_is_uninterruptible(value.steps.value)) return;
    const double seconds = least_seconds_of(model_, value.steps.value);
    std::string reason;
    const bool is_left_at_once = of_all(index, [&](const Contest& contest, uint32_t option) {
      const bool is_asked_again =
          !contest.written().select.draws() && (!value.steps.given || seconds > latest_thought(contest));
      return is_asked_again && never_holds_on(contest, option, earliest_thought(contest), reason);
    });
    const auto report = [&](std::string message) {
      diagnostics_.report(Code::oscillation, value.when.span, std::move(message))
          .caption(reason)
          .note("proved: a `when` is asked again with each thought, also of the action that runs")
          .help(reason.starts_with("`since")
                    ? "let it rest after it was done with a `cooldown`, and take this part out"
                    : "end it after a while with a `timeout` below `do`, and take this part out");
    };
    if (is_left_at_once)
      return report(
          fmt::format("the `when` of `{}` never holds while it runs, so the next thought leaves it for any "
                      "other action",
                      action.name.text));
    const bool has_end = value.steps.given && seconds < std::numeric_limits<double>::infinity();
    const bool is_left_later = has_end && of_all(index, [&](const Contest& contest, uint32_t option) {
                                 const double last = seconds - latest_thought(contest);
                                 return !contest.written().select.draws() && last > 0 &&
                                        never_holds_on(contest, option, last, reason);
                               });
    if (is_left_later)
      report(fmt::format(
          "the `when` of `{}` no longer holds before it is done, so a thought leaves it for any other "
          "action",
          action.name.text));
  }

  bool take_no_time(const std::vector<Step>& steps) {  // NOLINT(misc-no-recursion): each goal once
    return std::ranges::all_of(steps, [&](const Step& step) { return takes_no_time(step); });
  }

  bool takes_no_time(const Step& step) {  // NOLINT(misc-no-recursion): each goal once
    if (step.modifiers.until.given() || step.modifiers.while_holds.given() ||
        step.modifiers.timeout.given() || step.modifiers.invert.value)
      return false;
    if (step.is<SetStep>() || step.is<EmitStep>()) return true;
    const auto* const wait = step.as<WaitStep>();
    if (wait != nullptr && wait->seconds.root != nullptr && constant_value(*wait->seconds.root) == 0.0)
      return true;
    const auto* const task = step.as<TaskStep>();
    if (is_arrived_ && task != nullptr && !step.modifiers.when.given() && leads_to_fixed_place(*task)) {
      arrived_ = &step;
      return true;
    }
    if (const auto* const body = step.as<BodyStep>()) return take_no_time(body->steps);
    if (const auto* const all = step.as<AllStep>()) return take_no_time(all->steps);
    const auto* const named = step.as<GoalStep>();
    if (named == nullptr || is_open_[named->index]) return false;
    const Goal& goal = model_.goals[named->index].value;
    const bool may_fail = goal.requirement.given() || goal.body.modifiers.when.given();
    if (may_fail || goal.interject.size() > 0 || goal.finally.given) return false;
    is_open_[named->index] = true;
    const bool result = takes_no_time(goal.body);
    is_open_[named->index] = false;
    return result;
  }

  // The keys that steps change and others may read, and what they are then, if that is always the same.
  struct Effects {
    std::map<uint32_t, std::optional<std::array<float, 3>>> keys;
    std::set<uint32_t> events;
    bool are_unknown = false;
  };

  void collect(const Step& step, Effects& effects) const {
    for_each_step_in(step, [&](const Step& part) {
      if (const auto* const set = part.as<SetStep>()) {
        for (const auto& assignment : set->values) {
          const uint32_t key = find_index(model_.blackboard, assignment.name.text);
          if (key == kNone) effects.are_unknown = true;
          effects.keys[key] = key == kNone ? std::nullopt : constant_held(key, assignment.value);
        }
      }
      const auto* const emit = part.as<EmitStep>();
      if (emit != nullptr) effects.events.insert(emit->event.index);
      if (const auto* const goal = part.as<GoalStep>())
        collect(model_.goals[goal->index].value.body, effects);
    });
  }

  // The value that a key has after a step has set it to something constant.
  [[nodiscard]] std::optional<std::array<float, 3>> constant_held(uint32_t key, const Formula& to) const {
    const Variable& variable = model_.blackboard[key].value;
    if (to.root == nullptr) return std::nullopt;
    if (to.root->kind == ExpressionKind::nowhere) return std::array{kNowhere, kNowhere, kNowhere};
    if (to.root->kind == ExpressionKind::enum_member)
      return std::array{static_cast<float>(to.root->number), 0.0F, 0.0F};
    const auto number = constant_value(*to.root);
    if (!number) return std::nullopt;
    const auto value = static_cast<float>(*number);
    const bool has_ends =
        variable.resolved.kind == ValueKind::number || variable.resolved.kind == ValueKind::integer;
    return std::array{has_ends ? std::clamp(value, variable.low, variable.high) : value, 0.0F, 0.0F};
  }

  static bool is_key(const LoweredOperation& operation) {
    return operation.code >= OperationCode::key && operation.code <= OperationCode::key_entity;
  }
  // True if it reads a key that steps set to something that is not known, or not the same each time.
  static bool reads_changed(const LoweredOperation& operation, const Effects& effects) {
    if (!is_key(operation)) return false;
    const auto known = effects.keys.find(operation.parameter);
    return known != effects.keys.end() && !known->second;
  }

  // True if there is a situation in which an option wins again once its steps have set what they set.
  static bool wins_again(const Contest& contest, uint32_t option, const Effects& effects) {
    const AnalyzedProgram& program = contest.program();
    const auto is_set = [&](const LoweredOperation& operation) {
      return is_key(operation) && effects.keys.contains(operation.parameter);
    };
    if (std::ranges::none_of(program.operations, is_set)) return true;
    Ranges box = contest.box_at_rest({});
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      const LoweredOperation& operation = program.operations[i];
      if (!is_set(operation)) continue;
      const std::array<float, 3>& held = *effects.keys.at(operation.parameter);
      const bool is_y = operation.code == OperationCode::key_y, is_z = operation.code == OperationCode::key_z;
      const float value = held.at(is_y ? 1 : is_z ? 2 : 0);
      box[i] = {value, value};
    }
    propagate(program, box);
    if (!contest.narrow_to_eligible(box, option)) return false;
    const auto wins = [&](const std::vector<float>& values) {
      for (uint32_t state = 0; state < contest.count_states(); ++state) {
        if (contest.winner(values, state) == option) return true;
      }
      return false;
    };
    std::vector<float> plain = plain_values(contest.model(), program);
    for (uint32_t i = 0; i < box.size(); ++i) plain[i] = std::clamp(plain[i], box[i].low, box[i].high);
    evaluate_consistently(program, plain);
    return wins(plain) || contest.prover().find_sample(box, kSituations, wins).has_value();
  }

  // True if it gives something else in the next frame though nobody changes anything. While an action is
  // chosen that is over at once another one may run, and none does in the next thought.
  static bool changes_by_itself(const LoweredOperation& operation, uint32_t option) {
    using enum OperationCode;
    switch (operation.code) {
      case time:
      case since:
      case OperationCode::random:
      case member_random:
      case member_age:
      case member_awareness:
      case member_bound: return true;
      case running:
      case elapsed: return operation.parameter != option;
      default: return false;
    }
  }

  // True if the next choice is the same one as long as nothing but the time changes.
  static bool is_same_again(const Contest& contest, uint32_t option) {
    // A thought may lead to another state, and the next one on from there.
    if (!contest.agent().states.empty()) return false;
    const AnalyzedProgram& program = contest.program();
    const std::vector<bool> sources = sources_of_gates(contest);
    for (uint32_t i = 0; i < sources.size(); ++i) {
      if (sources[i] && changes_by_itself(program.operations[i], option)) return false;
    }
    return true;
  }

  static std::vector<bool> sources_of_gates(const Contest& contest) {
    std::vector<bool> roots(contest.program().operations.size());
    for (const Contender& one : contest.contenders()) roots[one.gate] = true;
    return sources_of(contest.program(), std::move(roots));
  }

  // True if another action may be chosen in the next frame because of what the steps did: the keys that they
  // set, the events that they emit, and that the action has ended. Events may be answered by the game, which
  // may change all that the action reads, or by handlers.
  static bool depends_on(const Contest& contest, uint32_t option, const Effects& effects) {
    const LoweredAgent& agent = contest.agent();
    const auto reads = [&](const LoweredOperation& operation) {
      if (operation.code == OperationCode::ending || operation.code == OperationCode::ended) return true;
      if (operation.code != OperationCode::since) return reads_changed(operation, effects);
      const LoweredMoment& moment = agent.moments[operation.parameter];
      return moment.kind == MomentKind::event ? effects.events.contains(moment.subject)
                                              : moment.subject == option;
    };
    const auto reads_any = [&](const LoweredOperation& operation) {
      return reads(operation) || (is_key(operation) && effects.keys.contains(operation.parameter));
    };
    if (std::ranges::any_of(agent.program, reads)) return true;
    // An action of all states is chosen again in the next one, too, unless the steps lead there.
    const bool is_everywhere = contest.contenders()[option].states.size() == agent.states.size();
    for (const LoweredState& state : agent.states) {
      for (const LoweredTransition& transition : state.transitions) {
        if (!effects.events.empty() && !is_everywhere) return true;
        if (std::ranges::any_of(transition.condition.program, reads_any)) return true;
      }
    }
    if (!wins_again(contest, option, effects)) return true;
    if (effects.events.empty()) return false;
    const auto own = source_of(contest.program(), contest.contenders()[option].gate);
    return std::ranges::any_of(
               agent.handlers,
               [&](const LoweredHandler& handler) { return effects.events.contains(handler.event); }) ||
           std::ranges::find(own, true) != own.end();
  }

  const Model& model_;
  std::span<const Contest> contests_;
  Diagnostics& diagnostics_;
  std::vector<bool> is_open_;      // goals that are being looked into
  bool is_arrived_ = false;        // tasks that lead to a place are taken for over
  const Step* arrived_ = nullptr;  // such a task
};

}  // namespace

void find_bodies_in_time(const Model& model, std::span<const Contest> contests, Diagnostics& diagnostics) {
  BodiesInTime(model, contests, diagnostics).report();
}

}  // namespace ishi::compiler
