#include <algorithm>
#include <utility>

#include "lower/body_lowerer.h"

// The nodes of steps, by what they do; what calls for more stands in body_lowerer.cpp: goals and walks.

namespace ishi::compiler {
namespace {

// A field that a memory adds, counted over all memories.
uint32_t own_fact_field(const Model& model, uint32_t memory, std::string_view field) {
  const Memory& of = model.memory[memory].value;
  const size_t noticed = of.has_thing() ? model.things[of.entity.reference].value.fields.size() : 0;
  return first_member_field(model, memory) + static_cast<uint32_t>(noticed) + find_index(of.fields, field);
}

}  // namespace

void BodyLowerer::lower_parts(const std::vector<Step>& steps, LoweredNode& node) {
  for (const Step& step : steps) node.children.push_back(in_list(lower_step(step)));
}

void BodyLowerer::lower_methods(const Map<Step>& methods, LoweredNode& node) {
  for (const auto& method : methods) node.children.push_back(in_list(lower_step(method.value)));
}

// An `else` that is not written does nothing.
void BodyLowerer::lower_verb(const IfStep& chosen, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::first;
  node.count = kChosenByCondition;
  for (const auto& branch : chosen.methods) {
    const size_t mark = assumed_.size();
    if (branch.name.text == kElse) assume(chosen.methods[0].value.modifiers.when, false);
    node.children.push_back(lower_step(branch.value));
    assumed_.resize(mark);
  }
  if (find_index(chosen.methods, kElse) == kNone) node.children.emplace_back();
}

// `else` is asked last, wherever it is written.
void BodyLowerer::lower_verb(const SwitchStep& chosen, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::first;
  node.count = kChosenByValue;
  const Step* otherwise = nullptr;
  for (const auto& one : chosen.methods) {
    if (one.name.text == kElse)
      otherwise = &one.value;
    else
      node.children.push_back(lower_step(one.value));
  }
  node.children.push_back(otherwise != nullptr ? lower_step(*otherwise) : LoweredNode());
}

void BodyLowerer::lower_verb(const BodyStep& body, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::sequence;
  node.children = lower_steps(body.steps);
}

void BodyLowerer::lower_verb(const RepeatStep& repeat, const Step& step, LoweredNode& node) {
  node.kind = ishi::NodeKind::repeat;
  node.count = static_cast<uint32_t>(repeat.times.value);
  if (!step.modifiers.until.given()) node[Modifier::until] = lower_formula(repeat.until);
  LoweredNode round;
  round.children = lower_steps(repeat.steps);
  node.children.push_back(std::move(round));
}

void BodyLowerer::lower_verb(const PlanStep& plan, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::plan;
  node.count = static_cast<uint32_t>(plan.limit.depth.value);
  node.subject = static_cast<uint32_t>(plan.limit.situations.value);
  node.value = lower_formula(plan.reach);
  lower_parts(plan.steps, node);
}

void BodyLowerer::lower_verb(const WaitStep& wait, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::wait;
  node.value = lower_formula(wait.seconds);
}

void BodyLowerer::lower_verb(const SetStep& set, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::set;
  node.assignments = lower_assignments(set.values);
}

void BodyLowerer::lower_verb(const RaiseStep& raise, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::set;
  node.assignments = lower_changes(raise.changes);
}

void BodyLowerer::lower_verb(const RememberStep& remember, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::set;
  node.assignments = lower_memories(remember.memories, Target::remember);
}

void BodyLowerer::lower_verb(const ForgetStep& forget, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::set;
  if (forget.fact.given())
    node.assignments = {{Target::forget, set_, {}}};
  else
    node.assignments = lower_memories(forget.memories, Target::forget);
}

void BodyLowerer::lower_verb(const EmitStep& emit, const Step& step, LoweredNode& node) {
  if (emit.sound != kNone) {
    node.kind = ishi::NodeKind::sound;
    node.subject = emit.sound;
    return;
  }
  node.kind = ishi::NodeKind::emit;
  node.audience = step.modifiers.audience.value;
  node.subject = emit.event.index;
  lower_call(emit, model_.events[node.subject].value.fields, node);
}

void BodyLowerer::lower_verb(const TaskStep& task, const Step& step, LoweredNode& node) {
  node.kind = ishi::NodeKind::task;
  node.subject = task.index;
  // A value that no later step can read has no place.
  if (const auto given = given_of_step_.find(&step); given != given_of_step_.end())
    node.given = given->second;
  lower_call(task, model_.tasks[task.index].value.parameters, node);
}

void BodyLowerer::lower_verb(const SteerStep& steer, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::steer;
  const auto known = std::ranges::find(steerings_, steer.steering.index);
  node.subject = static_cast<uint32_t>(known - steerings_.begin());
  if (known == steerings_.end()) steerings_.push_back(steer.steering.index);
}

void BodyLowerer::lower_call(const StepCall& call, const Map<Variable>& parameters, LoweredNode& node) {
  for (const auto& argument : call.arguments)
    node.arguments.push_back({find_index(parameters, argument.name.text), lower_formula(argument.value)});
  std::ranges::sort(node.arguments, {}, &LoweredArgument::parameter);
}

std::vector<LoweredAssignment> BodyLowerer::lower_assignments(const Map<Formula>& assignments) {
  std::vector<LoweredAssignment> lowered;
  for (const auto& assignment : assignments) {
    const std::string_view name = assignment.name.text;
    const size_t point = name.find('.');
    const bool is_of_fact = point != std::string_view::npos;
    lowered.push_back({is_of_fact ? Target::member_field : Target::key,
                       is_of_fact ? own_fact_field(model_, set_, name.substr(point + 1))
                                  : find_index(model_.blackboard, name),
                       lower_formula(assignment.value)});
  }
  sort(lowered);
  return lowered;
}

std::vector<LoweredAssignment> BodyLowerer::lower_memories(const Map<Formula>& memories, Target target) {
  std::vector<LoweredAssignment> lowered;
  for (const auto& entry : memories)
    lowered.push_back({target, find_index(model_.memory, entry.name.text), lower_formula(entry.value)});
  sort(lowered);
  return lowered;
}

void BodyLowerer::sort(std::vector<LoweredAssignment>& assignments) {
  std::ranges::sort(assignments, {}, [](const LoweredAssignment& assignment) {
    return std::pair(assignment.target, assignment.subject);
  });
}

}  // namespace ishi::compiler
