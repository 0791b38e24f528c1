#include "check/step_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "check/lasting.h"
#include "diagnostics/suggest.h"
#include "expression/constant.h"
#include "expression/types.h"
#include "language/modifiers.h"
#include "language/scalar.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/can_fail.h"
#include "model/steps_within.h"

// Checks bodies: the types of arguments, modifiers and assigned values, and steps that make no sense
// with any values of the expressions.

namespace ishi::compiler {
namespace {

void warn_of_step_after(const Step& forgetting, const Step& step, Diagnostics& diagnostics) {
  diagnostics
      .report(
          Code::step_after_forgetting, step.name.span,
          fmt::format("`{}` is cut off: what the action is for has been forgotten, which fails the action",
                      step.name.text))
      .label(forgetting.name.span, "forgotten here")
      .help("forget it at the end, or under `finally`");
}

}  // namespace

void StepChecker::check_list(std::vector<Step>& steps, bool is_in_order) {
  const Assumptions assumptions(c_.known);
  const size_t mark = scope_.size();
  const Step* forgetting = nullptr;
  for (Step& step : steps) {
    check(step);
    if (is_in_order) add_given(step);
    if (const Formula* const condition = step.holds_behind()) c_.known.assume(*condition);
    if (forgetting != nullptr && (may_last(step) || c_.diagnostics.is_in_doubt(step.name.span))) {
      warn_of_step_after(*forgetting, step, c_.diagnostics);
      forgetting = nullptr;
    }
    if (forgets_its_own(c_.model, step, place_)) forgetting = &step;
  }
  of_list_.assign(scope_.begin() + static_cast<ptrdiff_t>(mark), scope_.end());
  scope_.resize(mark);
}

// Steps behind this one read what it gives back; behind an `all` or `any` what its parts do.
void StepChecker::add_given(const Step& step) {
  if (step.is<AllStep>() || step.is<AnyStep>()) {
    for_each_part(step, [this](const Step& part) { add_given(part); });
    return;
  }
  const auto& as = step.modifiers.as;
  if (!as.given) return;
  const auto* const task = step.as<TaskStep>();
  const auto* const goal = step.as<GoalStep>();
  if (goal == nullptr && (task == nullptr || task->index == kNone)) return;  // which has been reported
  Map<Variable>& values =
      task != nullptr ? c_.model.tasks[task->index].value.gives : c_.model.goals[goal->index].value.gives;
  if (values.empty()) return;
  const auto known =
      std::ranges::find(scope_, as.value.text, [](const GivenBack* one) { return one->name.text; });
  if (known != scope_.end()) {
    c_.diagnostics
        .report(Code::defined_twice, as.value.span,
                fmt::format("`{}` is what an earlier step was given", as.value.text))
        .label((*known)->name.span, "named here")
        .help("give one of the two another name");
    return;
  }
  givens_.push_back({as.value, &values, &step.name});
  scope_.push_back(&givens_.back());
}

void StepChecker::add_unreadable(const Step& step) {
  const size_t mark = scope_.size();
  add_given(step);
  scope_.resize(mark);
}

void StepChecker::report_unread() const {
  for (const GivenBack& given : givens_) {
    if (given.is_read) continue;
    for (auto& value : *given.values) value.value.is_read = true;  // enough is said of them so
    c_.diagnostics
        .report(Code::never_used, given.name.span, fmt::format("`{}` is never read", given.name.text))
        .caption("no later step of the list reads what is given back")
        .help(
            fmt::format("take `as` out, or read it: `{}.{}`", given.name.text, (*given.values)[0].name.text));
  }
}

void StepChecker::check_gives(Map<Variable>& gives) {
  scope_ = of_list_;
  for (auto& given : gives) {
    const Type& type = given.value.resolved;
    if (type.kind == ValueKind::error) continue;
    const std::string what = fmt::format("what `{}` is", given.name.text);
    if (!given.value.gives.given()) {  // which has been reported, and may read any of them
      for (GivenBack* const one : of_list_) one->is_read = true;
      continue;
    }
    Place place = place_;
    place.unit = given.value.unit;
    place.is_given_back = true;
    c_.typer.type(given.value.gives, type, place, what);
    check_range(c_, given.value.gives, given.value, what);
    check_place(c_, given.value.gives, given.value, fmt::format("`{}`", given.name.text));
  }
  scope_.clear();
}

void StepChecker::check_verb(AllStep& all, const Step&) { check_list(all.steps, false); }

void StepChecker::check_beside(std::vector<Step>& steps) {
  for (Step& step : steps) check(step);
}

void StepChecker::check(Step& step) {
  const Assumptions assumptions(c_.known);
  const Map<Reference>& for_each = step.modifiers.for_each;
  const bool is_known =
      !place_.loops.empty() && !for_each.empty() && place_.loops.back()->variable == &for_each[0];
  const bool is_loop = !is_known && enter_loop(for_each);
  check_modifiers(step);
  std::visit([&](auto& verb) { check_verb(verb, step); }, step.what);
  check_what_fails(step);
  check_timeout(step);
  check_inverted(step);
  leave_loop(is_loop);
}

// A step that can end only in one way is better written as that.
void StepChecker::check_inverted(Step& step) {
  const auto& invert = step.modifiers.invert;
  if (!invert.value) return;
  const auto report = [&](const std::string& message, std::string_view help) {
    c_.diagnostics.doubt(step.name.span);  // of what stands behind it nothing is known
    c_.diagnostics.report(Code::cannot_fail, invert.span, message)
        .label(step.name.span, "this step")
        .help(std::string(help));
  };
  if (step.is<FailStep>()) return report("`fail` that is inverted completes", "take the step out");
  if (const auto* const check = step.as<CheckStep>())
    return report("the condition of a `check` is turned round where it is written",
                  fmt::format("write `check: not ({})`, without `invert`", check->condition.text));
  if (step.modifiers.while_holds.given() || attempt_can_fail(step) ||
      c_.diagnostics.is_in_doubt(step.name.span))
    return;
  if (step.is<SucceedStep>()) return report("`succeed` that is inverted fails", "write `fail`");
  report(step.traits().is_instant()
             ? fmt::format("`{}` always completes, so it always fails when it is inverted", step.name.text)
             : "this step cannot fail, so it always fails when it is inverted",
         "take `invert` out, and write `fail` as the next step if the list shall fail here");
}

void StepChecker::check_verb(SetStep& set, const Step&) {
  for (auto& assignment : set.values) {
    const bool is_of_fact = assignment.name.text.find('.') != std::string_view::npos;
    is_of_fact ? check_fact_assignment(c_, assignment, place_) : check_assignment(c_, assignment, place_);
  }
}

void StepChecker::check_verb(RaiseStep& raise, const Step&) {
  for (auto& change : raise.changes) check_level_change(c_, change, place_);
}

void StepChecker::check_verb(RememberStep& remember, const Step& step) {
  check_memories(c_, remember.memories, step, place_);
  check_remembered_awareness(c_, remember, place_);
}

void StepChecker::check_verb(ForgetStep& forget, const Step& step) {
  if (!forget.fact.text.empty()) check_forgotten(c_, forget.fact, place_);
  check_memories(c_, forget.memories, step, place_);
}

void StepChecker::check_verb(RepeatStep& repeat, const Step& step) {
  c_.typer.type(repeat.until, kCondition, place_, "`until`");
  const bool is_loop = enter_loop(repeat.for_each);
  check_order(repeat.by);
  check(repeat.steps);
  leave_loop(is_loop);
  check_round(repeat, step);
}

// A number of any unit.
void StepChecker::check_order(Formula& by) {
  c_.typer.type(by, {}, place_, "`by`");
  if (by.root == nullptr) return;
  const Type& type = by.root->type;
  if (type.kind == ValueKind::number || type.kind == ValueKind::integer || type.kind == ValueKind::boolean)
    return;
  c_.diagnostics
      .report(Code::type_mismatch, by.span,
              fmt::format("`by` is a number, and the lowest goes first, but this is {}",
                          describe(c_.model, type)))
      .help(type.kind == ValueKind::entity || type.kind == ValueKind::point
                ? fmt::format("write how far away it is: distance({})", by.text)
                : "write a number, such as a distance");
  by.root = nullptr;
}

// A name means one member wherever it can be read.
bool StepChecker::enter_loop(const Map<Reference>& for_each) {
  if (for_each.empty()) return false;
  const Name& name = for_each[0].name;
  const auto is_taken = [&](const Name& other, std::string_view what) {
    if (name.text.empty() || other.text != name.text) return false;
    c_.diagnostics.report(Code::defined_twice, name.span, fmt::format("`{}` is {} already", name.text, what))
        .label(other.span, "named here")
        .help("give the loop variable another name: both could be meant");
    return true;
  };
  bool is_reported = place_.loop != nullptr && is_taken(place_.loop->name, "what this action is for");
  for (const StepLoop* const around : place_.loops)
    is_reported = is_reported || is_taken(around->variable->name, "the member of the steps around");
  for (const GivenBack* const given : scope_)
    is_reported = is_reported || is_taken(given->name, "what an earlier step was given");
  if (place_.parameters != nullptr && !is_reported) {
    const uint32_t parameter = find_index(*place_.parameters, name.text);
    is_reported =
        parameter != kNone && is_taken((*place_.parameters)[parameter].name, "a parameter of this goal");
  }
  for (StepLoop* const around : place_.loops) around->is_read |= is_reported;
  place_.loops.push_back(&loops_.emplace_back(StepLoop{&for_each[0], is_reported}));
  return true;
}

void StepChecker::leave_loop(bool entered) {
  if (!entered) return;
  const StepLoop& loop = *place_.loops.back();
  place_.loops.pop_back();
  const Name& name = loop.variable->name;
  if (loop.is_read || name.text.empty() || loop.variable->value.index == kNone) return;
  c_.diagnostics.report(Code::never_used, name.span, fmt::format("`{}` is never read", name.text))
      .caption("the steps do the same for each member")
      .help(fmt::format("give it to a step, or read it; to do the same so often write `times`"));
}

void StepChecker::check_verb(SteerStep& steer, const Step&) { warn_of_steering_to_nobody(steer.steering); }

// A method that never fails and may always be taken leaves nothing to those after it.
void StepChecker::check_methods(Map<Step>& methods, bool is_in_order) {
  const Named<Step>* last = nullptr;
  for (auto& method : methods) {
    Modifiers& modifiers = method.value.modifiers;
    c_.typer.type(modifiers.score, kNumber, place_, fmt::format("the score of `{}`", method.name.text));
    check(method.value);
    add_unreadable(method.value);
    if (last != nullptr) {
      c_.diagnostics
          .report(Code::unreachable_method, method.name.span,
                  fmt::format("`{}` is never tried: `{}` before it may always be taken and cannot fail",
                              method.name.text, last->name.text))
          .label(last->name.span, "this one is always taken")
          .help("say when the one before it may be taken, with `when`, or put it last");
      return;
    }
    const bool always = !modifiers.when.given() &&
                        ((!can_fail(method.value) && !c_.diagnostics.is_in_doubt(method.value.name.span)) ||
                         modifiers.on_fail.given);
    if (is_in_order && always) last = &method;
  }
}

// Without an end, something in it must take time, or it would be done in each frame for ever.
void StepChecker::check_round(const RepeatStep& repeat, const Step& step) {
  const auto may_end = [](const Formula& until) { return until.given() && !is_constantly(until, false); };
  if (repeat.steps.empty() || repeat.ends() || may_end(repeat.until) || may_end(step.modifiers.until) ||
      std::ranges::any_of(repeat.steps, may_last))
    return;
  c_.diagnostics
      .report(Code::loop_never_waits, step.name.span,
              "this is done in every frame for ever: nothing in it takes time, and nothing ends it")
      .help("say how often (`times: 3`) or until when (`until: ammo == 0`), or `wait` in it");
}

// In the order in which they are asked; what is asked first holds for the rest and for the body.
void StepChecker::check_modifiers(Step& step) {
  check_recipient(step.modifiers.recipient);
  c_.typer.type(step.modifiers.margin, kNumber, place_, "`margin`");
  for (const ModifierRow& row : modifier_rows()) {
    if (row.formula == nullptr) continue;
    Formula& formula = step.modifiers.*row.formula;
    if (row.form == ModifierForm::duration) {
      check_duration(formula, row);
      continue;
    }
    c_.typer.type(formula, kCondition, place_, fmt::format("`{}`", row.name()));
    row.is_assumed ? c_.known.assume(formula) : c_.known.suspect(formula);
  }
}

void StepChecker::check_what_fails(const Step& step) {
  const auto& retry = step.modifiers.retry;
  const auto& on_fail = step.modifiers.on_fail;
  if ((!retry.given || attempt_can_fail(step)) && (!on_fail.given || can_fail(step))) return;
  const bool is_retry = retry.given && !attempt_can_fail(step);
  const std::string_view name = is_retry ? "retry" : "on_fail";
  const bool is_instant = step.traits().is_instant();
  const std::string why = step.is<WaitStep>() ? "a `wait` alone always completes"
                          : is_instant        ? fmt::format("`{}` always completes", step.name.text)
                                              : "none of these steps can fail";
  c_.diagnostics
      .report_missing(step.name.span, Code::cannot_fail, is_retry ? retry.span : on_fail.span,
                      fmt::format("`{}` says what follows a failure, but {}", name, why))
      .label(step.name.span, "this step")
      .help(is_instant ? "take it out"
                       : fmt::format("take it out, or say when the step fails: with {}`timeout`",
                                     is_retry ? "" : "`while` or "));
}

namespace {

// True if it is over in the frame in which its turn comes. A round of a `repeat` and another attempt come a
// frame later.
bool takes_no_time(const Step& step) {
  if (may_last(step) && !step.is<FailStep>()) return false;
  bool is_over = true;
  for_each_step_in(step, [&](const Step& part) {
    const bool is_tried_again = &part != &step && part.modifiers.retry.value > 0;
    is_over = is_over && !is_tried_again && !part.is<RepeatStep>();
  });
  return is_over;
}

}  // namespace

// The time of each attempt counts anew, so a `retry` beside it changes nothing.
void StepChecker::check_timeout(const Step& step) {
  const Formula& timeout = step.modifiers.timeout;
  if (!timeout.given() || !takes_no_time(step) || c_.diagnostics.is_in_doubt(step.name.span)) return;
  const bool is_one = step.traits().may_last == Share::none || step.is<FailStep>();
  c_.diagnostics
      .report_missing(
          step.name.span, Code::cannot_fail, timeout.span,
          is_one ? fmt::format("`timeout` fails what lasts too long, but `{}` takes no time", step.name.text)
                 : "`timeout` fails what lasts too long, but none of these steps takes time")
      .label(step.name.span, "this step")
      .help("take it out, or put it beside a step that takes time");
}

void StepChecker::check_verb(TaskStep& task, const Step& step) {
  if (task.index == kNone) return;
  check_arguments(task, step.name, c_.model.tasks[task.index].value.parameters);
  check_no_place(task, step.name, c_.model.tasks[task.index].value.parameters);
}

void StepChecker::check_verb(GoalStep& goal, const Step& step) {
  check_arguments(goal, step.name, c_.model.goals[goal.index].value.parameters);
  check_no_place(goal, step.name, c_.model.goals[goal.index].value.parameters);
}

// What needs a place fails where it is given none.
void StepChecker::check_no_place(const StepCall& call, const Name& name, const Map<Variable>& variables) {
  for (const auto& argument : call.arguments) {
    const uint32_t parameter = find_index(variables, argument.name.text);
    const Expression* const given = argument.value.root;
    if (parameter == kNone || given == nullptr || given->kind != ExpressionKind::nowhere ||
        variables[parameter].value.may_be_nowhere())
      continue;
    c_.diagnostics
        .report(Code::place_lacking, argument.value.span,
                fmt::format("`{}` needs a place, so with nowhere it always fails at once", name.text))
        .label(variables[parameter].name.span, "this place")
        .help("name a place; what may also be nowhere is declared with `default: nowhere`");
  }
}

void StepChecker::check_verb(EmitStep& emit, const Step&) {
  const Name event{emit.event.text, emit.event.span};
  if (emit.event.index == kNone) return;
  const Map<Variable>& fields = c_.model.events[emit.event.index].value.fields;
  check_arguments(emit, event, fields);
  for (const auto& argument : emit.arguments) {
    const uint32_t field = find_index(fields, argument.name.text);
    if (field != kNone)
      check_place(c_, argument.value, fields[field].value,
                  fmt::format("`{}` of `{}`", argument.name.text, event.text));
  }
}

void StepChecker::check_recipient(Formula& recipient) {
  if (!recipient.given()) return;
  const auto is_known = [&](const auto& map) { return find_index(map, recipient.text) != kNone; };
  const Model& model = c_.model;
  const bool is_key = is_known(model.blackboard) || is_known(model.values) || is_known(model.choices);
  if (is_name(recipient.text) && !is_key) {
    constexpr auto kWords = std::to_array<std::string_view>({"game", "self", "team", "world"});
    constexpr auto kOthers =
        std::to_array<std::pair<std::string_view, std::string_view>>({{"all", "world"},
                                                                      {"everyone", "world"},
                                                                      {"everybody", "world"},
                                                                      {"teammates", "team"},
                                                                      {"allies", "team"}});
    const auto other = std::ranges::find(kOthers, recipient.text, [](const auto& one) { return one.first; });
    const auto near =
        suggestions(recipient.text, std::vector<std::string_view>(kWords.begin(), kWords.end()));
    const std::string_view meant = other != kOthers.end() ? other->second : near.empty() ? "" : near[0];
    const bool is_loop = std::ranges::any_of(place_.loops,
                                             [&](const StepLoop* loop) {
                                               return loop->variable->name.text == recipient.text;
                                             }) ||
                         (place_.loop != nullptr && place_.loop->name.text == recipient.text);
    const bool is_parameter =
        place_.parameters != nullptr && find_index(*place_.parameters, recipient.text) != kNone;
    if (!meant.empty() && !is_loop && !is_parameter) {
      c_.diagnostics
          .report(Code::unknown_word, recipient.span,
                  fmt::format("`to` is `game`, `self`, `team`, `world` or an entity, but here is `{}`",
                              recipient.text))
          .suggest(recipient.span, meant);
      return;
    }
  }
  c_.typer.type(recipient, {ValueKind::entity}, place_, "`to`");
}

void StepChecker::check_arguments(StepCall& call, const Name& name, const Map<Variable>& variables) {
  for (auto& argument : call.arguments) {
    const uint32_t parameter = find_index(variables, argument.name.text);
    if (parameter == kNone) continue;
    const Type& type = variables[parameter].value.resolved;
    if (type.kind == ValueKind::error) continue;
    const std::string what = fmt::format("`{}` of `{}`", argument.name.text, name.text);
    Place argument_place = place_;
    argument_place.unit = variables[parameter].value.unit;
    c_.typer.type(argument.value, type, argument_place, what);
    check_range(c_, argument.value, variables[parameter].value, what);
  }
}

void StepChecker::check_verb(WaitStep& wait, const Step&) {
  c_.typer.type(wait.seconds, kDuration, place_, "what `wait` takes");
  const auto value = wait.seconds.root != nullptr ? constant_value(*wait.seconds.root) : std::nullopt;
  if (value && *value < 0) report_negative(wait.seconds, "wait", "write how long to wait, such as 0.5s");
}

void StepChecker::check_duration(Formula& formula, const ModifierRow& row) {
  c_.typer.type(formula, kDuration, place_, fmt::format("`{}`", row.name()));
  const auto value = formula.root != nullptr ? constant_value(*formula.root) : std::nullopt;
  if (!value) return;
  if (*value < 0) return report_negative(formula, row.name(), row.help);
  if (to_microseconds(*value) > 0) return;
  const std::string_view why = *value == 0 ? "" : ", and times are counted in whole microseconds";
  c_.diagnostics.report(Code::time_too_short, formula.span, fmt::format("{}{}", row.zero, why))
      .help(std::string(row.help));
}

void StepChecker::report_negative(const Formula& time, std::string_view name, std::string_view help) {
  c_.diagnostics
      .report(Code::time_too_short, time.span, fmt::format("`{}` is a time, which is never negative", name))
      .help(std::string(help));
}

}  // namespace ishi::compiler
