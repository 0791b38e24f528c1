#include <algorithm>
#include <tuple>
#include <utility>

#include "lower/body_lowerer.h"
#include "lower/name_values.h"

// The nodes of steps, by what they do; what calls for more stands in body_lowerer.cpp: goals and walks.

namespace ishi::compiler {
namespace {

// A field that a set adds to its members, counted over all sets.
uint32_t own_fact_field(const Model& model, uint32_t set, std::string_view field) {
  return first_member_field(model, set) + static_cast<uint32_t>(count_noticed(model, set)) +
         find_index(own_fields(model, set), field);
}

}  // namespace

void BodyLowerer::lower_parts(const std::vector<Step>& steps, LoweredNode& node) {
  for (const Step& step : steps) node.children.push_back(in_list(lower_step(step)));
}

void BodyLowerer::lower_methods(const Map<Step>& methods, LoweredNode& node) {
  for (const auto& method : methods) {
    node.children.push_back(in_list(lower_step(method.value)));
    node.children.back().method = &method.name;
  }
}

// An `else` that is not written does nothing.
void BodyLowerer::lower_verb(const IfStep& chosen, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::first;
  node.count = kChosenByCondition;
  for (const auto& branch : chosen.methods) {
    const size_t mark = at_.assumed.size();
    if (branch.name.text == kElse) assume(chosen.methods[0].value.modifiers.when, false);
    node.children.push_back(lower_step(branch.value));
    node.children.back().method = &branch.name;
    at_.assumed.resize(mark);
  }
  if (find_index(chosen.methods, kElse) == kNone) node.children.emplace_back();
}

// `else` is asked last, wherever it is written.
void BodyLowerer::lower_verb(const SwitchStep& chosen, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::first;
  node.count = kChosenByValue;
  const Step* otherwise = nullptr;
  for (const auto& one : chosen.methods) {
    if (one.name.text == kElse) {
      otherwise = &one.value;
      continue;
    }
    node.children.push_back(lower_step(one.value));
    node.children.back().method = &one.name;
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
  node.given = enter_loop(repeat.for_each);
  node.value = lower_formula(repeat.by);
  LoweredNode round;
  round.children = lower_steps(repeat.steps);
  node.children.push_back(std::move(round));
  leave_loop(node.given);
}

void BodyLowerer::lower_verb(const PlanStep& plan, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::plan;
  node.count = static_cast<uint32_t>(plan.limit.depth.value);
  node.subject = static_cast<uint32_t>(plan.limit.situations.value);
  node.value = lower_formula(plan.reach);
  for (const Step& one : plan.steps) {
    const uint32_t given = enter_loop(one.modifiers.for_each);
    LoweredNode child = in_list(lower_step(one));
    if (given != kNone) {  // a step for each member
      LoweredNode inner = std::exchange(child, {});
      if (inner.kind == ishi::NodeKind::sequence) {
        child = std::move(inner);
      } else {
        for (const Modifier modifier : {Modifier::when, Modifier::score})
          child[modifier] = std::exchange(inner[modifier], {});
        child.children.push_back(std::move(inner));
      }
      child.given = given;
      child.claims = one.modifiers.claims.given;
    }
    leave_loop(given);
    node.children.push_back(std::move(child));
  }
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
  if (!remember.awareness.given()) return;
  for (const auto& entry : remember.memories) {
    const uint32_t memory = find_index(model_.memory, entry.name.text);
    if (model_.memory[memory].value.aware == kNone) continue;
    node.assignments.push_back({Target::awareness, memory, lower_awareness(entry.value, remember.awareness)});
  }
  sort(node.assignments);
}

void BodyLowerer::lower_verb(const ForgetStep& forget, const Step&, LoweredNode& node) {
  node.kind = ishi::NodeKind::set;
  const auto loop =
      std::ranges::find(at_.loops.rbegin(), at_.loops.rend(), forget.fact.text, &LoopPlace::name);
  if (loop != at_.loops.rend())
    node.assignments = {{Target::forget, loop->set, member_of_steps(loop->given)}};
  else if (!forget.fact.text.empty())
    node.assignments = {{Target::forget, at_.context.set, {}}};
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
  if (node.audience == Audience::one) node.value = lower_formula(step.modifiers.recipient);
  node.subject = emit.event.index;
  lower_call(emit, model_.events[node.subject].value.fields, node);
}

void BodyLowerer::lower_verb(const TaskStep& task, const Step& step, LoweredNode& node) {
  node.kind = ishi::NodeKind::task;
  node.subject = task.index;
  // Reserves no space for a value that no later step reads.
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
    const auto loop =
        std::ranges::find(at_.loops.rbegin(), at_.loops.rend(), name.substr(0, point), &LoopPlace::name);
    const bool is_of_steps = is_of_fact && loop != at_.loops.rend();
    lowered.push_back({is_of_fact ? Target::member_field : Target::key,
                       is_of_fact ? own_fact_field(model_, is_of_steps ? loop->set : at_.context.set,
                                                   name.substr(point + 1))
                                  : find_index(model_.blackboard, name),
                       lower_formula(assignment.value), is_of_steps ? loop->given + 1 : 0});
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
    return std::tuple(assignment.target, assignment.subject, assignment.member);
  });
}

}  // namespace ishi::compiler
