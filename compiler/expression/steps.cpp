#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "expression/check.h"
#include "expression/checker.h"
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

// What a task or goal changes; null if its declaration could not all be read.
const Map<Formula>* effects_of(const Model& model, const Step& step) {
  const auto of = [](const auto& declared) { return declared.is_whole ? &declared.effects : nullptr; };
  return step.kind == StepKind::goal ? of(model.goals[step.task.index].value)
                                     : of(model.tasks[step.task.index].value);
}

}  // namespace

void Checker::check_bodies(Action& action, const Place& place) {
  check_formula(action.while_holds, kCondition, place, "`while`");
  if (action.while_holds.root != nullptr) add_facts(*action.while_holds.root, true, facts_);
  guard_is_wrong_ = guard_is_wrong_ || (action.while_holds.given() && action.while_holds.root == nullptr);
  check_formula(action.interruptible, kCondition, place, "`interruptible`");
  check_steps(action.steps.value, place);
  facts_.clear();  // when it ends, they need no longer hold
  Place after = place;
  after.has_elapsed = false;
  check_steps(action.finally.value, after);
}

void Checker::check_goal(Goal& goal) {
  Place place;
  place.parameters = &goal.parameters;
  place.in_contract = true;
  check_formula(goal.requirement, kCondition, place, "`requires`");
  refuse_moments(goal.requirement, "`requires`");
  for (auto& effect : goal.effects) {
    check_assignment(effect, place);
    refuse_moments(effect.value, "an effect");
  }
  place.in_contract = false;
  place.has_elapsed = true;
  for (auto& interjection : goal.interject) {
    Interjection& one = interjection.value;
    check_formula(one.when, kCondition, place, "`when`");
    if (is_constantly(one.when, true)) {
      diagnostics_
          .report(Code::always_interjected, one.when.span,
                  fmt::format("`{}` breaks in in every frame, so the body of the goal gets nowhere",
                              interjection.name.text))
          .help("say when it is needed, with a condition that what it does makes false");
    }
    if (one.when.root != nullptr) add_facts(*one.when.root, true, facts_);
    check_steps(one.steps, place);
    facts_.clear();
  }
  check_step(goal.body, place);
  facts_.clear();
  Place after = place;
  after.has_elapsed = false;
  check_steps(goal.finally.value, after);
}

void Checker::check_reactions(Agent& agent) {
  for (auto& reaction : agent.on) {
    Place place;
    place.event = find_index(model_.events, reaction.name.text);
    if (place.event != kNone) check_steps(reaction.value, place);
    facts_.clear();
  }
}

void Checker::check_states(Agent& agent) {
  for (auto& state : agent.states.value) {
    Place in_state;
    in_state.has_elapsed = true;
    for (auto& transition : state.value.to) {
      check_formula(transition.value, kCondition, in_state,
                    fmt::format("what leads to `{}`", transition.name.text));
      warn_of_flicker(transition.value,
                      fmt::format("`{}` follows soon, whatever happens", transition.name.text),
                      "let something that happens lead there, such as `since(EVENT) < 1s`");
    }
    facts_.clear();
    check_steps(state.value.enter.value, {});
    check_steps(state.value.finally.value, {});
    facts_.clear();
  }
}

void Checker::check_steps(std::vector<Step>& steps, const Place& place) {
  const Step* forgetting = nullptr;
  for (Step& step : steps) {
    check_step(step, place);
    if (forgetting != nullptr && takes_time({step})) {
      warn_of_step_after(*forgetting, step);
      forgetting = nullptr;
    }
    if (forgets_its_own(step, place)) forgetting = &step;
  }
}

void Checker::check_step(Step& step, const Place& place) {
  const size_t facts_before = facts_.size();
  const bool outer_guard = guard_is_wrong_;
  check_modifiers(step, place);
  check_contents(step, place);
  check_what_fails(step);
  guard_is_wrong_ = outer_guard;
  facts_.resize(facts_before);
}

void Checker::check_contents(Step& step, const Place& place) {
  switch (step.kind) {
    case StepKind::task:
    case StepKind::goal:
    case StepKind::emit: check_arguments_of(step, place); break;
    case StepKind::wait: check_duration(step.wait, place, "wait", true); break;
    case StepKind::set:
      for (auto& assignment : step.set) {
        const bool is_of_fact = assignment.name.text.find('.') != std::string_view::npos;
        is_of_fact ? check_fact_assignment(assignment, place) : check_assignment(assignment, place);
      }
      break;
    case StepKind::remember:
    case StepKind::forget: check_memories(step, place); break;
    case StepKind::body:
    case StepKind::all:
    case StepKind::any: check_steps(step.steps, place); break;
    case StepKind::first:
    case StepKind::best: check_methods(step, place); break;
    case StepKind::repeat:
      check_formula(step.repeat.until, kCondition, place, "`until`");
      check_steps(step.repeat.steps, place);
      check_repeat(step);
      break;
    case StepKind::plan: check_plan(step, place); break;
    case StepKind::walk: check_walk(step.walk, place); break;
    case StepKind::steer: warn_of_steering_to_nobody(step.steering); break;
    case StepKind::succeed:
    case StepKind::fail: break;
  }
}

void Checker::check_plan(Step& step, const Place& place) {
  check_formula(step.plan.reach, kCondition, place, "`reach`");
  check_steps(step.plan.steps, place);
  for (Step& one : step.plan.steps) check_cost(one, place);
  refuse_draws(step);
  if (step.plan.reach.root == nullptr || step.plan.steps.empty()) return;
  std::unordered_set<uint32_t> read;
  collect_keys(*step.plan.reach.root, read);
  for (const Step& one : step.plan.steps) {
    if (one.is_poisoned || one.kind > StepKind::goal || one.task.index == kNone) return;
    const Map<Formula>* const effects = effects_of(model_, one);
    if (effects == nullptr) return;
    for (const auto& effect : *effects) {
      if (read.contains(find_index(model_.blackboard, effect.name.text))) return;
    }
  }
  auto report =
      diagnostics_.report(Code::never_reached, step.plan.reach.span,
                          "no plan can reach this: nothing under `using` changes what it asks about");
  if (read.empty()) {
    report.help("ask about keys that the `effects` of the steps change");
  } else {
    std::vector<std::string_view> names;
    for (uint32_t key = 0; key < model_.blackboard.size(); ++key) {
      if (read.contains(key)) names.push_back(model_.blackboard[key].name.text);
    }
    report.help(fmt::format("add a step whose `effects` change {}", quoted_list(names, "or")));
  }
}

// A point, or who is there.
void Checker::check_walk(Walk& walk, const Place& place) {
  Formula& formula = walk.away_from.given() ? walk.away_from : walk.to;
  check_formula(formula, {}, place, walk.away_from.given() ? "`away_from`" : "`to`");
  if (formula.root == nullptr) return;
  const Expression& target = *formula.root;
  if (!is_spatial(target.type)) {
    auto report = diagnostics_.report(
        Code::type_mismatch, formula.span,
        fmt::format("a walk leads to a point or to somebody, but this is {}", describe(model_, target.type)));
    if (const std::string_view field = place_in(target); !field.empty())
      report.help(fmt::format("its place is `{}.{}`", formula.text, field));
    else
      report.help("name a key that is a point, or an entity");
    formula.root = nullptr;
    return;
  }
  warn_of_walk_to_nobody(formula, walk.away_from.given());
}

void Checker::warn_of_walk_to_nobody(const Formula& formula, bool is_away) {
  const Expression& target = *formula.root;
  if (target.type.kind != ValueKind::entity || is_somebody(target)) return;
  diagnostics_
      .report(Code::nobody_read, formula.span,
              fmt::format("`{}` may be nobody, and there is no way {} nobody", formula.text,
                          is_away ? "from" : "to"))
      .note("the step fails then")
      .help(fmt::format("ask first: put `{}.known` into `when`", formula.text));
}

// Of a steering that leads to somebody, or away, and nowhere else.
void Checker::warn_of_steering_to_nobody(const Reference& reference) {
  if (reference.index == kNone) return;
  const Named<Steering>& steering = model_.steering[reference.index];
  const Formula* nobody = nullptr;
  for (const auto& [name, behaviour] : steering.value.blend) {
    const SteeringKind kind = behaviour.kind();
    if (kind == SteeringKind::avoid || kind == SteeringKind::keep_heading) continue;
    const Formula* const target = behaviour.target();
    if (target == nullptr || target->root == nullptr || target->root->type.kind != ValueKind::entity ||
        is_somebody(*target->root))
      return;
    if (nobody == nullptr) nobody = target;
  }
  if (nobody == nullptr) return;
  diagnostics_
      .report(Code::nobody_read, reference.span,
              fmt::format("`{}` may be nobody, and then `{}` goes nowhere", nobody->text, steering.name.text))
      .label(nobody->span, "its target")
      .note("the step goes on, and the agent stands")
      .help(fmt::format("ask first: put `{}.known` into `when`", nobody->text));
}

// A time, or a plain number of seconds.
void Checker::check_cost(Step& step, const Place& place) {
  check_formula(step.cost, {}, place, "`cost`");
  if (step.cost.root == nullptr) return;
  const Type& type = step.cost.root->type;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  if (is_number && (type.quantity == Quantity::duration || type.quantity == Quantity::number)) {
    report_negative(step.cost);
    return;
  }
  diagnostics_
      .report(Code::type_mismatch, step.cost.span,
              fmt::format("`cost` is a time or a plain number of seconds, but this is {}",
                          describe(model_, type)))
      .help("write a time, such as 2s");
  step.cost.root = nullptr;
}

void Checker::report_negative(const Formula& cost) {
  const auto value = constant_value(*cost.root);
  if (!value || *value >= 0) return;
  diagnostics_
      .report(Code::time_too_short, cost.span, "`cost` is never negative: a step never makes a plan cheaper")
      .help("write what the step costs, such as 2s");
}

// The keys that an expression reads, also by way of values and levels.
void Checker::collect_keys(const Expression& node, std::unordered_set<uint32_t>& keys) const {
  if (node.kind == ExpressionKind::key) keys.insert(node.index);
  const Formula* named = node.kind == ExpressionKind::value ? &model_.values[node.index].value.is : nullptr;
  if (node.kind == ExpressionKind::motive) {
    const size_t needs = model_.needs.size();
    named = &(node.index < needs ? model_.needs[node.index] : model_.drives[node.index - needs]).value.level;
  }
  if (named != nullptr && named->root != nullptr) collect_keys(*named->root, keys);
  for (const Expression* operand : node.operands) collect_keys(*operand, keys);
}

// A method that never fails and may always be taken leaves nothing to those after it.
void Checker::check_methods(Step& step, const Place& place) {
  const Named<Step>* last = nullptr;
  for (auto& method : step.methods) {
    check_formula(method.value.score, kNumber, place, fmt::format("the score of `{}`", method.name.text));
    check_step(method.value, place);
    if (last != nullptr) {
      diagnostics_
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
void Checker::check_repeat(const Step& step) {
  const auto may_end = [](const Formula& until) { return until.given() && !is_constantly(until, false); };
  if (step.repeat.steps.empty() || step.repeat.times.given || may_end(step.repeat.until) ||
      may_end(step.until) || takes_time(step.repeat.steps))
    return;
  diagnostics_
      .report(Code::loop_never_waits, step.task.span,
              "this is done in every frame for ever: nothing in it takes time, and nothing ends it")
      .help("say how often (`times: 3`) or until when (`until: ammo == 0`), or `wait` in it");
}

// In the order in which they are asked; what is asked first holds for the rest and for the body.
void Checker::check_modifiers(Step& step, const Place& place) {
  const auto check_condition = [&](Formula& formula, std::string_view what) {
    check_formula(formula, kCondition, place, what);
    guard_is_wrong_ = guard_is_wrong_ || (formula.given() && formula.root == nullptr);
  };
  check_condition(step.when, "`when`");
  if (step.when.root != nullptr) add_facts(*step.when.root, true, facts_);
  check_condition(step.until, "`until`");
  check_condition(step.while_holds, "`while`");
  if (step.while_holds.root != nullptr) add_facts(*step.while_holds.root, true, facts_);
  check_duration(step.timeout, place, "timeout", false);
  check_condition(step.interruptible, "`interruptible`");
}

void Checker::check_what_fails(const Step& step) {
  if ((!step.retry.given || attempt_can_fail(step)) && (!step.on_fail.given || can_fail(step))) return;
  const bool is_retry = step.retry.given && !attempt_can_fail(step);
  const std::string_view name = is_retry ? "retry" : "on_fail";
  const bool is_instant = step.kind == StepKind::set || step.kind == StepKind::emit ||
                          step.kind == StepKind::remember || step.kind == StepKind::forget ||
                          step.kind == StepKind::succeed;
  const std::string why = step.kind == StepKind::wait ? "a `wait` alone always completes"
                          : is_instant                ? fmt::format("`{}` always completes", step.task.text)
                                                      : "none of these steps can fail";
  diagnostics_
      .report(Code::cannot_fail, is_retry ? step.retry.span : step.on_fail.span,
              fmt::format("`{}` says what follows a failure, but {}", name, why))
      .label(step.task.span, "this step")
      .help(is_instant ? "take it out"
                       : fmt::format("take it out, or say when the step fails: with {}`timeout`",
                                     is_retry ? "" : "`while` or "));
}

void Checker::check_arguments_of(Step& step, const Place& place) {
  const bool posts = step.kind == StepKind::emit;
  const uint32_t index = posts ? step.event.index : step.task.index;
  if (index == kNone) return;
  const Map<Variable>& variables = posts                         ? model_.events[index].value.fields
                                   : step.kind == StepKind::goal ? model_.goals[index].value.parameters
                                                                 : model_.tasks[index].value.parameters;
  for (auto& argument : step.arguments) {
    const uint32_t parameter = find_index(variables, argument.name.text);
    if (parameter == kNone) continue;
    const Type& type = variables[parameter].value.resolved;
    if (type.kind == ValueKind::error) continue;
    const std::string what =
        fmt::format("`{}` of `{}`", argument.name.text, posts ? step.event.text : step.task.text);
    Place argument_place = place;
    argument_place.unit = variables[parameter].value.unit;
    check_formula(argument.value, type, argument_place, what);
    check_range(argument.value, variables[parameter].value, what);
  }
}

// The new value of a key.
void Checker::check_assignment(Named<Formula>& assignment, const Place& place) {
  const auto found = keys_.find(assignment.name.text);
  if (found == keys_.end()) return;
  const Named<Variable>& key = model_.blackboard[found->second];
  const Type& type = key.value.resolved;
  if (type.kind == ValueKind::error) return;
  const std::string what = fmt::format("`{}`", assignment.name.text);
  Place value_place = place;
  value_place.unit = key.value.unit;
  check_formula(assignment.value, type, value_place, what);
  check_range(assignment.value, key.value, what);
  warn_of_sign(assignment);
}

// `effects: { beer: +1 }` makes it 1, which is hardly meant.
void Checker::warn_of_sign(const Named<Formula>& assignment) {
  const auto& [name, value] = assignment;
  if (value.root == nullptr || !value.text.starts_with('+')) return;
  const std::string_view rest = value.text.substr(value.text.find_first_not_of("+ "));
  diagnostics_
      .report(Code::sign_adds_nothing, {value.span.file, value.span.begin, value.span.begin + 1},
              fmt::format("`{}` becomes {}: the sign adds nothing to what it was", name.text, rest))
      .help(
          fmt::format("to add, write `{} + {}`; for the value itself, leave the sign out", name.text, rest));
}

// A value that is known now must lie in the range in which it is held.
void Checker::check_range(const Formula& formula, const Variable& variable, std::string_view what) {
  const Type& type = variable.resolved;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  if (formula.root == nullptr || !is_number) return;
  const auto value = constant_value(*formula.root);
  if (!value) return;
  const auto number = static_cast<float>(*value);
  if (number >= variable.low && number <= variable.high) return;
  auto report = diagnostics_.report(
      Code::default_outside_range, formula.span,
      fmt::format("{} goes from {} to {}, but here it becomes {}", what, show(variable.low, type.quantity),
                  show(variable.high, type.quantity), show(*value, type.quantity)));
  if (variable.range.given) report.label(variable.range.span, "its range");
  report.help(variable.range.given ? "write a value in this range, or widen the range"
                                   : "give it a `range` that holds this value");
}

void Checker::check_duration(Formula& formula, const Place& place, std::string_view name, bool may_be_zero) {
  check_formula(formula, kDuration, place,
                name == "wait" ? std::string("what `wait` takes") : fmt::format("`{}`", name));
  if (formula.root == nullptr) return;
  const auto value = constant_value(*formula.root);
  if (!value || (may_be_zero && *value >= 0)) return;
  const bool is_over = *value >= 0 && to_microseconds(*value) == 0;
  if (*value > 0 && !is_over) return;
  const std::string_view why = *value == 0 ? "" : ", and times are counted in whole microseconds";
  auto report =
      diagnostics_.report(Code::time_too_short, formula.span,
                          is_over ? fmt::format("with a `{}` of 0s every attempt fails{}", name, why)
                                  : fmt::format("`{}` is a time, which is never negative", name));
  report.help(name == "wait" ? "write how long to wait, such as 0.5s"
                             : "write how long one attempt may last, such as 6s, or take it out");
}

}  // namespace ishi::compiler
