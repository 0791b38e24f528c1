#include <fmt/format.h>

#include <utility>

#include "check/step_checker.h"
#include "expression/types.h"

namespace ishi::compiler {
namespace {

void check_bodies(const Checking& c, Action& action, const Place& place) {
  c.typer.type(action.while_holds, kCondition, place, "`while`");
  c.known.assume(action.while_holds);
  c.typer.type(action.interruptible, kCondition, place, "`interruptible`");
  StepChecker steps(c, place);
  steps.check(action.steps.value);
  steps.report_unread();
  c.known.forget();  // when it ends, they need no longer hold
  Place after = place;
  after.has_elapsed = false;
  after.is_finally = true;
  StepChecker(c, after).check(action.finally.value);
}

void check_action(const Checking& c, Named<Action>& entry) {
  Action& action = entry.value;
  c.typer.enter("actions", entry.name.text);
  Place place;
  place.in_option = true;
  place.has_elapsed = true;
  place.action = &entry;
  if (!action.for_each.empty()) place.loop = &action.for_each[0];
  place.in_score = true;
  const Assumptions assumptions(c.known);
  c.typer.type(action.when, kCondition, place, "`when`");
  c.known.assume(action.when);
  NameUses* const uses = std::exchange(c.model.uses, nullptr);  // its text stands in no source
  c.typer.type(action.not_lately, kCondition, place, "`cooldown_for_member`");
  c.model.uses = uses;
  warn_of_flicker(c, action.when,
                  fmt::format("`{}` flickers: now it may be chosen, now not", entry.name.text),
                  "let the agent draw among its actions with `select: { weighted: {} }`");
  type_scores(c.typer, action, place);
  check_scores(c, action);
  place.in_score = false;
  check_changes(c, action, place);
  check_bodies(c, action, place);
}

}  // namespace

void check_actions(const Checking& c) {
  for (auto& action : c.model.actions) check_action(c, action);
  for (const auto* options : {&c.model.choices, &c.model.actions}) {
    for (const auto& option : *options) warn_of_one_draw(c, option.name.text, option.value);
  }
  for (auto& planner : c.model.planners) {
    c.typer.enter("planners", planner.name.text);
    for (auto& reward : planner.value.rewards)
      c.typer.type(reward.value, kNumber, {}, fmt::format("what `{}` is worth", reward.name.text));
  }
}

}  // namespace ishi::compiler
