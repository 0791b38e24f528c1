#include "bodies/planned_steps.h"

#include "asset/check.h"
#include "asset/limits.h"
#include "bodies/acting.h"

namespace ishi {
namespace {

// What planned keys hold while formulas are read that do not depend on them.
constexpr float kNoValues[limits::kPlannedValues] = {};

}  // namespace

PlannedSteps::PlannedSteps(Visit& visit, uint32_t node)
    : v_(visit),
      node_(visit.t_.nodes[node]),
      keys_(visit, visit.a_.layout.planned_keys),
      formula_(visit.p_.binding.keys, visit.a_.layout.planned_keys.data()) {
  v_.row_.planned_keys = v_.a_.layout.planned_keys.data();
  relax();
}

// A goal with modifiers of its own stands in a sequence that has them.
PlannedSteps::Step PlannedSteps::step_at(uint32_t index) const {
  const blob::Node& child = v_.t_.nodes[node_.children().first() + index];
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

// --- what is at least left --------------------------------------------------------------------------------

void PlannedSteps::relax() {
  v_.row_.planned = kNoValues;
  for (uint32_t i = 0; i < steps(); ++i) relax(step_at(i));
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
