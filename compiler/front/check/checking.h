#pragma once

#include "diagnostics/diagnostics.h"
#include "expression/typer.h"
#include "model/model.h"
#include "resolve/scopes.h"

// The checks of what agents are made of, one a file: each gives the formulas of its part their types, and
// reports what makes no sense with any of their values.

namespace ishi::compiler {

// The parts of a compilation that all checks of formulas share.
struct Checking {
  Model& model;
  const Scopes& scopes;
  ExpressionArena& arena;
  Typer& typer;
  KnownEntities& known;
  Diagnostics& diagnostics;
};

// scores.cpp: amounts out of their range, numbers that are held in 0..1 though they go to 100. Typed.
void check_levels_held(const Checking& checking);
void check_scores(const Checking& checking, const Action& action);
// `help`: what to write in place of an amount outside -1..1.
void check_amount(const Checking& checking, const Named<Formula>& amount, std::string_view help);

// actions.cpp: when actions are chosen, how they are scored, what they do.
void check_actions(const Checking& checking);
// carried_levels.cpp: levels that agents carry: how they rise, and what an action does to them.
void check_rises(const Checking& checking);
void check_changes(const Checking& checking, Action& action, const Place& place);
void check_level_change(const Checking& checking, Named<Formula>& change, const Place& place);
// senses.cpp: senses and sounds.
void check_senses(const Checking& checking);
// steering.cpp
void check_steerings(const Checking& checking);
// goals.cpp: tasks and goals.
void check_tasks(const Checking& checking);
void check_goals(const Checking& checking);
// agents.cpp: how often agents think, what they do about events and in states.
void check_agents(const Checking& checking);
// claims.cpp: the conditions that restrict proofs.
void check_claims(const Checking& checking);

// chance.cpp: what is drawn, where it should be sure.
// A gate that is drawn is open and shut by turns: what it lets in is gone again at the next thought.
void warn_of_flicker(const Checking& checking, const Formula& condition, const std::string& consequence,
                     std::string_view instead);
// Reports a value that draws once for all members of a set, where nothing else distinguishes the members.
void warn_of_one_draw(const Checking& checking, std::string_view option_name, const Action& option);
// Refuses chance and `since`: tests and plans assume the same of every agent, and the same each time.
void refuse_moments(const Checking& checking, Formula& assumed, std::string_view what);
// Refuses `random`: a search evaluates the formulas of a plan again and again.
void refuse_draws(const Checking& checking, PlanStep& plan);

// assignments.cpp: the new value of a key, and values known now that lie outside of their range.
void check_assignment(const Checking& checking, Named<Formula>& assignment, const Place& place);
void check_range(const Checking& checking, const Formula& formula, const Variable& variable,
                 std::string_view what);
// Of what is written, not given to a task or goal, which then fails: see `lacks_place` in the runtime.
void check_place(const Checking& checking, const Formula& formula, const Variable& variable,
                 std::string_view what);
void warn_of_sign(const Checking& checking, const Named<Formula>& assignment);

// memories.cpp: what a step does to memories and facts.
void check_memories(const Checking& checking, Map<Formula>& memories, const Step& step, const Place& place);
void check_remembered_awareness(const Checking& checking, RememberStep& remember, const Place& place);
void check_forgotten(const Checking& checking, const Name& fact, const Place& place);  // `forget: foe`
void check_fact_assignment(const Checking& checking, Named<Formula>& assignment, const Place& place);
// True if a step forgets the very fact that its action is for.
[[nodiscard]] bool forgets_its_own(const Model& model, const Step& step, const Place& place);

// Of a linked model.
void check_navigation(const Model& model, Diagnostics& diagnostics);
void check_states(const Model& model, Diagnostics& diagnostics);
// Of a typed one.
void report_goal_circles(const Model& model, Diagnostics& diagnostics);
// Goals that foresee, and what stands in them that cannot be foreseen. After goal circles.
// Steps with `once` that come only once anyway.
void report_once(const Model& model, Diagnostics& diagnostics);
void report_foresight(const Model& model, Diagnostics& diagnostics);
void report_steering_use(const Model& model, Diagnostics& diagnostics);
void warn_of_lone_steerings(const Model& model, Diagnostics& diagnostics);
void warn_of_gaps(const Named<Steering>& steering, Diagnostics& diagnostics);
void report_traffic(const Model& model, Diagnostics& diagnostics);
void report_unending(const Model& model, Diagnostics& diagnostics);
void report_endings_that_never_come(const Model& model, Diagnostics& diagnostics);  // of actions

}  // namespace ishi::compiler
