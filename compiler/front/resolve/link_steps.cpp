#include "resolve/link_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "language/limits.h"
#include "language/tables.h"
#include "language/words.h"

namespace ishi::compiler {
void StepLinker::link_effects(const Map<Formula>& effects, bool are_of_game) {
  for (const auto& effect : effects) {
    const uint32_t key = find_index(model_.blackboard, effect.name.text);
    const std::string_view name = effect.name.text;
    if (key == kNone && name.find('.') != std::string_view::npos) {
      diagnostics_
          .report(Code::unknown_name, effect.name.span,
                  fmt::format("an effect changes a key, and `{}` is part of something else", name))
          .help(
              "take it out, or name a key of the `blackboard`: plans look ahead over keys alone, and what "
              "the "
              "task does to others the game does when it ends");
    } else if (key == kNone)
      names_.report_unknown(effect.name, Section::blackboard, model_.blackboard);
    else {
      model_.note_use(effect.name.span, model_.blackboard[key].name);
      if (are_of_game && model_.blackboard[key].value.is_private.value) report_private(effect.name, key);
    }
  }
}

void StepLinker::report_private(const Name& effect, uint32_t key) {
  diagnostics_
      .report(
          Code::private_key_of_game, effect.span,
          fmt::format("the game brings about the effects of a task, and does not know `{}`, which is private",
                      effect.text))
      .label(model_.blackboard[key].value.is_private.span, "declared here")
      .help(fmt::format("take `private` out, or write `{}` with a `set` behind the task", effect.text));
}

void StepLinker::link_steps(std::vector<Step>& steps) {
  if (steps.size() > kLimits.steps_per_body) {
    diagnostics_
        .report(Code::too_many_entries, steps[kLimits.steps_per_body].name.span,
                fmt::format("a body has at most {} steps", kLimits.steps_per_body))
        .help("let one task of the game do what several of these steps do");
    steps.resize(kLimits.steps_per_body);
  }
  for (Step& step : steps) {
    link_step(step);
    if (step.modifiers.score.given()) report_score(step);
    if (step.modifiers.weight.given()) report_weight(step);
    if (step.modifiers.cost.given()) report_cost(step);
    if (!step.modifiers.for_each.empty()) report_loop(step);
    if (step.modifiers.claims.given) report_claim(step);
  }
}

void StepLinker::report_cost(const Step& step) {
  diagnostics_
      .report(Code::modifier_not_here, step.modifiers.cost.span,
              "`cost` is for the steps of a plan, which is chosen by it")
      .help("take it out, or write the step under `using`");
}

// A part of a plan says what it changes: nothing else of it is known.
void StepLinker::link(PlanStep& plan, const Step& step) {
  check_branches(plan.steps.size(), step);
  for (Step& one : plan.steps) {
    link_step(one);
    for (auto& loop : one.modifiers.for_each) names_.find_loop(loop);
    if (one.modifiers.claims.given) link_claim(one);
    if (one.modifiers.score.given()) report_score(one);
    if (one.modifiers.weight.given()) report_weight(one);
    report_of_plan(one);
    const auto* const goal = one.as<GoalStep>();
    const auto* const task = one.as<TaskStep>();
    if (is_in_doubt(one) || (task != nullptr && task->index == kNone)) continue;
    // A goal that contains itself is reported as a circle.
    if (goal != nullptr && &model_.goals[goal->index] == goal_) continue;
    if (goal == nullptr && task == nullptr) {
      diagnostics_
          .report(Code::not_for_plans, one.name.span,
                  fmt::format("a plan is made of tasks and goals, but `{}` is neither", one.name.text))
          .help("let a goal do it that says with `effects` what comes of it");
    } else if (effects_of(one).empty()) {
      diagnostics_
          .report_missing(
              declared(one).name.span, Code::not_for_plans, one.name.span,
              fmt::format("`{}` says nothing of what it changes, so no plan can need it", one.name.text))
          .label(declared(one).name.span, "declared here, without `effects`")
          .help("say under `effects` which keys it changes, and to what");
    } else if (goal != nullptr && !one.modifiers.cost.given()) {
      diagnostics_
          .report(Code::missing_field, one.name.span,
                  fmt::format("what `{}` costs in a plan is not known: a goal has no `takes`", one.name.text))
          .help("write `cost: 2s` below it, in the same column");
    }
  }
}

// A plan counts on each of its steps, as often as it takes them.
void StepLinker::report_of_plan(const Step& step) {
  const auto report = [&](std::string_view name, const Setting<bool>& modifier, std::string_view why) {
    if (!modifier.value) return;
    diagnostics_
        .report(Code::modifier_not_here, modifier.span,
                fmt::format("a step of a plan cannot have `{}`: {}", name, why))
        .help("take it out, or let a goal do the step so, and name the goal under `using`");
  };
  report("invert", step.modifiers.invert, "a plan takes it for what it brings about");
  report("once", step.modifiers.once, "a plan may need it again");
}

// There must be enough parts for the successes and failures that decide.
void StepLinker::check_counts(const Modifiers& modifiers, size_t parts) {
  const auto count = [](size_t steps) { return fmt::format("{} step{}", steps, steps == 1 ? "" : "s"); };
  const auto enough = static_cast<size_t>(modifiers.enough.value);
  const auto failures = static_cast<size_t>(modifiers.failures.value);
  if (modifiers.enough.given && enough > parts) {
    diagnostics_
        .report(Code::wrong_count, modifiers.enough.span,
                fmt::format("{} of {} can never complete", enough, count(parts)))
        .help(fmt::format("write a number up to {}, or take it out if all must complete", parts));
  } else if (failures > parts) {
    diagnostics_
        .report(Code::wrong_count, modifiers.failures.span,
                fmt::format("{} of {} can never fail", failures, count(parts)))
        .help(fmt::format("write a number up to {}", parts));
  } else if (modifiers.enough.given && modifiers.failures.given && failures > parts - enough + 1) {
    diagnostics_
        .report(Code::wrong_count, modifiers.failures.span,
                fmt::format(
                    "{} failures are more than it takes: after {} of them only {} of {} {} left, which is "
                    "not enough",
                    failures, parts - enough + 1, enough - 1, count(parts), enough == 2 ? "is" : "are"))
        .label(modifiers.enough.span, "so many must complete")
        .help(fmt::format("write `failures: {}`", parts - enough + 1));
  }
}

const Map<Formula>& StepLinker::effects_of(const Step& step) const {
  const auto* const goal = step.as<GoalStep>();
  return goal != nullptr ? model_.goals[goal->index].value.effects
                         : model_.tasks[step.as<TaskStep>()->index].value.effects;
}

void StepLinker::link_step(Step& step) {
  if (step.is<TaskStep>())
    link_call(step);
  else
    std::visit([&](auto& verb) { link(verb, step); }, step.what);
  if (step.modifiers.as.given && !is_in_doubt(step)) check_as(step);
  if (step.modifiers.audience.given && !step.is<EmitStep>() && !is_in_doubt(step)) {
    diagnostics_
        .report(Code::modifier_not_here, step.modifiers.audience.span,
                "`to` says who is told of an event, but this step is no `emit`")
        .help("take it out");
  }
}

// `as` names what a task or goal gives back.
void StepLinker::check_as(Step& step) {
  const Name name = step.modifiers.as.value;
  const auto* const task = step.as<TaskStep>();
  const auto* const goal = step.as<GoalStep>();
  if (task != nullptr && task->index == kNone) return;
  const Map<Variable>* const gives = task != nullptr   ? &model_.tasks[task->index].value.gives
                                     : goal != nullptr ? &model_.goals[goal->index].value.gives
                                                       : nullptr;
  if (gives != nullptr && !gives->empty()) {
    if (check_shadowing(name, "what is given back", "a step")) step.modifiers.as = {};
    return;
  }
  step.modifiers.as = {};
  if (gives != nullptr && diagnostics_.is_in_doubt(declared(step).name.span)) return;
  auto report = diagnostics_.report(
      Code::gives_nothing, name.span,
      fmt::format("`{}` gives nothing back, so there is nothing to call `{}`", step.name.text, name.text));
  if (gives == nullptr) {
    report.help("take `as` out: only tasks and goals give something back");
    return;
  }
  report.label(declared(step).name.span, "declared here")
      .help(task != nullptr ? "let the task say what it gives: `gives: { spot: point }`"
                            : "let the goal say what it gives: `gives: { spot: { type: point, is: … } }`");
}

void StepLinker::link(WalkStep& walk, const Step& step) {
  names_.find(walk.by, model_.navigation, Section::navigation);
  if (is_in_doubt(step)) return;
  if (walk.to.given() == walk.away_from.given()) {
    diagnostics_
        .report(Code::walk_without_place, walk.to.given() ? walk.away_from.span : step.name.span,
                walk.to.given() ? "a walk leads to a place or away from one, not both"
                                : "where does this walk lead?")
        .help(walk.to.given() ? "take out one of `to` and `away_from`"
                              : "say `to` which place, or `away_from` which one");
    return;
  }
  if (!walk.by.given()) find_only_class(walk, step);
  if (walk.by.index == kNone || !walk.away_from.given()) return;
  const auto& [name, navigation] = model_.navigation[walk.by.index];
  if (navigation.max_steps.given) return;
  diagnostics_
      .report(Code::walk_away_unbounded, walk.away_from.span,
              fmt::format("how far away? `{}` searches without bound", name.text))
      .label(name.span, "this class has no `max_steps`")
      .help(fmt::format(
          "say how many steps it goes at most: add `max_steps: 12` to `{}`, or walk by another class",
          name.text));
}

// A walk without `by` is by the only class that there is.
void StepLinker::find_only_class(WalkStep& walk, const Step& step) {
  const Map<Navigation>& classes = model_.navigation;
  if (classes.size() == 1) {
    walk.by.index = 0;
    return;
  }
  auto report = diagnostics_.report(
      Code::missing_field, step.name.span,
      classes.empty() ? "no class of walkers is declared" : "which class of walkers walks here?");
  if (classes.empty()) {
    report.help("declare one, such as `navigation: { infantry: { speed: 2m/s } }`");
  } else {
    report.help(fmt::format("write `by:` and one of {}", quoted_list(names_of(classes), "and")));
  }
}

void StepLinker::report_score(const Step& step, bool is_drawn) {
  diagnostics_
      .report(Code::modifier_not_here, step.modifiers.score.span,
              "`score` is for the methods of `best`, which is chosen by it")
      .help(is_drawn ? "write `weight`, by which `draw` draws, or write the methods under `best`"
                     : "take it out, or write the methods under `best`");
}

void StepLinker::report_weight(const Step& step, bool is_best) {
  diagnostics_
      .report(Code::modifier_not_here, step.modifiers.weight.span,
              "`weight` is for the methods of `draw`, which are drawn by it")
      .help(is_best ? "write `score`, by which `best` chooses, or write the methods under `draw`"
                    : "take it out, or write the methods under `draw`");
}

void StepLinker::check_branches(size_t count, const Step& step) {
  if (count <= kLimits.branches) return;
  diagnostics_
      .report(Code::too_many_entries, step.name.span,
              fmt::format("`{}` has at most {} parts", step.name.text, kLimits.branches))
      .help("put some of them into a body of their own");
}

void StepLinker::link_methods(Map<Step>& methods, const Step& step) {
  check_branches(methods.size(), step);
  const bool is_best = step.is<BestStep>(), is_drawn = step.is<DrawStep>();
  if (const Formula& margin = step.modifiers.margin; margin.given() && !is_best) {
    diagnostics_
        .report(Code::modifier_not_here, margin.span,
                "`margin` compares the scores of `best`, but `first` goes by the order of the text")
        .help("take it out: an earlier method takes over as soon as its `when` holds");
  }
  for (auto& method : methods) {
    link_step(method.value);
    if (method.value.modifiers.cost.given()) report_cost(method.value);
    if (!is_best && method.value.modifiers.score.given()) report_score(method.value, is_drawn);
    if (!is_drawn && method.value.modifiers.weight.given()) report_weight(method.value, is_best);
    if (!method.value.modifiers.for_each.empty()) report_loop(method.value);
    if (method.value.modifiers.claims.given) report_claim(method.value);
    if (!is_best || method.value.modifiers.score.given() || is_in_doubt(method.value)) continue;
    diagnostics_
        .report(Code::missing_field, method.name.span,
                fmt::format("`best` compares scores, but `{}` has none", method.name.text))
        .help(fmt::format("add `score: …` to it, or write `first` if the order of the text decides"));
  }
}

// An `else` that is not written takes a place, too.
void StepLinker::link_cases(Map<Step>& cases, const Step& step) {
  check_branches(cases.size() + (find_index(cases, kElse) == kNone ? 1 : 0), step);
  for (auto& one : cases) link_step(one.value);
}

void StepLinker::link(EmitStep& emit, const Step& step) {
  emit.sound = find_index(model_.sounds, emit.event.text);
  if (emit.sound != kNone) {
    model_.note_use(emit.event.span, model_.sounds[emit.sound].name);
    return check_sound(emit, step);
  }
  names_.find(emit.event, model_.events, Section::events);
  if (emit.event.index == kNone) return;
  const auto& event = model_.events[emit.event.index];
  if (emit.bare.span.end != 0 &&
      (!event.value.fields.empty() || !diagnostics_.is_in_doubt(event.name.span))) {
    diagnostics_
        .report(Code::wrong_shape, emit.bare.span,
                fmt::format("the fields of `{}` are named, but here is `{}` alone", event.name.text,
                            emit.bare.text))
        .label(event.name.span, "the event is declared here")
        .help(event.value.fields.empty() ? fmt::format("write `emit: {}`", event.name.text)
                                         : fmt::format("write `{}: {{ {}: {} }}`", event.name.text,
                                                       event.value.fields[0].name.text, emit.bare.text));
  }
  if (!is_in_doubt(step)) check_given(step, declared(step));
}

// A sound is made where the agent is, and tells nothing else.
void StepLinker::check_sound(const EmitStep& emit, const Step& step) {
  const Named<Sound>& sound = model_.sounds[emit.sound];
  if (emit.bare.span.end != 0 || !emit.arguments.empty()) {
    diagnostics_
        .report(Code::unknown_argument,
                emit.bare.span.end != 0 ? emit.bare.span : emit.arguments[0].name.span,
                fmt::format("`{}` is a sound, which has no fields", sound.name.text))
        .label(sound.name.span, "declared here")
        .help(fmt::format("write `emit: {}`", sound.name.text));
  }
  if (!step.modifiers.audience.given) return;
  diagnostics_
      .report(Code::modifier_not_here, step.modifiers.audience.span,
              fmt::format("`{}` is a sound: whoever is near enough and hears it is told", sound.name.text))
      .label(sound.name.span, "declared here")
      .help("take `to` out");
}

void StepLinker::link_goal(Named<Goal>& goal) {
  check_parameters(goal.value.parameters, "a goal");
  goal_ = &goal;
  link_step(goal.value.body);
  check_branches(goal.value.interject.size(), goal.value.body);
  for (auto& interjection : goal.value.interject) link_steps(interjection.value.steps);
  link_steps(goal.value.finally.value);
  goal_ = nullptr;
  link_effects(goal.value.effects, false);
}

void StepLinker::check_parameters(const Map<Variable>& parameters, std::string_view owner) {
  for (const auto& parameter : parameters)
    static_cast<void>(check_shadowing(parameter.name, "a parameter", owner));
}

// A name means one thing wherever an expression of the goal or value can stand.
bool StepLinker::check_shadowing(const Name& name, std::string_view what, std::string_view owner) {
  if (const std::string_view taken = meaning_in_expressions(name.text); !taken.empty()) {
    diagnostics_
        .report(Code::reserved_name, name.span,
                fmt::format("`{}` is {}, so {} of {} cannot have that name", name.text, taken, what, owner))
        .help("choose another name");
    return true;
  }
  const auto shadow = [&](const auto& map, std::string_view noun) {
    const uint32_t index = find_index(map, name.text);
    if (index == kNone) return false;
    diagnostics_.report(Code::defined_twice, name.span, fmt::format("`{}` is {} already", name.text, noun))
        .label(map[index].name.span, "declared here")
        .help(what == "a parameter"
                  ? fmt::format("give the parameter another name: in the {} both could be meant",
                                owner.substr(2))
                  : "give it another name: both could be meant");
    return true;
  };
  return shadow(model_.blackboard, "a key") || shadow(model_.values, "a value") ||
         shadow(model_.curves, "a curve");
}

void StepLinker::report_modifier_in(std::string_view verb, const Name& modifier) {
  diagnostics_
      .report(Code::modifier_in_arguments, modifier.span,
              fmt::format("`{}` modifies the step and is no argument of `{}`", modifier.text, verb))
      .help(fmt::format("take it out of the {{ }} and write it below `{}`, in the same column", verb));
}

void StepLinker::link_memories(const Map<Formula>& memories, const Step& step) {
  for (const auto& entry : memories) {
    const uint32_t memory = find_index(model_.memory, entry.name.text);
    if (memory != kNone) {
      model_.note_use(entry.name.span, model_.memory[memory].name);
      continue;
    }
    if (is_step_modifier(entry.name.text)) {
      report_modifier_in(step.name.text, entry.name);
    } else {
      names_.report_unknown(entry.name, Section::memory, model_.memory);
    }
  }
}

void StepLinker::link(RaiseStep& raise, const Step& step) {
  Map<Formula> levels;
  for (const auto& change : raise.changes) {
    const bool is_motive = find_index(model_.needs, change.name.text) != kNone ||
                           find_index(model_.drives, change.name.text) != kNone;
    if (!is_motive && is_step_modifier(change.name.text))
      report_modifier_in(step.name.text, change.name);
    else
      levels.push_back(change);
  }
  names_.check_changes(levels);
}

// A behaviour writes the keys of its agent, and those shared ones that say how writes meet.
void StepLinker::link_set(const SetStep& set) {
  for (const auto& entry : set.values) {
    if (entry.name.text.find('.') != std::string_view::npos)
      continue;  // of a fact: where its types are known
    const uint32_t index = find_index(model_.blackboard, entry.name.text);
    if (index == kNone && is_step_modifier(entry.name.text)) {
      report_modifier_in("set", entry.name);
    } else if (index == kNone && goal_ != nullptr &&
               find_index(goal_->value.parameters, entry.name.text) != kNone) {
      diagnostics_
          .report(Code::unknown_name, entry.name.span, fmt::format("there is no key `{}`", entry.name.text))
          .help(fmt::format(
              "`{}` is a parameter of `{}`, and keeps what it was given: declare a key, and set that",
              entry.name.text, goal_->name.text));
    } else if (const Named<Task>* task = index == kNone ? task_with_parameter(entry.name.text) : nullptr) {
      diagnostics_
          .report(Code::unknown_name, entry.name.span, fmt::format("there is no key `{}`", entry.name.text))
          .help(fmt::format("`{}` is a parameter of `{}`: it is given where the step stands that starts it",
                            entry.name.text, task->name.text));
    } else if (const Named<Memory>* memory = index == kNone ? memory_with_field(entry.name.text) : nullptr) {
      diagnostics_
          .report(Code::unknown_name, entry.name.span, fmt::format("there is no key `{}`", entry.name.text))
          .help(fmt::format(
              "`{0}` is a field of the facts of `{1}`: say of which fact, as in `item.{0}` where it "
              "says `for_each: {{ item: {1} }}`",
              entry.name.text, memory->name.text));
    } else if (index == kNone) {
      names_.report_unknown(entry.name, Section::blackboard, model_.blackboard);
    } else {
      model_.note_use(entry.name.span, model_.blackboard[index].name);
      check_writable(entry.name, model_.blackboard[index]);
    }
  }
}

const Named<Task>* StepLinker::task_with_parameter(std::string_view name) const {
  for (const auto& task : model_.tasks) {
    if (find_index(task.value.parameters, name) != kNone) return &task;
  }
  return nullptr;
}

const Named<Memory>* StepLinker::memory_with_field(std::string_view name) const {
  for (const auto& memory : model_.memory) {
    if (find_index(memory.value.fields, name) != kNone) return &memory;
  }
  return nullptr;
}

void StepLinker::check_writable(const Name& name, const Named<Variable>& key) {
  const Scope scope = key.value.scope.value;
  if (scope == Scope::agent || key.value.merge.given) return;
  diagnostics_
      .report_missing(key.name.span, Code::shared_key_not_written, name.span,
                      fmt::format("`{}` belongs to the {}, and only the game writes it", name.text,
                                  scope == Scope::team ? "team" : "world"))
      .label(key.name.span, "declared here, without `merge`")
      .help("declare how the writes of several agents become one, such as `merge: last`");
}

// The name of a task or a goal.
void StepLinker::link_call(Step& step) {
  const std::string_view name = step.name.text;
  auto& task = std::get<TaskStep>(step.what);
  task.index = find_index(model_.tasks, name);
  const uint32_t goal = task.index == kNone ? find_index(model_.goals, name) : kNone;
  if (goal != kNone) {
    GoalStep as_goal{StepCall(std::move(task)), goal};
    step.what = std::move(as_goal);
  } else if (task.index == kNone) {
    if (!name.empty() && !report_call(step))
      names_.report_unknown(step.name, "task or goal", "`tasks` and `goals`",
                            names_of(model_.tasks, model_.goals), verbs_of_steps());
    return;
  }
  model_.note_use(step.name.span, declared(step).name);
  if (step.call()->bare.span.end != 0) report_bare(step);
  if (!is_in_doubt(step)) check_given(step, declared(step));
}

StepLinker::Declared StepLinker::declared(const Step& step) const {
  const auto as_declared = [](const auto& entry, const Map<Variable>& variables) {
    return Declared{entry.name, variables};
  };
  if (const auto* const emit = step.as<EmitStep>(); emit != nullptr) {
    const auto& event = model_.events[emit->event.index];
    return as_declared(event, event.value.fields);
  }
  if (const auto* const goal = step.as<GoalStep>(); goal != nullptr) {
    const auto& entry = model_.goals[goal->index];
    return as_declared(entry, entry.value.parameters);
  }
  const auto& task = model_.tasks[step.as<TaskStep>()->index];
  return as_declared(task, task.value.parameters);
}

}  // namespace ishi::compiler
