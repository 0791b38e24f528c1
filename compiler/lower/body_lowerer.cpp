#include "lower/body_lowerer.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/limits.h"
#include "lower/expression_lowerer.h"
#include "model/can_fail.h"

namespace ishi::compiler {
namespace {

bool reads_record(const std::vector<LoweredOperation>& program) {
  return std::ranges::any_of(program, [](const LoweredOperation& operation) {
    return operation.code >= OperationCode::record && operation.code <= OperationCode::record_entity;
  });
}

}  // namespace

LoweredTask BodyLowerer::lower_task(const Task& task) {
  task_ = &task;
  LoweredTask lowered{lower_formula(task.requirement), {}};
  assume(task.requirement);
  lowered.effects = lower_assignments(task.effects);
  assumed_.clear();
  task_ = nullptr;
  return lowered;
}

void BodyLowerer::lower_option(uint32_t index, const Action& action, LoweredOption& option) {
  option_ = index;
  assume(action.when);
  option.body.while_true = lower_formula(action.while_holds);
  assume(action.while_holds);
  option.body.interruptible = lower_formula(action.interruptible);
  option.body.children = lower_steps(action.steps.value);
  assumed_.clear();
  option.finally.children = lower_steps(action.finally.value);
  option.cooldown = static_cast<float>(action.cooldown.value);
  if (can_fail(action.steps.value))
    option.cooldown_after_failure = static_cast<float>(action.cooldown_after_failure.value);
  option_ = kNone;
}

std::vector<LoweredHandler> BodyLowerer::lower_handlers(const Agent& agent) {
  std::vector<LoweredHandler> handlers;
  for (uint32_t event = 0; event < model_.events.size(); ++event) {
    const bool wakes = std::ranges::find(agent.think.on, event, &Reference::index) != agent.think.on.end();
    const uint32_t reaction = find_index(agent.on, model_.events[event].name.text);
    if (!wakes && reaction == kNone) continue;
    LoweredHandler& handler = handlers.emplace_back();
    handler.event = event;
    handler.wakes = wakes;
    event_ = event;
    if (reaction != kNone) handler.body.children = lower_steps(agent.on[reaction].value);
    event_ = kNone;
  }
  return handlers;
}

std::vector<LoweredNode> BodyLowerer::lower_steps(const std::vector<Step>& steps) {
  std::vector<LoweredNode> nodes;
  nodes.reserve(steps.size());
  for (const Step& step : steps) nodes.push_back(lower_step(step));
  return nodes;
}

LoweredNode BodyLowerer::lower_step(const Step& step) {
  LoweredNode node;
  ++size_;
  const size_t mark = assumed_.size();
  node.when = lower_formula(step.when);
  assume(step.when);
  node.until = lower_formula(step.until);
  node.while_true = lower_formula(step.while_holds);
  assume(step.while_holds);
  node.timeout = lower_formula(step.timeout);
  node.interruptible = lower_formula(step.interruptible);
  node.retries = static_cast<uint32_t>(step.retry.value);
  node.continues = step.on_fail.given;
  lower_contents(step, node);
  assumed_.resize(mark);
  return node;
}

void BodyLowerer::lower_contents(const Step& step, LoweredNode& node) {
  switch (step.kind) {
    case StepKind::body:
      node.kind = NodeKind::sequence;
      node.children = lower_steps(step.steps);
      break;
    case StepKind::wait:
      node.kind = NodeKind::wait;
      node.value = lower_formula(step.wait);
      break;
    case StepKind::set:
      node.kind = NodeKind::set;
      node.assignments = lower_assignments(step.set);
      break;
    case StepKind::task:
      node.kind = NodeKind::task;
      node.subject = step.task.index;
      for (const auto& argument : step.arguments) {
        const uint32_t parameter =
            find_index(model_.tasks[node.subject].value.parameters, argument.name.text);
        node.arguments.push_back({parameter, lower_formula(argument.value)});
      }
      std::ranges::sort(node.arguments, {}, &LoweredArgument::parameter);
      break;
  }
}

std::vector<LoweredAssignment> BodyLowerer::lower_assignments(const Map<Formula>& assignments) {
  std::vector<LoweredAssignment> lowered;
  for (const auto& assignment : assignments) {
    lowered.push_back({find_index(model_.blackboard, assignment.name.text), lower_formula(assignment.value)});
  }
  std::ranges::sort(lowered, {}, &LoweredAssignment::key);
  return lowered;
}

LoweredFormula BodyLowerer::lower_formula(const Formula& formula) {
  if (formula.root == nullptr || is_full()) return {};
  ProgramBuilder builder(curves_);
  ExpressionLowerer expressions(model_, builder, diagnostics_);
  expressions.set_option(option_, true);
  expressions.set_task(task_);
  // What conditions themselves have to be warned of is said where they stand.
  const size_t said = diagnostics_.all().size();
  if (assumed_size_ <= kLimits.operations_per_file) {
    for (const Expression* condition : assumed_) expressions.assume(*condition, true);
  }
  assumed_size_ += builder.size();
  diagnostics_.retract_to(said);

  const LoweredValue value = expressions.lower(*formula.root);
  std::vector<Ref> results = {builder.result(value.x)};
  if (value.y != kNoRef) results.push_back(builder.result(value.y));
  if (value.z != kNoRef) results.push_back(builder.result(value.z));
  std::vector<Ref*> roots;
  roots.reserve(results.size());
  for (Ref& result : results) roots.push_back(&result);
  LoweredFormula lowered{builder.finish(roots)};
  size_ += lowered.program.size();
  if (event_ != kNone && reads_record(lowered.program)) lowered.event = event_;
  if (lowered.program.size() > kLimits.operations_per_formula) {
    diagnostics_
        .report(Code::program_too_large, formula.span,
                fmt::format("this takes more than {} operations", kLimits.operations_per_formula))
        .help("name fewer values in it, or simpler ones");
  }
  return lowered;
}

bool BodyLowerer::is_full() const { return size_ > kLimits.operations_per_file; }

void BodyLowerer::assume(const Formula& condition) {
  if (condition.root != nullptr) assumed_.push_back(condition.root);
}

}  // namespace ishi::compiler
