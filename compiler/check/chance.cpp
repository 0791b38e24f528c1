#include <fmt/format.h>

#include "check/checking.h"
#include "expression/parts.h"

namespace ishi::compiler {
namespace {

void refuse_draw(const Checking& c, Formula& planned) {
  if (planned.root == nullptr) return;
  const Expression* const part = find_part(c.model, *planned.root, {ExpressionKind::random});
  if (part == nullptr) return;
  c.diagnostics
      .report(Code::not_available_here, part->span,
              "a plan is made of what can be counted on, and this would be drawn anew whenever it is asked")
      .help("draw before, with a step such as `set: { lucky: random < 0.3 }`, and name that key here");
  planned.root = nullptr;
}

}  // namespace

// A gate that is drawn is open and shut by turns: what it lets in is gone again at the next thought.
void warn_of_flicker(const Checking& c, const Formula& condition, const std::string& consequence,
                     std::string_view instead) {
  if (condition.root == nullptr) return;
  const Expression* const part = find_part(c.model, *condition.root, {ExpressionKind::random});
  if (part == nullptr) return;
  c.diagnostics
      .report(Code::random_gate, part->span,
              fmt::format("this is drawn anew at each thought, so {}", consequence))
      .help(fmt::format(
          "{}; or draw once where something happens, `set: {{ lucky: random < 0.3 }}`, and ask that "
          "key here",
          instead));
}

// Refuses chance and `since`: tests and plans assume the same of every agent, and the same each time.
void refuse_moments(const Checking& c, Formula& assumed, std::string_view what) {
  if (assumed.root == nullptr) return;
  using enum ExpressionKind;
  const Expression* const part = find_part(c.model, *assumed.root, {random, since_option, since_event});
  if (part == nullptr) return;
  const bool draws = find_part(c.model, *part, {random}) != nullptr;
  c.diagnostics
      .report(Code::not_available_here, part->span,
              fmt::format("{} is what tests and plans count on, and {}", what,
                          draws ? "nobody can count on what is drawn"
                                : "no agent is at hand whose past could be asked"))
      .help(draws ? "draw before, with a step such as `set: { lucky: random < 0.3 }`, and ask that key here"
                  : "let a key keep it, set where it happens, and ask that key here");
  assumed.root = nullptr;
}

// Refuses `random`: a search evaluates the formulas of a plan again and again.
void refuse_draws(const Checking& c, PlanStep& plan) {
  refuse_draw(c, plan.reach);
  for (Step& step : plan.steps) {
    refuse_draw(c, step.modifiers.when);
    refuse_draw(c, step.modifiers.cost);
    if (step.call() == nullptr) continue;
    for (auto& argument : step.call()->arguments) refuse_draw(c, argument.value);
  }
}

}  // namespace ishi::compiler
