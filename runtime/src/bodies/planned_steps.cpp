#include "bodies/planned_steps.h"

#include <algorithm>

#include "asset/check.h"
#include "asset/limits.h"
#include "bodies/acting.h"
#include "planning/plan_search.h"

namespace ishi {
namespace {

// What planned keys hold while formulas are read that do not depend on them.
constexpr float kNoValues[limits::kPlannedValues + BodyLayout::kMemberWords] = {};

}  // namespace

PlannedSteps::PlannedSteps(BodyFormulas& formulas, uint32_t node)
    : f_(formulas),
      b_(formulas.body()),
      index_(node),
      node_(formulas.body().t.nodes[node]),
      goes_over_members_(
          count_all_planned(formulas.body().t, *formulas.body().p.agent, node_).goes_over_members),
      keys_(formulas, formulas.body().a.layout.planned_keys),
      formula_(formulas.body().p.binding.keys, formulas.body().a.layout.planned_keys.data()) {
  b_.row.planned_keys = b_.a.layout.planned_keys.data();
  for (uint32_t child = 0; child < node_.children().count(); ++child) {
    uint32_t places = count_planned(b_.t, *b_.p.agent, b_.t.nodes[node_.children().first() + child]);
    for (; places > 0 && steps_ < kPlanSteps; --places) child_of_[steps_++] = static_cast<uint8_t>(child);
  }
  relax();
}

PlannedSteps::For::For(PlannedSteps& steps, uint32_t index, uint32_t set) : b_(steps.b_) {
  if (set == kNotFound) return;
  const uint32_t child = steps.node_.children().first() + steps.child_of_[index];
  given_ = b_.t.nodes[child].given();
  before_ = b_.member_at(given_);
  const EntityId member = b_.planned_members(steps.index_)[index];
  is_for_nobody_ = b_.has_lost(child, member);
  b_.set_member(given_, member);
}

PlannedSteps::For::~For() {
  if (given_ != kNotFound) b_.set_member(given_, before_);
}

// The members of the search give way to those of the steps.
void PlannedSteps::keep(std::span<const uint8_t> plan, PlanState& made) {
  EntityId members[kPlanSteps];
  EntityId* const kept = b_.planned_members(index_);
  if (goes_over_members_) std::copy_n(kept, steps_, members);
  for (size_t i = 0; i < plan.size(); ++i) {
    steps_of(made)[i] = child_of_[plan[i]];
    if (goes_over_members_) kept[i] = members[plan[i]];
  }
}

// A goal with modifiers of its own stands in a sequence that has them.
PlannedSteps::Step PlannedSteps::step_at(uint32_t index) const {
  const blob::Node& child = b_.t.nodes[node_.children().first() + child_of_[index]];
  const blob::Node& what =
      child.kind() == blob::NodeKind::sequence ? b_.t.nodes[child.children().first()] : child;
  Step step{};
  step.what = &what;
  step.when = modifier(child, Modifier::when);
  step.score = modifier(child, Modifier::score);
  step.set = set_of_steps(b_.t, *b_.p.agent, child);
  step.first_known = known_count_;
  if (what.kind() == blob::NodeKind::task) {
    const blob::Task& task = b_.t.tasks[what.subject()];
    step.parameters = part(b_.t.parameters, task.parameters());
    step.effects = changed_keys(part(b_.t.effects, task.effects()));
    step.condition = task.condition();
    step.seconds = task.takes_seconds();
    return step;
  }
  const blob::Goal& goal = b_.t.goals[what.subject()];
  step.parameters = part(b_.t.parameters, goal.parameters());
  step.effects = part(b_.t.effects, goal.effects());
  step.condition = goal.condition();
  step.seconds = 0;
  return step;
}

bool PlannedSteps::reached(const float* state) {
  b_.row.planned = state;
  return f_.truth(node_.value()) == Truth::yes;
}

bool PlannedSteps::apply(uint32_t index, const float* state, float* next, float& seconds) {
  const Step& step = made_[index];
  b_.row.planned = state;
  const For member(*this, index, step.set);
  if (member.is_for_nobody() || !take_member(index, state, next)) return false;
  if (state != looked_at_) possible_ = relaxed_.possible(state);
  looked_at_ = state;
  if (!step.is_possible || (possible_ >> index & 1) == 0) return false;
  if (f_.truth(step.when) == Truth::no) return false;
  seconds = step.score != kNotFound ? f_.number(step.score) : step.seconds;
  alignas(8) std::byte record[limits::kRecordBytes];
  if (step.needs_record) f_.write_arguments(*step.what, step.parameters, record, false);
  const Given given(b_.row, record, step.parameters);
  if (step.needs_record && is_given_nobody(step.parameters, record, 0)) return false;
  if (f_.truth(step.condition) == Truth::no) return false;
  if (!step.has_known_effects) keys_.change(step.effects, next);
  for (uint32_t i = 0; i < step.known_count; ++i) {
    const KnownEffect& effect = known_[step.first_known + i];
    next[effect.place] = effect.value;
  }
  return true;
}

// Each member is taken once; false if this one has been.
bool PlannedSteps::take_member(uint32_t index, const float* state, float* next) const {
  if (made_[index].set == kNotFound) return true;
  const uint32_t word = b_.a.layout.planned_members + index / BodyLayout::kMemberBits;
  const auto taken = static_cast<uint32_t>(state[word]);
  const uint32_t bit = 1u << (index % BodyLayout::kMemberBits);
  next[word] = static_cast<float>(taken | bit);
  return (taken & bit) == 0;
}

// --- what is at least left --------------------------------------------------------------------------------

void PlannedSteps::relax() {
  b_.row.planned = kNoValues;
  for (uint32_t i = 0; i < steps(); ++i) {
    Step& step = made_[i] = step_at(i);
    const For member(*this, i, step.set);
    const uint32_t child = node_.children().first() + child_of_[i];
    step.is_possible = !member.is_for_nobody() && !b_.was_done_once(child);
    if (step.is_possible) {
      relax(step);
    } else {  // it keeps its number
      relaxed_.add_step(kMostStepCost);
      relaxed_.needs(RelaxedSteps::kNever);
    }
  }
  relaxed_.aim_at(condition(node_.value(), 0));
}

void PlannedSteps::relax(Step& step) {
  relaxed_.add_step(least_cost(step));
  needs(step, step.when, 0);
  const uint64_t given = planned_arguments(step);
  alignas(8) std::byte record[limits::kRecordBytes];
  f_.write_arguments(*step.what, step.parameters, record, false);
  if (is_given_nobody(step.parameters, record, given)) {
    relaxed_.needs(RelaxedSteps::kNever);
    step.is_possible = false;
  }
  const Given within(b_.row, record, step.parameters);
  needs(step, step.condition, given);
  relax_effects(step, given);
  step.needs_record =
      !step.parameters.empty() && (given != 0 || step.condition != kNotFound || !step.has_known_effects);
}

// The step needs a condition; of one that is the same in all states it is known whether it holds.
void PlannedSteps::needs(Step& step, uint32_t& formula, uint64_t given) {
  if (formula == kNotFound) return;
  relaxed_.needs(condition(formula, given));
  if (formula_.is_planned()) return;
  step.is_possible &= formula_.value().low != 0;
  formula = kNotFound;
}

void PlannedSteps::relax_effects(Step& step, uint64_t given) {
  for (const blob::Assignment& effect : step.effects) {
    const Variable& key = b_.p.keys[effect.subject()];
    const uint32_t place = b_.a.layout.planned_keys[effect.subject()];
    const uint32_t axes = key.storage == Storage::vector ? 3 : 1;
    read(effect.formula(), given);
    float value[3] = {}, as_read[3];
    for (uint32_t axis = 0; axis < axes; ++axis) value[axis] = formula_.value(axes - 1 - axis).low;
    key.as_written(value, b_.p.binding.entities, as_read);
    step.has_known_effects &= !formula_.is_planned() && known_count_ + axes <= known_.size();
    for (uint32_t axis = 0; axis < axes; ++axis) {
      relax_effect(relaxed_, key, place + axis, formula_.value(axes - 1 - axis), as_read[axis]);
      if (step.has_known_effects)
        known_[known_count_++] = {static_cast<uint16_t>(place + axis), as_read[axis]};
    }
  }
  if (!step.has_known_effects) known_count_ = step.first_known;
  step.known_count = static_cast<uint16_t>(known_count_ - step.first_known);
}

// Looks at a formula, whose operations have the values that they have now.
void PlannedSteps::read(uint32_t formula, uint64_t given) {
  const auto parameters = b_.row.variables == nullptr ? std::span<const blob::Parameter>()
                                                      : std::span(b_.row.variables, limits::kRecordBytes);
  f_.number(formula);
  formula_.read(part(b_.t.operations, b_.t.formulas[formula].program()), f_.values(), given, parameters);
}

RelaxedSteps::Part PlannedSteps::condition(uint32_t formula, uint64_t given) {
  if (formula == kNotFound) return RelaxedSteps::kAlways;
  read(formula, given);
  return formula_.condition(relaxed_);
}

uint64_t PlannedSteps::least_cost(Step& step) {
  if (step.score == kNotFound) return step_cost(step.seconds);
  read(step.score, 0);
  const float least = formula_.value().low;
  if (!formula_.is_planned()) {
    step.score = kNotFound;
    step.seconds = least;
  }
  return step_cost(least);
}

// A bit for each parameter whose argument depends on planned keys; those behind the first 64 have one
// together.
uint64_t PlannedSteps::planned_arguments(const Step& step) {
  uint64_t given = 0;
  for (const blob::Argument& argument : part(b_.t.arguments, step.what->arguments())) {
    read(argument.formula(), 0);
    if (formula_.is_planned()) given |= uint64_t{1} << std::min<uint32_t>(argument.parameter(), 63);
  }
  return given;
}

}  // namespace ishi
