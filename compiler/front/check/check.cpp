#include "check/check.h"

#include "check/checking.h"

namespace ishi::compiler {

Model check_behaviour(Model model, const Scopes& scopes, ExpressionArena& arena, Diagnostics& diagnostics) {
  KnownEntities known(model);
  Typer typer(model, scopes, arena, known, diagnostics);
  const Checking checking{model, scopes, arena, typer, known, diagnostics};
  check_tasks(checking);
  typer.type_names();
  check_levels_held(checking);
  for (const auto& choice : model.choices) check_scores(checking, choice.value);
  check_rises(checking);
  check_senses(checking);
  check_steerings(checking);
  check_actions(checking);
  check_goals(checking);
  report_goal_circles(model, diagnostics);
  report_once(model, diagnostics);
  report_foresight(model, diagnostics);
  report_steering_use(model, diagnostics);
  warn_of_lone_steerings(model, diagnostics);
  report_unending(model, diagnostics);
  report_traffic(model, diagnostics);
  check_agents(checking);
  check_claims(checking);
  report_endings_that_never_come(model, diagnostics);
  check_navigation(model, diagnostics);
  check_states(model, diagnostics);
  return model;
}

}  // namespace ishi::compiler
