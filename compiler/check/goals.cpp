#include <fmt/format.h>

#include "check/step_checker.h"
#include "expression/constant.h"
#include "expression/types.h"

// Tasks and goals: what they need and bring about, and what goals do.

namespace ishi::compiler {
namespace {

// Of a task or goal: told of no agent in particular.
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
  const Typer::Assumptions assumptions(c.typer);
  c.typer.assume(one.when);
  StepChecker(c, place).check(one.steps);
}

}  // namespace

void check_tasks(const Checking& c) {
  for (auto& task : c.model.tasks) {
    c.typer.enter("tasks", task.name.text);
    check_contract(c, task.value);
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
    StepChecker(c, place).check(goal.body);
    place.has_elapsed = false;
    StepChecker(c, place).check(goal.finally.value);
  }
}

}  // namespace ishi::compiler
