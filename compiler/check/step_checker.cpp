#include "check/step_checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "expression/constant.h"
#include "expression/types.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/can_fail.h"

// What bodies want: the types of arguments, of modifiers and of what is set, and what makes no sense
// whatever the expressions give.

namespace ishi::compiler {
namespace {

// Whether doing these may last longer than a moment.
bool takes_time(const std::vector<Step>& steps) {
  return std::ranges::any_of(steps, [](const Step& step) {
    const auto any_method = [](const Named<Step>& method) { return takes_time({method.value}); };
    switch (step.kind) {
      case StepKind::set:
      case StepKind::emit:
      case StepKind::remember:
      case StepKind::forget:
      case StepKind::succeed: return step.is_poisoned;
      case StepKind::body:
      case StepKind::all:
      case StepKind::any: return takes_time(step.steps);
      case StepKind::repeat: return takes_time(step.repeat.steps);
      case StepKind::wait: {
        const auto seconds = step.wait.root != nullptr ? constant_value(*step.wait.root) : std::nullopt;
        return !seconds || to_microseconds(*seconds) > 0;
      }
      case StepKind::first:
      case StepKind::best: return std::ranges::any_of(step.methods, any_method);
      default: return true;
    }
  });
}

void warn_of_step_after(const Step& forgetting, const Step& step, Diagnostics& diagnostics) {
  diagnostics
      .report(
          Code::step_after_forgetting, step.task.span,
          fmt::format("`{}` is cut off: what the action is for has been forgotten, which fails the action",
                      step.task.text))
      .label(forgetting.task.span, "forgotten here")
      .help("forget it at the end, or under `finally`");
}

}  // namespace

void StepChecker::check(std::vector<Step>& steps) {
  const Step* forgetting = nullptr;
  for (Step& step : steps) {
    check(step);
    if (forgetting != nullptr && takes_time({step})) {
      warn_of_step_after(*forgetting, step, c_.diagnostics);
      forgetting = nullptr;
    }
    if (forgets_its_own(step, place_)) forgetting = &step;
  }
}

void StepChecker::check(Step& step) {
  const Typer::Assumptions assumptions(c_.typer);
  check_modifiers(step);
  check_contents(step);
  check_what_fails(step);
}

void StepChecker::check_contents(Step& step) {
  switch (step.kind) {
    case StepKind::task:
    case StepKind::goal:
    case StepKind::emit: check_arguments_of(step); break;
    case StepKind::wait: check_duration(step.wait, "wait", true); break;
    case StepKind::set:
      for (auto& assignment : step.set) {
        const bool is_of_fact = assignment.name.text.find('.') != std::string_view::npos;
        is_of_fact ? check_fact_assignment(c_, assignment, place_) : check_assignment(c_, assignment, place_);
      }
      break;
    case StepKind::remember:
    case StepKind::forget: check_memories(c_, step, place_); break;
    case StepKind::body:
    case StepKind::all:
    case StepKind::any: check(step.steps); break;
    case StepKind::first:
    case StepKind::best: check_methods(step); break;
    case StepKind::repeat:
      c_.typer.type(step.repeat.until, kCondition, place_, "`until`");
      check(step.repeat.steps);
      check_repeat(step);
      break;
    case StepKind::plan: check_plan(step); break;
    case StepKind::walk: check_walk(step.walk); break;
    case StepKind::steer: warn_of_steering_to_nobody(step.steering); break;
    case StepKind::succeed:
    case StepKind::fail: break;
  }
}

// A method that never fails and may always be taken leaves nothing to those after it.
void StepChecker::check_methods(Step& step) {
  const Named<Step>* last = nullptr;
  for (auto& method : step.methods) {
    c_.typer.type(method.value.score, kNumber, place_, fmt::format("the score of `{}`", method.name.text));
    check(method.value);
    if (last != nullptr) {
      c_.diagnostics
          .report(Code::unreachable_method, method.name.span,
                  fmt::format("`{}` is never tried: `{}` before it may always be taken and cannot fail",
                              method.name.text, last->name.text))
          .label(last->name.span, "this one is always taken")
          .help("say when the one before it may be taken, with `when`, or put it last");
      return;
    }
    const bool always = !method.value.when.given() && (!can_fail(method.value) || method.value.on_fail.given);
    if (step.kind == StepKind::first && always) last = &method;
  }
}

// Without an end, something in it must take time, or it would be done in each frame for ever.
void StepChecker::check_repeat(const Step& step) {
  const auto may_end = [](const Formula& until) { return until.given() && !is_constantly(until, false); };
  if (step.repeat.steps.empty() || step.repeat.times.given || may_end(step.repeat.until) ||
      may_end(step.until) || takes_time(step.repeat.steps))
    return;
  c_.diagnostics
      .report(Code::loop_never_waits, step.task.span,
              "this is done in every frame for ever: nothing in it takes time, and nothing ends it")
      .help("say how often (`times: 3`) or until when (`until: ammo == 0`), or `wait` in it");
}

// In the order in which they are asked; what is asked first holds for the rest and for the body.
void StepChecker::check_modifiers(Step& step) {
  c_.typer.type(step.when, kCondition, place_, "`when`");
  c_.typer.assume(step.when);
  c_.typer.type(step.until, kCondition, place_, "`until`");
  c_.typer.suspect(step.until);
  c_.typer.type(step.while_holds, kCondition, place_, "`while`");
  c_.typer.assume(step.while_holds);
  check_duration(step.timeout, "timeout", false);
  c_.typer.type(step.interruptible, kCondition, place_, "`interruptible`");
  c_.typer.suspect(step.interruptible);
}

void StepChecker::check_what_fails(const Step& step) {
  if ((!step.retry.given || attempt_can_fail(step)) && (!step.on_fail.given || can_fail(step))) return;
  const bool is_retry = step.retry.given && !attempt_can_fail(step);
  const std::string_view name = is_retry ? "retry" : "on_fail";
  const bool is_instant = step.kind == StepKind::set || step.kind == StepKind::emit ||
                          step.kind == StepKind::remember || step.kind == StepKind::forget ||
                          step.kind == StepKind::succeed;
  const std::string why = step.kind == StepKind::wait ? "a `wait` alone always completes"
                          : is_instant                ? fmt::format("`{}` always completes", step.task.text)
                                                      : "none of these steps can fail";
  c_.diagnostics
      .report(Code::cannot_fail, is_retry ? step.retry.span : step.on_fail.span,
              fmt::format("`{}` says what follows a failure, but {}", name, why))
      .label(step.task.span, "this step")
      .help(is_instant ? "take it out"
                       : fmt::format("take it out, or say when the step fails: with {}`timeout`",
                                     is_retry ? "" : "`while` or "));
}

void StepChecker::check_arguments_of(Step& step) {
  const bool posts = step.kind == StepKind::emit;
  const uint32_t index = posts ? step.event.index : step.task.index;
  if (index == kNone) return;
  const Map<Variable>& variables = posts                         ? c_.model.events[index].value.fields
                                   : step.kind == StepKind::goal ? c_.model.goals[index].value.parameters
                                                                 : c_.model.tasks[index].value.parameters;
  for (auto& argument : step.arguments) {
    const uint32_t parameter = find_index(variables, argument.name.text);
    if (parameter == kNone) continue;
    const Type& type = variables[parameter].value.resolved;
    if (type.kind == ValueKind::error) continue;
    const std::string what =
        fmt::format("`{}` of `{}`", argument.name.text, posts ? step.event.text : step.task.text);
    Place argument_place = place_;
    argument_place.unit = variables[parameter].value.unit;
    c_.typer.type(argument.value, type, argument_place, what);
    check_range(c_, argument.value, variables[parameter].value, what);
  }
}

void StepChecker::check_duration(Formula& formula, std::string_view name, bool may_be_zero) {
  c_.typer.type(formula, kDuration, place_,
                name == "wait" ? std::string("what `wait` takes") : fmt::format("`{}`", name));
  if (formula.root == nullptr) return;
  const auto value = constant_value(*formula.root);
  if (!value || (may_be_zero && *value >= 0)) return;
  const bool is_over = *value >= 0 && to_microseconds(*value) == 0;
  if (*value > 0 && !is_over) return;
  const std::string_view why = *value == 0 ? "" : ", and times are counted in whole microseconds";
  auto report =
      c_.diagnostics.report(Code::time_too_short, formula.span,
                            is_over ? fmt::format("with a `{}` of 0s every attempt fails{}", name, why)
                                    : fmt::format("`{}` is a time, which is never negative", name));
  report.help(name == "wait" ? "write how long to wait, such as 0.5s"
                             : "write how long one attempt may last, such as 6s, or take it out");
}

}  // namespace ishi::compiler
