#include <fmt/format.h>

#include "check/step_checker.h"
#include "expression/constant.h"
#include "expression/types.h"

// Tasks and goals: what they need and bring about, and what goals do.

namespace ishi::compiler {
namespace {

// Checks `requires` and `effects` of a task or goal, which know no agent in particular.
template <class Declared>
void check_contract(const Checking& c, Declared& declared) {
  Place place;
  place.parameters = &declared.parameters;
  place.in_contract = true;
  c.typer.type(declared.requirement, kCondition, place, "`requires`");
  refuse_moments(c, declared.requirement, "`requires`");
  for (auto& effect : declared.effects) {
    check_assignment(c, effect, place);
    refuse_moments(c, effect.value, "an effect");
  }
}

// The values that a task usually gives back, which may follow from its parameters.
void check_usual(const Checking& c, Task& task) {
  Place place;
  place.parameters = &task.parameters;
  place.in_contract = true;
  for (auto& given : task.gives) {
    if (given.value.resolved.kind == ValueKind::error) continue;
    const std::string what = fmt::format("what `{}` usually is", given.name.text);
    place.unit = given.value.unit;
    c.typer.type(given.value.gives, given.value.resolved, place, what);
    refuse_moments(c, given.value.gives, "`usually`");
    check_range(c, given.value.gives, given.value, what);
  }
}

// A task moves its agent to one of its parameters that is a place, or has one.
void check_movement(const Checking& c, const Named<Task>& task) {
  const Setting<Name>& target = task.value.moves_to;
  if (!target.given) return;
  const uint32_t index = find_index(task.value.parameters, target.value.text);
  if (index == kNone) {
    auto report =
        c.diagnostics.report(Code::unknown_name, target.span,
                             fmt::format("`{}` has no parameter `{}`", task.name.text, target.value.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known;
    for (const auto& parameter : task.value.parameters) known.push_back(parameter.name.text);
    report.suggest_or(target.span, target.value.text, known,
                      [&] { return "declare it under `params`, as a point or an entity"; });
    return;
  }
  c.model.note_use(target.span, task.value.parameters[index].name);
  const Type& type = task.value.parameters[index].value.resolved;
  if (type.kind == ValueKind::point || type.kind == ValueKind::entity || type.kind == ValueKind::error)
    return;
  c.diagnostics
      .report(Code::type_mismatch, target.span,
              fmt::format("`moves_to` names a point or an entity, but `{}` is {}", target.value.text,
                          describe(c.model, type)))
      .label(task.value.parameters[index].name.span, "declared here")
      .help("name another parameter, or take `moves_to` out");
}

void check_interjection(const Checking& c, Named<Interjection>& interjection, const Place& place) {
  Interjection& one = interjection.value;
  c.typer.type(one.when, kCondition, place, "`when`");
  if (is_constantly(one.when, true)) {
    c.diagnostics
        .report(Code::always_interjected, one.when.span,
                fmt::format("`{}` breaks in in every frame, so the body of the goal gets nowhere",
                            interjection.name.text))
        .help("say when it is needed, with a condition that what it does makes false");
  }
  const Assumptions assumptions(c.known);
  c.known.assume(one.when);
  StepChecker steps(c, place);
  steps.check(one.steps);
  steps.report_unread();
}

}  // namespace

void check_tasks(const Checking& c) {
  for (auto& task : c.model.tasks) {
    c.typer.enter("tasks", task.name.text);
    check_contract(c, task.value);
    check_usual(c, task.value);
    check_movement(c, task);
  }
}

void check_goals(const Checking& c) {
  for (auto& [name, goal] : c.model.goals) {
    c.typer.enter("goals", name.text);
    check_contract(c, goal);
    Place place;
    place.parameters = &goal.parameters;
    place.has_elapsed = true;
    for (auto& interjection : goal.interject) check_interjection(c, interjection, place);
    StepChecker body(c, place);
    body.check(goal.body);
    if (!goal.body.is<BodyStep>()) body.forget_list();
    body.check_gives(goal.gives);
    body.report_unread();
    place.has_elapsed = false;
    place.is_finally = true;
    StepChecker(c, place).check(goal.finally.value);
  }
}

}  // namespace ishi::compiler
