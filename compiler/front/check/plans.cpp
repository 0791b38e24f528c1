#include <fmt/format.h>

#include <unordered_set>

#include "check/step_checker.h"
#include "expression/constant.h"
#include "expression/types.h"
#include "language/words.h"

// Steps that plan: whether what is to be reached can be, and what the steps cost.

namespace ishi::compiler {
namespace {

// The `effects` of the task or goal of a step; null if its declaration could not all be read.
const Map<Formula>* effects_of(const Checking& c, const Step& step) {
  const auto of = [&](const auto& declared) {
    return c.diagnostics.is_in_doubt(declared.name.span) ? nullptr : &declared.value.effects;
  };
  const auto* const goal = step.as<GoalStep>();
  return goal != nullptr ? of(c.model.goals[goal->index]) : of(c.model.tasks[step.as<TaskStep>()->index]);
}

}  // namespace

void StepChecker::check_verb(PlanStep& plan, const Step&) {
  c_.typer.type(plan.reach, kCondition, place_, "`reach`");
  const Assumptions assumptions(c_.known);
  for (Step& one : plan.steps) {
    const bool is_loop = enter_loop(one.modifiers.for_each);
    check(one);
    add_unreadable(one);
    check_cost(one.modifiers.cost);
    check_claim(one);
    leave_loop(is_loop);
  }
  check_places(plan);
  refuse_draws(c_, plan);
  if (plan.reach.root == nullptr || plan.steps.empty()) return;
  std::unordered_set<uint32_t> read;
  collect_keys(*plan.reach.root, read);
  for (const Step& one : plan.steps) {
    const auto* const task = one.as<TaskStep>();
    if (c_.diagnostics.is_in_doubt(one.name.span) ||
        (task != nullptr ? task->index == kNone : !one.is<GoalStep>()))
      return;
    const Map<Formula>* const effects = effects_of(c_, one);
    if (effects == nullptr) return;
    for (const auto& effect : *effects) {
      if (read.contains(find_index(c_.model.blackboard, effect.name.text))) return;
    }
  }
  auto report =
      c_.diagnostics.report(Code::never_reached, plan.reach.span,
                            "no plan can reach this: nothing under `using` changes what it asks about");
  if (read.empty()) {
    report.help("ask about keys that the `effects` of the steps change");
  } else {
    std::vector<std::string_view> names;
    for (uint32_t key = 0; key < c_.model.blackboard.size(); ++key) {
      if (read.contains(key)) names.push_back(c_.model.blackboard[key].name.text);
    }
    report.help(fmt::format("add a step whose `effects` change {}", quoted_list(names, "or")));
  }
}

// A plan has so many steps to choose from, those for each member of a set one by one.
void StepChecker::check_places(const PlanStep& plan) {
  size_t places = 0;
  for (const Step& one : plan.steps) {
    const auto& loops = one.modifiers.for_each;
    const uint32_t set = loops.empty() ? kNone : loops[0].value.index;
    const size_t before = places;
    places += set == kNone ? 1 : static_cast<size_t>(capacity_of(c_.model, set));
    if (places <= kLimits.branches) continue;
    auto report =
        c_.diagnostics.report(Code::too_many_entries, loops.empty() ? one.name.span : loops[0].value.span,
                              fmt::format("a plan chooses among {} steps at most, and with this there are {}",
                                          kLimits.branches, places));
    if (set != kNone) {
      report.label(name_of_set(c_.model, set).span,
                   fmt::format("up to {} members, a step each", capacity_of(c_.model, set)));
    }
    report
        .note(before == 0 ? "each member that the set can have counts as a step"
                          : fmt::format("those before it count as {}", before))
        .help(
            "lower the `capacity` of the set, or let an action choose one member: `for_each` beside its "
            "`do`");
    return;
  }
}

// Only what has a place in the world can be held by one and not by another.
void StepChecker::check_claim(const Step& step) {
  if (!step.modifiers.claims.given || step.modifiers.for_each.empty()) return;
  const uint32_t set = step.modifiers.for_each[0].value.index;
  if (set == kNone || is_memory(c_.model, set) || candidates_of(c_.model, set).value.has_entities) return;
  const Named<Candidates>& candidates = candidates_of(c_.model, set);
  c_.diagnostics
      .report_missing(candidates.name.span, Code::claim_of_no_entity, step.modifiers.claims.value.span,
                      fmt::format("`{}` is no entity: the members of `{}` are nothing but their fields",
                                  step.modifiers.claims.value.text, candidates.name.text))
      .label(candidates.name.span, "this set says no `of`")
      .help(
          "take `claims` out, or let the members be entities: `of: entity`, or the things that they are, "
          "such as "
          "`of: chair`");
}

// A time, or a plain number of seconds.
void StepChecker::check_cost(Formula& cost) {
  c_.typer.type(cost, {}, place_, "`cost`");
  if (cost.root == nullptr) return;
  const Type& type = cost.root->type;
  const bool is_number = type.kind == ValueKind::number || type.kind == ValueKind::integer;
  if (is_number && (type.quantity == Quantity::duration || type.quantity == Quantity::number)) {
    report_negative_cost(cost);
    return;
  }
  c_.diagnostics
      .report(Code::type_mismatch, cost.span,
              fmt::format("`cost` is a time or a plain number of seconds, but this is {}",
                          describe(c_.model, type)))
      .help("write a time, such as 2s");
  cost.root = nullptr;
}

void StepChecker::report_negative_cost(const Formula& cost) {
  const auto value = constant_value(*cost.root);
  if (!value || *value >= 0) return;
  c_.diagnostics
      .report(Code::time_too_short, cost.span, "`cost` is never negative: a step never makes a plan cheaper")
      .help("write what the step costs, such as 2s");
}

// The keys that an expression reads, also by way of values and levels.
void StepChecker::collect_keys(const Expression& node, std::unordered_set<uint32_t>& keys) const {
  if (node.kind == ExpressionKind::key) keys.insert(node.index);
  const Formula* named = node.kind == ExpressionKind::value ? &c_.model.values[node.index].value.is : nullptr;
  if (node.kind == ExpressionKind::motive) {
    const size_t needs = c_.model.needs.size();
    named =
        &(node.index < needs ? c_.model.needs[node.index] : c_.model.drives[node.index - needs]).value.level;
  }
  if (named != nullptr && named->root != nullptr) collect_keys(*named->root, keys);
  for (const Expression* operand : node.operands) collect_keys(*operand, keys);
}

}  // namespace ishi::compiler
