#include "lower/body_lowerer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

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

// A field that a memory adds, counted over all memories.
uint32_t own_fact_field(const Model& model, uint32_t memory, std::string_view field) {
  const Memory& of = model.memory[memory].value;
  const size_t noticed = of.has_thing() ? model.things[of.entity.reference].value.fields.size() : 0;
  return first_member_field(model, memory) + static_cast<uint32_t>(noticed) + find_index(of.fields, field);
}

void sort(std::vector<LoweredAssignment>& assignments) {
  std::ranges::sort(assignments, {}, [](const LoweredAssignment& assignment) {
    return std::pair(assignment.target, assignment.subject);
  });
}

bool reads_bound(const std::vector<LoweredOperation>& program) {
  return std::ranges::any_of(program, [](const LoweredOperation& operation) {
    return operation.code == OperationCode::bound || operation.code == OperationCode::bound_row;
  });
}

}  // namespace

// `succeed` completes a list: where it stands alone it is one.
LoweredNode BodyLowerer::in_list(LoweredNode node) {
  if (node.kind != ishi::NodeKind::succeed) return node;
  LoweredNode list;
  list.when = std::exchange(node.when, {});
  list.score = std::exchange(node.score, {});
  list.children.push_back(std::move(node));
  return list;
}

LoweredTask BodyLowerer::lower_task(uint32_t index) {
  const Task& task = model_.tasks[index].value;
  parameters_ = &task.parameters;
  record_kind_ = RecordKind::task;
  record_ = index;
  return lower_assumptions(task.requirement, task.effects);
}

LoweredTask BodyLowerer::lower_goal(uint32_t index) {
  const Goal& goal = model_.goals[index].value;
  parameters_ = &goal.parameters;
  record_kind_ = RecordKind::goal;
  record_ = index;
  return lower_assumptions(goal.requirement, goal.effects);
}

LoweredTask BodyLowerer::lower_assumptions(const Formula& requirement, const Map<Formula>& effects) {
  LoweredTask lowered{lower_formula(requirement), {}};
  assume(requirement);
  lowered.effects = lower_assignments(effects);
  assumed_.clear();
  parameters_ = nullptr;
  record_kind_ = RecordKind::none;
  return lowered;
}

void BodyLowerer::lower_option(uint32_t index, const Action& action, LoweredOption& option) {
  option_ = index;
  set_ = action.set();
  assume(action.when);
  option.body.while_true = lower_formula(action.while_holds);
  assume(action.while_holds);
  option.body.interruptible = lower_formula(action.interruptible);
  option.body.children = lower_steps(action.steps.value);
  if (!action.after.value.empty()) add_after(action.after.value, option.body);
  assumed_.clear();
  option.finally.children = lower_steps(action.finally.value);
  option.cooldown = static_cast<float>(action.cooldown.value);
  if (set_ != kNone || can_fail(action.steps.value))  // the fact may be forgotten
    option.cooldown_after_failure = static_cast<float>(action.cooldown_after_failure.value);
  option_ = set_ = kNone;
}

// What a completed body changes: the last step, also where `succeed` ends those before it.
void BodyLowerer::add_after(const Map<Formula>& changes, LoweredNode& body) {
  const bool can_succeed = std::ranges::any_of(
      body.children, [](const LoweredNode& step) { return step.kind == ishi::NodeKind::succeed; });
  if (can_succeed) {
    LoweredNode steps;
    steps.children = std::exchange(body.children, {});
    body.children.push_back(std::move(steps));
  }
  LoweredNode& last = body.children.emplace_back();
  last.kind = ishi::NodeKind::set;
  for (const auto& change : changes) {
    const uint32_t need = find_index(model_.needs, change.name.text);
    const uint32_t motive = need != kNone ? need
                                          : static_cast<uint32_t>(model_.needs.size()) +
                                                find_index(model_.drives, change.name.text);
    last.assignments.push_back({Target::level, motive, lower_change(motive, change.value)});
  }
  sort(last.assignments);
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
    record_kind_ = RecordKind::event;
    record_ = event;
    if (reaction != kNone) handler.body.children = lower_steps(agent.on[reaction].value);
    record_kind_ = RecordKind::none;
  }
  return handlers;
}

std::vector<LoweredState> BodyLowerer::lower_states(const Agent& agent) {
  std::vector<LoweredState> states;
  for (const auto& state : agent.states.value) {
    LoweredState& lowered = states.emplace_back();
    lowered.options = state.value.options;
    for (const auto& transition : state.value.to) {
      lowered.transitions.push_back(
          {find_index(agent.states.value, transition.name.text), lower_formula(transition.value)});
    }
    lowered.enter.children = lower_steps(state.value.enter.value);
    lowered.finally.children = lower_steps(state.value.finally.value);
  }
  return states;
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
  if (is_too_deep(step)) return node;
  ++depth_;
  const size_t mark = assumed_.size();
  lower_modifiers(step, node);
  lower_contents(step, node);
  assumed_.resize(mark);
  --depth_;
  return node;
}

bool BodyLowerer::is_too_deep(const Step& step) {
  if (depth_ < kLimits.body_depth) return false;
  if (!std::exchange(said_too_deep_, true)) {
    auto report = diagnostics_.report(
        Code::body_too_deep, step.task.span,
        fmt::format("bodies stand in each other more than {} levels deep", kLimits.body_depth));
    if (!goals_.empty()) report.note(fmt::format("the chain of goals: {}", fmt::join(goals_, " → ")));
    report.help("let one goal do in order what several do by way of each other");
  }
  return true;
}

void BodyLowerer::lower_modifiers(const Step& step, LoweredNode& node) {
  node.score = lower_formula(step.score.given() ? step.score : step.cost);
  node.when = lower_formula(step.when);
  assume(step.when);
  node.until = lower_formula(step.until);
  node.while_true = lower_formula(step.while_holds);
  assume(step.while_holds);
  node.timeout = lower_formula(step.timeout);
  node.interruptible = lower_formula(step.interruptible);
  node.retries = static_cast<uint32_t>(step.retry.value);
  constexpr uint32_t kPlanRetries = 3;
  if (step.kind == StepKind::plan && !step.retry.given) node.retries = kPlanRetries;
  node.continues = step.on_fail.given;
}

void BodyLowerer::lower_contents(const Step& step, LoweredNode& node) {
  switch (step.kind) {
    case StepKind::body: node.kind = ishi::NodeKind::sequence; break;
    case StepKind::all: node.kind = ishi::NodeKind::all; break;
    case StepKind::any: node.kind = ishi::NodeKind::any; break;
    case StepKind::succeed: node.kind = ishi::NodeKind::succeed; break;
    case StepKind::fail: node.kind = ishi::NodeKind::fail; break;
    case StepKind::first:
    case StepKind::best:
      node.kind = step.kind == StepKind::first ? ishi::NodeKind::first : ishi::NodeKind::best;
      for (const auto& method : step.methods) node.children.push_back(in_list(lower_step(method.value)));
      break;
    case StepKind::repeat: {
      node.kind = ishi::NodeKind::repeat;
      node.count = static_cast<uint32_t>(step.repeat.times.value);
      if (!step.until.given()) node.until = lower_formula(step.repeat.until);
      LoweredNode round;
      round.children = lower_steps(step.repeat.steps);
      node.children.push_back(std::move(round));
      break;
    }
    case StepKind::plan:
      node.kind = ishi::NodeKind::plan;
      node.count = static_cast<uint32_t>(step.plan.depth.value);
      node.value = lower_formula(step.plan.reach);
      for (const Step& one : step.plan.steps) node.children.push_back(lower_step(one));
      break;
    case StepKind::wait:
      node.kind = ishi::NodeKind::wait;
      node.value = lower_formula(step.wait);
      break;
    case StepKind::set:
      node.kind = ishi::NodeKind::set;
      node.assignments = lower_assignments(step.set);
      break;
    case StepKind::remember:
    case StepKind::forget:
      node.kind = ishi::NodeKind::set;
      node.assignments = lower_memories(step);
      break;
    case StepKind::emit:
      if (step.sound != kNone) {
        node.kind = ishi::NodeKind::sound;
        node.subject = step.sound;
        break;
      }
      node.kind = ishi::NodeKind::emit;
      node.audience = step.audience.value;
      node.subject = step.event.index;
      lower_verb(step, model_.events[node.subject].value.fields, node);
      break;
    case StepKind::task:
      node.kind = ishi::NodeKind::task;
      node.subject = step.task.index;
      lower_verb(step, model_.tasks[node.subject].value.parameters, node);
      break;
    case StepKind::goal: lower_goal_step(step, node); break;
    case StepKind::walk: lower_walk(step, node); break;
    case StepKind::steer: {
      node.kind = ishi::NodeKind::steer;
      const auto known = std::ranges::find(steerings_, step.steering.index);
      node.subject = static_cast<uint32_t>(known - steerings_.begin());
      if (known == steerings_.end()) steerings_.push_back(step.steering.index);
      break;
    }
  }
  const bool is_list = node.kind == ishi::NodeKind::sequence;
  for (const Step& child : step.steps)
    node.children.push_back(is_list ? lower_step(child) : in_list(lower_step(child)));
}

// Whoever is walked to must be somebody all the while.
void BodyLowerer::lower_walk(const Step& step, LoweredNode& node) {
  const Formula& place = step.walk.place();
  node.kind = ishi::NodeKind::walk;
  node.subject = step.walk.by.index;
  node.count = step.walk.away_from.given() ? 1 : 0;
  node.value = lower_formula(place, [&](ProgramBuilder&, ExpressionLowerer& expressions, LoweredValue) {
    Ref known = kNoRef;
    return expressions.lower_target(*place.root, known);
  });
  if (place.root == nullptr || place.root->type.kind != ValueKind::entity ||
      place.root->kind == ExpressionKind::self || place.root->kind == ExpressionKind::fact)
    return;
  node.while_true =
      lower_formula(place, [&](ProgramBuilder& builder, ExpressionLowerer& expressions, LoweredValue) {
        Ref known = kNoRef;
        expressions.lower_target(*place.root, known);
        if (known == kNoRef) known = builder.truth(true);
        if (step.while_holds.root == nullptr) return LoweredValue{known};
        const Ref also = expressions.lower(*step.while_holds.root).x;
        return LoweredValue{builder.apply(OperationCode::both, {also, known})};
      });
}

void BodyLowerer::lower_verb(const Step& step, const Map<Variable>& parameters, LoweredNode& node) {
  for (const auto& argument : step.arguments)
    node.arguments.push_back({find_index(parameters, argument.name.text), lower_formula(argument.value)});
  std::ranges::sort(node.arguments, {}, &LoweredArgument::parameter);
}

// A goal is written out where it is used; with modifiers of its own beside it, it is the only step of a body
// that has them.
void BodyLowerer::lower_goal_step(const Step& step, LoweredNode& node) {
  const auto& [name, goal] = model_.goals[step.task.index];
  if (is_full()) return;
  LoweredNode inner;
  inner.kind = ishi::NodeKind::goal;
  inner.subject = step.task.index;
  lower_verb(step, goal.parameters, inner);

  // What holds here is said of names that the goal does not know.
  const auto outer_assumed = std::exchange(assumed_, {});
  const auto* const outer_parameters = std::exchange(parameters_, &goal.parameters);
  const RecordKind outer_kind = std::exchange(record_kind_, RecordKind::goal);
  const uint32_t outer_record = std::exchange(record_, step.task.index);
  const uint32_t outer_option = std::exchange(option_, kNone);
  goal_known_.resize(model_.goals.size());
  const size_t said = diagnostics_.all().size();
  goals_.emplace_back(name.text);
  ++depth_;

  LoweredNode body = lower_step(goal.body);
  // The goal's modifiers are those of the node that holds its body.
  for (auto part : {&LoweredNode::when, &LoweredNode::until, &LoweredNode::while_true, &LoweredNode::timeout,
                    &LoweredNode::interruptible}) {
    inner.*part = std::exchange(body.*part, {});
  }
  if (goal.body.retry.given) inner.retries = std::exchange(body.retries, 0U);
  inner.continues = std::exchange(body.continues, false);
  inner.children.push_back(std::move(body));
  for (const auto& interjection : goal.interject) {
    LoweredNode& child = inner.children.emplace_back();
    child.kind = ishi::NodeKind::interjection;
    child.when = lower_formula(interjection.value.when);
    assume(interjection.value.when);
    child.children = lower_steps(interjection.value.steps);
    assumed_.clear();
  }
  if (!goal.finally.value.empty()) {
    LoweredNode& child = inner.children.emplace_back();
    child.kind = ishi::NodeKind::cleanup;
    child.children = lower_steps(goal.finally.value);
  }

  --depth_;
  goals_.pop_back();
  if (goal_known_[step.task.index] != 0) diagnostics_.retract_to(said);
  goal_known_[step.task.index] = 1;
  assumed_ = outer_assumed;
  parameters_ = outer_parameters;
  record_kind_ = outer_kind;
  record_ = outer_record;
  option_ = outer_option;

  const bool is_modified = node.when.given() || node.until.given() || node.while_true.given() ||
                           node.timeout.given() || node.interruptible.given() || node.score.given() ||
                           node.retries > 0 || node.continues;
  if (!is_modified) {
    node = std::move(inner);
    return;
  }
  node.kind = ishi::NodeKind::sequence;
  node.children.push_back(std::move(inner));
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

std::vector<LoweredAssignment> BodyLowerer::lower_memories(const Step& step) {
  const Target target = step.kind == StepKind::forget ? Target::forget : Target::remember;
  if (step.fact.given()) return {{target, set_, {}}};
  std::vector<LoweredAssignment> lowered;
  for (const auto& entry : step.memories)
    lowered.push_back({target, find_index(model_.memory, entry.name.text), lower_formula(entry.value)});
  sort(lowered);
  return lowered;
}

LoweredFormula BodyLowerer::lower_formula(const Formula& formula) {
  return lower_formula(formula,
                       [](ProgramBuilder&, ExpressionLowerer&, LoweredValue value) { return value; });
}

// The level with a change added.
LoweredFormula BodyLowerer::lower_change(uint32_t motive, const Formula& change) {
  return lower_formula(
      change, [&](ProgramBuilder& builder, ExpressionLowerer& expressions, LoweredValue value) {
        const Ref sum = builder.apply(OperationCode::add, {expressions.level(motive), value.x});
        return LoweredValue{builder.clamp(sum, 0, 1)};
      });
}

template <class Finish>
LoweredFormula BodyLowerer::lower_formula(const Formula& formula, Finish&& finish) {
  if (formula.root == nullptr || is_full()) return {};
  ProgramBuilder builder(curves_);
  ExpressionLowerer expressions(model_, builder, diagnostics_);
  expressions.set_option(option_, true, set_);
  expressions.set_parameters(parameters_);
  if (choices_ != nullptr) expressions.set_choices(*choices_);
  if (agent_ != nullptr) expressions.set_moments(*agent_, *moments_);
  // What conditions themselves have to be warned of is said where they stand.
  const size_t said = diagnostics_.all().size();
  if (assumed_size_ <= kLimits.operations_per_file) {
    for (const Expression* condition : assumed_) expressions.assume(*condition, true);
  }
  assumed_size_ += builder.size();
  diagnostics_.retract_to(said);

  const LoweredValue value = finish(builder, expressions, expressions.lower(*formula.root));
  std::vector<Ref> results = {builder.result(value.x)};
  if (value.y != kNoRef) results.push_back(builder.result(value.y));
  if (value.z != kNoRef) results.push_back(builder.result(value.z));
  std::vector<Ref*> roots;
  roots.reserve(results.size());
  for (Ref& result : results) roots.push_back(&result);
  LoweredFormula lowered;
  lowered.program = builder.finish(roots, &lowered.ranges);
  lowered.written = &formula;
  lowered.folded_curves = builder.folded_curves();
  size_ += lowered.program.size();
  if (record_kind_ == RecordKind::sense) {
    lowered.record_kind = record_kind_;
  } else if (record_kind_ != RecordKind::none && reads_record(lowered.program)) {
    lowered.record_kind = record_kind_;
    lowered.record = record_;
  }
  if (set_ != kNone && reads_bound(lowered.program)) lowered.set = set_;
  if (lowered.program.size() > kLimits.operations_per_formula) {
    diagnostics_
        .report(Code::program_too_large, formula.span,
                fmt::format("this takes more than {} operations", kLimits.operations_per_formula))
        .help("name fewer values in it, or simpler ones");
  }
  return lowered;
}

// All of them together.
LoweredFormula BodyLowerer::lower_conditions(const std::vector<const Expression*>& conditions,
                                             const Formula& written) {
  if (conditions.empty()) return {};
  Formula first = written;
  first.root = conditions[0];
  LoweredFormula lowered =
      lower_formula(first, [&](ProgramBuilder& builder, ExpressionLowerer& expressions, LoweredValue value) {
        for (size_t i = 1; i < conditions.size(); ++i) {
          expressions.assume(*conditions[i - 1], true);
          value.x = builder.apply(OperationCode::both, {value.x, expressions.lower_number(*conditions[i])});
        }
        return value;
      });
  lowered.written = &written;
  return lowered;
}

bool BodyLowerer::is_full() const { return size_ > kLimits.operations_per_file; }

void BodyLowerer::assume(const Formula& condition) {
  if (condition.root != nullptr) assumed_.push_back(condition.root);
}

}  // namespace ishi::compiler
