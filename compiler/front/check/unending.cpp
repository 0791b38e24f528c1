#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "check/checking.h"
#include "check/endings.h"
#include "expression/constant.h"
#include "model/steps_within.h"

// Actions that go on for ever though nothing may interrupt them, and steps that never have their turn.

namespace ishi::compiler {
namespace {

// The numbers of an expression that asks how something has ended.
constexpr double kCompleted = 1, kFailed = 2;

class Unending {
 public:
  Unending(const Model& model, Diagnostics& diagnostics)
      : model_(model),
        diagnostics_(diagnostics),
        endings_(model, diagnostics),
        seen_(model.goals.size()),
        belongs_(model.actions.size()),
        is_stuck_(model.actions.size()) {
    find_outranked();
  }

  // Looks at the conditions that lead from one state to another, once expressions have their types.
  void report_transitions() {
    for (const auto& agent : model_.agents) {
      for (const auto& state : agent.value.states.value) {
        for (const auto& transition : state.value.to) check_endings(transition.value.root);
      }
    }
  }

  void report() {
    for (size_t i = 0; i < model_.actions.size(); ++i) {
      const auto& action = model_.actions[i];
      check_list(action.value.steps.value);
      check_completion(action);
      check_failure(action);
      if (belongs_[i] && !is_stuck_[i]) continue;
      if (action.value.steps.given)
        check_body(action);
      else
        check_bodiless(action);
    }
    for (const auto& agent : model_.agents) check_drawn(agent);
    for (const auto& goal : model_.goals) {
      check_lists_in(goal.value.body);
      if (goal.value.finally.given && !endings_.can_complete(goal.value.body))
        check_finally(goal.name, goal.value.finally.value, *incomplete_in(goal.value.body));
      for (const auto& interjection : goal.value.interject) check_list(interjection.value.steps);
    }
  }

 private:
  // Whoever can do something of a higher rank is never stuck in what may not be interrupted.
  void find_outranked() {
    for (const auto& agent : model_.agents) {
      int32_t highest = std::numeric_limits<int32_t>::min();
      for (const Reference& action : agent.value.actions) {
        if (action.index != kNone) highest = std::max(highest, model_.actions[action.index].value.rank.value);
      }
      for (const Reference& action : agent.value.actions) {
        if (action.index == kNone) continue;
        belongs_[action.index] = true;
        if (model_.actions[action.index].value.rank.value == highest) is_stuck_[action.index] = true;
      }
    }
  }

  // True if something about an action ends it at any time: one for a fact fails when that is forgotten.
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

  // Nothing of its own rank replaces a drawn action, so it must end by itself.
  void check_drawn(const Named<Agent>& agent) {
    if (!agent.value.select.draws()) return;
    int32_t highest = std::numeric_limits<int32_t>::min();
    for (const Reference& option : agent.value.actions) {
      if (option.index != kNone) highest = std::max(highest, model_.actions[option.index].value.rank.value);
    }
    for (const Reference& option : agent.value.actions) {
      if (option.index == kNone) continue;
      const Named<Action>& action = model_.actions[option.index];
      const auto place = static_cast<uint32_t>(&option - agent.value.actions.data());
      const bool is_of_state = std::ranges::any_of(agent.value.states.value, [&](const auto& state) {
        return std::ranges::find(state.value.options, place) != state.value.options.end();
      });
      if (is_cut_off(action.value) || is_of_state || action.value.rank.value < highest ||
          agent.value.actions.size() == 1)
        continue;
      const auto& steps = action.value.steps.value;
      const auto endless =
          std::ranges::find_if(steps, [&](const Step& step) { return endings_.endless_in(step) != nullptr; });
      if (!steps.empty() && endless == steps.end()) continue;
      auto report = diagnostics_.report(
          Code::never_ends, option.span,
          fmt::format(
              "once `{}` is drawn nothing else ever is: it never ends, and nothing of its rank takes over",
              option.text));
      report.label(agent.value.select.draws_span(), "drawn here");
      if (!steps.empty()) report.label(endings_.endless_in(*endless)->name.span, "this goes on for ever");
      report.help(
          fmt::format("give `{}` {}, or a `while` that turns false", option.text,
                      steps.empty() ? "a `do` that ends, such as `do: [wait: 3s]`" : "steps that end"));
    }
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
    if (is_constantly(step.modifiers.interruptible, false)) {
      const Step* const endless = endings_.endless_in(step);
      if (endless == &step) return report_stuck(step.modifiers.interruptible, "this `repeat`", step);
      const bool has_name = step.is<GoalStep>();
      if (endless != nullptr)
        return report_stuck(step.modifiers.interruptible,
                            fmt::format("a step of {}`{}`", has_name ? "" : "this ", step.name.text),
                            *endless);
    }
    if (const auto* const goal = step.as<GoalStep>()) {
      if (seen_[goal->index]) return;
      seen_[goal->index] = true;
    }
    for (const Step* part : endings_.lasting_parts(step)) visit(*part);
  }

  // `what` never ends: the endless one, which may stand in what cannot be interrupted.
  void report_stuck(const Formula& interruptible, const std::string& what, const Step& endless) {
    diagnostics_
        .report(Code::never_ends, interruptible.span,
                fmt::format("{} never ends, and nothing may interrupt it", what))
        .label(endless.name.span, "this goes on for ever")
        .help(fmt::format("say {}until when (`until: ammo == 0`), or let it be interrupted after a "
                          "while: `interruptible: elapsed > 2s`",
                          endless.is<SteerStep>() ? "" : "how often (`times: 3`) or "));
  }

  // Reports `after`, and steps of `finally` with `when: completed`, of an action that never completes.
  void check_completion(const Named<Action>& entry) {
    const Action& action = entry.value;
    if (action.while_holds.given()) return;
    if (!action.steps.given && !diagnostics_.is_in_doubt(entry.name.span)) return check_bodiless_end(entry);
    const auto& steps = action.steps.value;
    const auto last = std::ranges::find_if(
        steps, [&](const Step& step) { return step.is<SucceedStep>() || !endings_.can_complete(step); });
    if (last == steps.end() || last->is<SucceedStep>() || diagnostics_.is_in_doubt(entry.name.span)) return;
    if (!action.after.value.empty())
      report_incomplete(
          Code::modifier_not_here, action.after.span,
          fmt::format("`after` is done when an action completes, but `{}` never does", entry.name.text),
          *incomplete_in(*last), ", or say what it changes while it runs, with `during`");
    check_finally(entry.name, action.finally.value, *incomplete_in(*last));
  }

  // The innermost step that prevents `step` from completing.
  const Step* incomplete_in(const Step& step) {
    const auto* const body = step.as<BodyStep>();
    if (body == nullptr) return &step;
    const auto found =
        std::ranges::find_if(body->steps, [&](const Step& part) { return !endings_.can_complete(part); });
    return found == body->steps.end() ? &step : incomplete_in(*found);
  }

  // Visits the steps whose `when` asks for this ending.
  template <class Visit>
  static void for_each_after(double ending, const std::vector<Step>& steps, const Visit& visit) {
    for (const Step& step : steps) {
      for_each_step_in(step, [&](const Step& part) {
        const Expression* const when = part.modifiers.when.root;
        if (when != nullptr && when->kind == ExpressionKind::ended && when->text.empty() &&
            when->number == ending)
          visit(part);
      });
    }
  }

  void check_finally(const Name& name, const std::vector<Step>& steps, const Step& last) {
    for_each_after(kCompleted, steps, [&](const Step& part) {
      report_incomplete(Code::step_never_reached, part.modifiers.when.span, never_completed(part, name), last,
                        ", or ask for `aborted` or `failed`");
    });
  }

  static std::string never_completed(const Step& part, const Name& name) {
    return fmt::format("this `{}` is never done: `{}` is never completed", part.name.text, name.text);
  }

  // An action without `do` is never completed. Its `after` is looked at elsewhere.
  void check_bodiless_end(const Named<Action>& entry) {
    for_each_after(kCompleted, entry.value.finally.value, [&](const Step& part) {
      diagnostics_
          .report(Code::step_never_reached, part.modifiers.when.span, never_completed(part, entry.name))
          .label(entry.name.span, "without `do` it goes on until another one takes over")
          .help("give it a `do` that ends, such as `do: [wait: 3s]`, or ask for `aborted`");
    });
  }

  // True if nothing makes an action fail: no step does, and it runs for nobody who could go.
  [[nodiscard]] bool never_fails(const Named<Action>& entry) const {
    const Action& action = entry.value;
    return action.for_each.empty() && action.offered_by == kNone && action.planner == kNone &&
           no_step_fails(entry);
  }

  [[nodiscard]] bool no_step_fails(const Named<Action>& entry) const {
    const Action& action = entry.value;
    return !can_fail(action.steps.value) && !diagnostics_.is_in_doubt(entry.name.span) &&
           std::ranges::none_of(action.steps.value,
                                [&](const Step& step) { return diagnostics_.is_in_doubt(step.name.span); });
  }

  // Reports a `cooldown_after_failure`, and what `finally` does `when: failed`, where that never comes. An
  // action whose member goes fails, but no `cooldown_after_failure` follows.
  void check_failure(const Named<Action>& entry) {
    const Action& action = entry.value;
    if (!no_step_fails(entry)) return;
    const auto& rest = action.cooldown_after_failure;
    if (rest.given && rest.value > 0) {
      auto report = diagnostics_.report(
          Code::cannot_fail, rest.span,
          fmt::format("`cooldown_after_failure` counts from a failure, but nothing that `{}` does can fail",
                      entry.name.text));
      report.label(entry.name.span, "this action");
      if (!never_fails(entry)) report.note("where its member goes, the action fails without this cooldown");
      report.help(action.cooldown.given ? "take it out: its `cooldown` counts however it ends"
                                        : "write `cooldown`, which counts however it ends, or take it out");
    }
    if (!never_fails(entry)) return;
    for_each_after(kFailed, action.finally.value, [&](const Step& part) {
      diagnostics_
          .report(Code::cannot_fail, part.modifiers.when.span,
                  fmt::format("this `{}` is never done: nothing that `{}` does can fail", part.name.text,
                              entry.name.text))
          .label(entry.name.span, "this action")
          .help("ask for `completed` or `aborted`, or take it out");
    });
  }

  // Looks for `completed(gaze)` and `failed(blink)` in the condition of a transition.
  void check_endings(const Expression* node) {  // NOLINT(misc-no-recursion): as deep as the text
    if (node == nullptr) return;
    for (const Expression* operand : node->operands) check_endings(operand);
    if (node->kind != ExpressionKind::ended || node->text.empty()) return;
    const uint32_t index = find_index(model_.actions, node->text);  // a plan is found by another name
    if (index == kNone || diagnostics_.is_in_doubt(model_.actions[index].name.span)) return;
    const Named<Action>* const found = &model_.actions[index];
    if (node->number == kFailed && never_fails(*found))
      diagnostics_
          .report(Code::since_never, node->span,
                  fmt::format("`failed({0})` never holds: nothing that `{0}` does can fail", node->text))
          .label(found->name.span, "this action")
          .help(fmt::format("ask for {}what shall lead there, such as `elapsed > 3s`",
                            found->value.steps.given ? "`completed`, or for " : ""));
    if (node->number == kCompleted) check_completed(*found, *node);
  }

  void check_completed(const Named<Action>& entry, const Expression& node) {
    const Action& action = entry.value;
    if (action.planner != kNone) return;
    if (!action.steps.given) {
      diagnostics_
          .report(Code::since_never, node.span,
                  fmt::format("`completed({0})` never holds: `{0}` goes on until another action takes over",
                              node.text))
          .label(entry.name.span, "without `do` nothing ends it by itself")
          .help(
              "give it a `do` that ends, such as `do: [wait: 3s]`, or ask for what shall lead there, such as "
              "`elapsed > 3s`");
      return;
    }
    const auto& steps = action.steps.value;
    const auto last = std::ranges::find_if(
        steps, [&](const Step& step) { return step.is<SucceedStep>() || !endings_.can_complete(step); });
    if (last == steps.end() || last->is<SucceedStep>()) return;
    report_incomplete(Code::since_never, node.span,
                      fmt::format("`completed({0})` never holds: `{0}` is never completed", node.text),
                      *incomplete_in(*last), ", or ask for what shall lead there, such as `elapsed > 3s`");
  }

  void report_incomplete(Code code, Span span, const std::string& message, const Step& last,
                         std::string_view otherwise) {
    const bool is_endless = endings_.endless_in(last) != nullptr || last.is<RepeatStep>();
    diagnostics_.report(code, span, message)
        .label(last.name.span, is_endless ? "this goes on for ever" : "this is never completed")
        .help(fmt::format("{}{}",
                          is_endless
                              ? "say how often it is done (`times: 3`) or until when (`until: ammo == 0`)"
                              : "let it be completed",
                          otherwise));
  }

  void check_list(const std::vector<Step>& steps) {  // NOLINT(misc-no-recursion): as deep as the text
    bool is_said = false;
    for (size_t i = 0; i < steps.size(); ++i) {
      check_lists_in(steps[i]);
      const bool ends_list = steps[i].is<SucceedStep>() && !steps[i].modifiers.when.given();
      if (is_said || i + 1 == steps.size() || (!ends_list && endings_.can_complete(steps[i]))) continue;
      report_unreached(steps[i], steps[i + 1]);
      is_said = true;
    }
  }

  void check_lists_in(const Step& step) {  // NOLINT(misc-no-recursion)
    if (const auto* const body = step.as<BodyStep>()) return check_list(body->steps);
    if (const auto* const repeat = step.as<RepeatStep>()) return check_list(repeat->steps);
    if (!step.is<PlanStep>()) for_each_part(step, [this](const Step& part) { check_lists_in(part); });
  }

  void report_unreached(const Step& last, const Step& next) {
    if (diagnostics_.is_in_doubt(next.name.span)) return;
    const bool ends_list = last.is<SucceedStep>() || last.is<FailStep>();
    const bool is_endless = !ends_list && endings_.endless_in(last) != nullptr;
    auto report = diagnostics_.report(Code::step_never_reached, next.name.span,
                                      fmt::format("`{}` is never done: the step before it {}", next.name.text,
                                                  last.is<SucceedStep>() ? "completes the list"
                                                  : last.is<FailStep>()  ? "fails the list"
                                                  : is_endless           ? "goes on for ever"
                                                               : "is never completed, it can only fail"));
    report.label(last.name.span, ends_list    ? "the list ends here"
                                 : is_endless ? "this is never over"
                                              : "this is never completed");
    if (ends_list) {
      report.help(
          fmt::format("put `{0}` last, or say with `when` in which case it ends the list", last.name.text));
    } else if (last.is<SteerStep>()) {
      report.help(
          "say until when it steers, with `until: …` or `timeout: …` below it, or take out what follows");
    } else if (is_endless || last.is<RepeatStep>()) {
      report.help("say how often (`times: 3`) or until when (`until: ammo == 0`), or take out what follows");
    } else {
      report.help("let it be completed, or take out what follows");
    }
  }

  const Model& model_;
  Diagnostics& diagnostics_;
  Endings endings_;
  std::vector<bool> seen_;
  // By action: whether an agent has it, and whether one has it that can do nothing of a higher rank.
  std::vector<bool> belongs_, is_stuck_;
};

}  // namespace

void report_unending(const Model& model, Diagnostics& diagnostics) { Unending(model, diagnostics).report(); }

void report_endings_that_never_come(const Model& model, Diagnostics& diagnostics) {
  Unending(model, diagnostics).report_transitions();
}

}  // namespace ishi::compiler
