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

PlannedSteps::PlannedSteps(Visit& visit, uint32_t node)
    : v_(visit),
      index_(node),
      node_(visit.t_.nodes[node]),
      goes_over_members_(count_all_planned(visit.t_, *visit.p_.agent, node_).goes_over_members),
      keys_(visit, visit.a_.layout.planned_keys),
      formula_(visit.p_.binding.keys, visit.a_.layout.planned_keys.data()) {
  v_.row_.planned_keys = v_.a_.layout.planned_keys.data();
  for (uint32_t child = 0; child < node_.children().count(); ++child) {
    uint32_t places = count_planned(v_.t_, *v_.p_.agent, v_.t_.nodes[node_.children().first() + child]);
    for (; places > 0 && steps_ < kPlanSteps; --places) child_of_[steps_++] = static_cast<uint8_t>(child);
  }
  relax();
}

PlannedSteps::For::For(PlannedSteps& steps, uint32_t index) : v_(steps.v_) {
  if (!steps.goes_over_members_) return;
  const uint32_t child = steps.node_.children().first() + steps.child_of_[index];
  if (set_of_steps(v_.t_, *v_.p_.agent, v_.t_.nodes[child]) == kNotFound) return;
  given_ = v_.t_.nodes[child].given();
  before_ = v_.member_at(given_);
  const EntityId member = v_.planned_members(steps.index_)[index];
  is_for_nobody_ = v_.has_lost(child, member);
  v_.set_member(given_, member);
}

PlannedSteps::For::~For() {
  if (given_ != kNotFound) v_.set_member(given_, before_);
}

// The members of the search give way to those of the steps.
void PlannedSteps::keep(std::span<const uint8_t> plan, PlanState& made) {
  EntityId members[kPlanSteps];
  EntityId* const kept = v_.planned_members(index_);
  if (goes_over_members_) std::copy_n(kept, steps_, members);
  for (size_t i = 0; i < plan.size(); ++i) {
    steps_of(made)[i] = child_of_[plan[i]];
    if (goes_over_members_) kept[i] = members[plan[i]];
  }
}

// A goal with modifiers of its own stands in a sequence that has them.
PlannedSteps::Step PlannedSteps::step_at(uint32_t index) const {
  const blob::Node& child = v_.t_.nodes[node_.children().first() + child_of_[index]];
  const blob::Node& what =
      child.kind() == blob::NodeKind::sequence ? v_.t_.nodes[child.children().first()] : child;
  if (what.kind() == blob::NodeKind::task) {
    const blob::Task& task = v_.t_.tasks[what.subject()];
    return {child,
            what,
            part(v_.t_.parameters, task.parameters()),
            changed_keys(part(v_.t_.effects, task.effects())),
            task.condition(),
            task.takes_seconds()};
  }
  const blob::Goal& goal = v_.t_.goals[what.subject()];
  return {child,
          what,
          part(v_.t_.parameters, goal.parameters()),
          part(v_.t_.effects, goal.effects()),
          goal.condition(),
          0};
}

bool PlannedSteps::reached(const float* state) {
  v_.row_.planned = state;
  return v_.truth(node_.value()) == Visit::Truth::yes;
}

bool PlannedSteps::apply(uint32_t index, const float* state, float* next, float& seconds) {
  v_.row_.planned = state;
  const For member(*this, index);
  if (member.is_for_nobody() || !take_member(index, state, next)) return false;
  const Step step = step_at(index);
  if (v_.truth(modifier(step.child, Modifier::when)) == Visit::Truth::no) return false;
  const uint32_t cost = modifier(step.child, Modifier::score);
  seconds = cost != kNotFound ? v_.number(cost) : step.takes_seconds;
  alignas(8) std::byte record[limits::kRecordBytes];
  v_.write_arguments(step.what, step.parameters, record, false);
  if (is_given_nobody(step.parameters, record, 0)) return false;
  const Given given(v_.row_, record, step.parameters);
  if (v_.truth(step.condition) == Visit::Truth::no) return false;
  keys_.change(step.effects, next);
  return true;
}

// Each member is taken once; false if this one has been.
bool PlannedSteps::take_member(uint32_t index, const float* state, float* next) const {
  const blob::Node& child = v_.t_.nodes[node_.children().first() + child_of_[index]];
  if (set_of_steps(v_.t_, *v_.p_.agent, child) == kNotFound) return true;
  const uint32_t word = v_.a_.layout.planned_members + index / BodyLayout::kMemberBits;
  const auto taken = static_cast<uint32_t>(state[word]);
  const uint32_t bit = 1u << (index % BodyLayout::kMemberBits);
  next[word] = static_cast<float>(taken | bit);
  return (taken & bit) == 0;
}

// --- what is at least left --------------------------------------------------------------------------------

void PlannedSteps::relax() {
  v_.row_.planned = kNoValues;
  for (uint32_t i = 0; i < steps(); ++i) {
    const For member(*this, i);
    if (!member.is_for_nobody()) relax(step_at(i));
  }
  relaxed_.aim_at(condition(node_.value(), 0));
}

void PlannedSteps::relax(const Step& step) {
  relaxed_.add_step(least_cost(step));
  relaxed_.needs(condition(modifier(step.child, Modifier::when), 0));
  const uint64_t given = planned_arguments(step);
  alignas(8) std::byte record[limits::kRecordBytes];
  v_.write_arguments(step.what, step.parameters, record, false);
  if (is_given_nobody(step.parameters, record, given)) relaxed_.needs(RelaxedSteps::kNever);
  const Given within(v_.row_, record, step.parameters);
  relaxed_.needs(condition(step.condition, given));
  relax(step.effects, given);
}

void PlannedSteps::relax(std::span<const blob::Assignment> effects, uint64_t given) {
  for (const blob::Assignment& effect : effects) {
    const Variable& key = v_.p_.keys[effect.subject()];
    const uint32_t place = v_.a_.layout.planned_keys[effect.subject()];
    const uint32_t axes = key.storage == Storage::vector ? 3 : 1;
    read(effect.formula(), given);
    float value[3] = {}, as_read[3];
    for (uint32_t axis = 0; axis < axes; ++axis) value[axis] = formula_.value(axes - 1 - axis).low;
    key.as_written(value, v_.p_.binding.entities, as_read);
    for (uint32_t axis = 0; axis < axes; ++axis)
      relax_effect(relaxed_, key, place + axis, formula_.value(axes - 1 - axis), as_read[axis]);
  }
}

// Looks at a formula, whose operations have the values that they have now.
void PlannedSteps::read(uint32_t formula, uint64_t given) {
  const auto parameters = v_.row_.variables == nullptr ? std::span<const blob::Parameter>()
                                                       : std::span(v_.row_.variables, limits::kRecordBytes);
  v_.number(formula);
  formula_.read(part(v_.t_.operations, v_.t_.formulas[formula].program()), v_.values_, given, parameters);
}

RelaxedSteps::Part PlannedSteps::condition(uint32_t formula, uint64_t given) {
  if (formula == kNotFound) return RelaxedSteps::kAlways;
  read(formula, given);
  return formula_.condition(relaxed_);
}

uint64_t PlannedSteps::least_cost(const Step& step) {
  const uint32_t cost = modifier(step.child, Modifier::score);
  if (cost == kNotFound) return step_cost(step.takes_seconds);
  read(cost, 0);
  return step_cost(formula_.value().low);
}

// A bit for each of the first 64 parameters whose argument depends on planned keys.
uint64_t PlannedSteps::planned_arguments(const Step& step) {
  uint64_t given = 0;
  for (const blob::Argument& argument : part(v_.t_.arguments, step.what.arguments())) {
    if (argument.parameter() >= 64) break;
    read(argument.formula(), 0);
    if (formula_.is_planned()) given |= uint64_t{1} << argument.parameter();
  }
  return given;
}

}  // namespace ishi
