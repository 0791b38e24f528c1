#include <fmt/format.h>

#include <algorithm>

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

// True if a formula draws where it stands, not in a value.
bool draws_by_itself(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
  if (node.kind == ExpressionKind::random && node.call == Span()) return true;
  return std::ranges::any_of(node.operands, [](const Expression* part) { return draws_by_itself(*part); });
}

// True if a formula may differ between members of the set that its option iterates. A value draws once for
// all members.
bool depends_on_member(const Expression& node) {  // NOLINT(misc-no-recursion): as high as expressions are
  using enum ExpressionKind;
  if ((node.kind == fact && !node.is_it) || node.kind == running || node.kind == elapsed) return true;
  if (node.kind == random && node.call == Span()) return true;
  return std::ranges::any_of(node.operands, [](const Expression* part) { return depends_on_member(*part); });
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

void warn_of_one_draw(const Checking& c, std::string_view option_name, const Action& option) {
  if (option.offered_by != kNone || option.set() == kNone) return;
  const Expression* drawn = nullptr;
  bool tells_apart = false;
  const auto look_at = [&](const Formula& formula) {
    if (formula.root == nullptr) {
      tells_apart = tells_apart || formula.given();  // what could not be read may do so
      return;
    }
    if (drawn == nullptr) drawn = find_part(c.model, *formula.root, {ExpressionKind::random});
    tells_apart = tells_apart || depends_on_member(*formula.root);
  };
  for (const auto* const amounts :
       {&option.gains.value, &option.reduces.value, &option.rewards.value, &option.considerations.value}) {
    for (const auto& amount : *amounts) look_at(amount.value);
  }
  const Tactical& tactical = option.tactical.value;
  for (const Formula* const formula : {&tactical.expectation, &tactical.risk, &tactical.cost,
                                       &tactical.opportunity, &option.score, &option.weight})
    look_at(*formula);
  const bool is_open_by_chance = option.when.root != nullptr && draws_by_itself(*option.when.root);
  if (drawn == nullptr || tells_apart || is_open_by_chance) return;
  const std::string_view name = option.for_each[0].name.text;
  const std::string_view set = name_of_set(c.model, option.set()).text;
  c.diagnostics
      .report(Code::one_draw_for_all, drawn->call == Span() ? drawn->span : drawn->call,
              fmt::format("a value draws once for all members of `{}`, so all of them score the same", set))
      .caption("the same member always comes first")
      .help(fmt::format("write `random` into `{}` itself, where each member has a draw of its own, or read "
                        "something of `{}`",
                        option_name, name));
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
