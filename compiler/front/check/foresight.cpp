#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "check/checking.h"
#include "check/endings.h"
#include "expression/parts.h"
#include "model/steps_within.h"

// Goals that foresee: what stands in them must be known before it is done.

namespace ishi::compiler {
namespace {

class Foreseen {
 public:
  Foreseen(const Model& model, Diagnostics& diagnostics, const Named<Goal>& goal)
      : model_(model),
        diagnostics_(diagnostics),
        goal_(goal),
        seen_(model.goals.size()),
        endings_(model, diagnostics) {}

  void report() {
    decisions_ += goal_.value.requirement.given() ? 1 : 0;
    visit(goal_.value.body);
    if (report_taken_again() || decisions_ > 0 || is_in_doubt_ || diagnostics_.is_in_doubt(goal_.name.span))
      return;
    diagnostics_
        .report(Code::nothing_foreseen, goal_.value.foresee.span,
                fmt::format("`foresee` changes nothing: nothing that `{}` does asks for a condition",
                            goal_.name.text))
        .help(
            "take it out, or say what the tasks need with `requires`, and when methods may be taken with "
            "`when`");
  }

 private:
  void visit(const Step& step, bool is_drawn = false) {  // NOLINT(misc-no-recursion): each goal once
    is_in_doubt_ |= diagnostics_.is_in_doubt(step.name.span);
    const Modifiers& modifiers = step.modifiers;
    const bool decides = modifiers.when.given() || modifiers.while_holds.given() || step.is<CheckStep>() ||
                         step.is<FailStep>() || step.is<IfStep>() || step.is<SwitchStep>();
    decisions_ += decides ? 1 : 0;
    if (modifiers.reconsider.value)
      refuse(modifiers.reconsider.span,
             "`reconsider` has no place in what is foreseen: the goal keeps to the methods that it chose",
             "take one of the two out");
    if (modifiers.invert.value)
      refuse(modifiers.invert.span,
             "what is turned round cannot be foreseen: nobody knows what a failure brings about", kLetAGoal);
    if (modifiers.as.given)
      refuse(modifiers.as.span, "what a step gives back is not known before it is done", kLetAGoal);
    if (step.is<AllStep>() && (modifiers.enough.given || modifiers.failures.given))
      refuse(step.name.span, "which of these steps completes is not known before they are done", kLetAGoal);
    if (step.is<AnyStep>())
      refuse(step.name.span, "which step of `any` completes first is not known before they are done",
             kLetAGoal);
    if (step.is<RepeatStep>())
      refuse(step.name.span,
             "how often `repeat` goes round, and what it chooses each time, is not known before it is done",
             kLetAGoal);
    if (step.is<PlanStep>())
      refuse(step.name.span, "what a plan is made of is known when its turn comes, not before", kLetAGoal);
    refuse_draws(modifiers.when);
    refuse_draws(modifiers.while_holds);
    refuse_draws(modifiers.until);
    refuse_draws(is_drawn ? modifiers.weight : modifiers.score);
    if (const auto* const check = step.as<CheckStep>(); check != nullptr) refuse_draws(check->condition);
    if (const auto* const task = step.as<TaskStep>(); task != nullptr && task->index != kNone)
      decisions_ += model_.tasks[task->index].value.requirement.given() ? 1 : 0;
    if (const auto* const goal = step.as<GoalStep>(); goal != nullptr) visit(goal->index);
    if (step.is<FirstStep>() || step.is<BestStep>()) report_hopeless(*step.methods());
    if (step.is<FirstStep>())
      visit_methods(*step.methods());
    else
      for_each_part(step, [&](const Step& part) { visit(part, step.is<DrawStep>()); });
  }

  // Notes the first method that asks for nothing, if another one follows it.
  void visit_methods(const Map<Step>& methods) {  // NOLINT(misc-no-recursion)
    const Named<Step>* sure = nullptr;
    for (size_t i = 0; i < methods.size(); ++i) {
      const size_t before = decisions_;
      visit(methods[i].value);
      const bool is_sure = decisions_ == before && !methods[i].value.modifiers.on_fail.given;
      if (is_sure && sure == nullptr && i + 1 < methods.size()) sure = &methods[i];
    }
    // Only the last one: what comes behind it may ask for something.
    taken_again_ =
        sure == nullptr ? TakenAgain() : TakenAgain{sure, &methods[methods.size() - 1], decisions_};
  }

  // Reports a method that asks for nothing and whose steps ask for nothing: it is taken again after each
  // failure, so later methods never are. Returns whether there is one.
  bool report_taken_again() {
    const auto& [method, last, decisions] = taken_again_;
    if (method == nullptr || decisions != decisions_ || is_in_doubt_ ||
        diagnostics_.is_in_doubt(goal_.name.span) || diagnostics_.is_in_doubt(method->value.name.span) ||
        !endings_.can_complete(method->value))
      return false;
    diagnostics_
        .report(Code::nothing_foreseen, method->name.span,
                fmt::format("after each failure `{}` takes `{}` again, and never goes on to `{}`",
                            goal_.name.text, method->name.text, last->name.text))
        .label(goal_.value.foresee.span,
               "what foresees decides anew after a failure, from the first method on")
        .help(
            fmt::format("take `foresee` out: then `first` goes on to the next method; or let the failure set "
                        "a key that a `when` of `{}` asks",
                        method->name.text));
    return true;
  }

  // A method that can only fail is never a way to the end.
  void report_hopeless(const Map<Step>& methods) {
    for (const auto& method : methods) {
      if (diagnostics_.is_in_doubt(method.value.name.span) || diagnostics_.is_in_doubt(method.name.span) ||
          endings_.can_complete(method.value) || method.value.modifiers.on_fail.given)
        continue;
      diagnostics_
          .report(Code::method_never_foreseen, method.name.span,
                  fmt::format(
                      "`{}` is never chosen: it can only fail, and what foresees looks for a way to the end",
                      method.name.text))
          .label(goal_.value.foresee.span, fmt::format("`{}` foresees", goal_.name.text))
          .help("take the method out, or let it be completed");
    }
  }

  // One that says what comes of it is taken at its word.
  void visit(uint32_t index) {  // NOLINT(misc-no-recursion)
    const Goal& goal = model_.goals[index].value;
    decisions_ += goal.requirement.given() ? 1 : 0;
    is_in_doubt_ |= diagnostics_.is_in_doubt(model_.goals[index].name.span);
    if (!goal.effects.empty() || seen_[index] || &goal == &goal_.value) return;
    seen_[index] = true;
    visit(goal.body);
  }

  void refuse(Span span, std::string_view what, std::string_view help) {
    is_in_doubt_ = true;
    diagnostics_.report(Code::not_foreseen, span, std::string(what))
        .label(goal_.value.foresee.span, fmt::format("`{}` foresees", goal_.name.text))
        .help(std::string(help));
  }

  void refuse_draws(const Formula& formula) {
    if (formula.root == nullptr) return;
    const Expression* const part = find_part(model_, *formula.root, {ExpressionKind::random});
    if (part == nullptr) return;
    refuse(part->span, "what is drawn cannot be foreseen: it would be drawn anew when its turn comes",
           "draw before, with a step such as `set: { lucky: random < 0.3 }`, and ask that key here");
  }

  static constexpr std::string_view kLetAGoal =
      "let a goal do it that says with `effects` what comes of it, and name that goal here: it is taken at "
      "its word";

  const Model& model_;
  Diagnostics& diagnostics_;
  const Named<Goal>& goal_;
  std::vector<bool> seen_;
  Endings endings_;
  struct TakenAgain {
    const Named<Step>* method = nullptr;
    const Named<Step>* last = nullptr;  // of the same `first`
    size_t decisions = 0;               // up to its end
  };
  TakenAgain taken_again_;
  size_t decisions_ = 0;      // how often something may come out otherwise
  bool is_in_doubt_ = false;  // not all of it could be read, or something of it has been refused
};

}  // namespace

void report_foresight(const Model& model, Diagnostics& diagnostics) {
  for (const Named<Goal>& goal : model.goals) {
    if (goal.value.foresee.value) Foreseen(model, diagnostics, goal).report();
  }
}

}  // namespace ishi::compiler
