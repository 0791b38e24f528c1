#include "lower/body_lowerer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "language/limits.h"
#include "language/modifiers.h"
#include "lower/expression_lowerer.h"
#include "model/can_fail.h"

namespace ishi::compiler {
namespace {

bool reads_record(const std::vector<LoweredOperation>& program) {
  return std::ranges::any_of(program, [](const LoweredOperation& operation) {
    return operation.code >= OperationCode::record && operation.code <= OperationCode::record_entity;
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
  for (const Modifier modifier : {Modifier::when, Modifier::score})
    list[modifier] = std::exchange(node[modifier], {});
  list.children.push_back(std::move(node));
  return list;
}

template <class AddMore>
LoweredTask BodyLowerer::lower_assumptions(const Formula& requirement, const Map<Formula>& effects,
                                           AddMore&& add_more) {
  LoweredTask lowered{lower_formula(requirement), {}};
  assume(requirement);
  lowered.effects = lower_assignments(effects);
  add_more(lowered);
  at_.assumed.clear();
  at_.context.parameters = nullptr;
  at_.record_kind = RecordKind::none;
  return lowered;
}

LoweredTask BodyLowerer::lower_task(uint32_t index) {
  const Task& task = model_.tasks[index].value;
  at_.context.parameters = &task.parameters;
  at_.record_kind = RecordKind::task;
  at_.record = index;
  return lower_assumptions(task.requirement, task.effects, [&](LoweredTask& lowered) {
    auto place = static_cast<uint32_t>(task.parameters.size());
    for (const auto& given : task.gives) {
      if (given.value.gives.given())
        lowered.effects.push_back({Target::given, place, lower_formula(given.value.gives)});
      ++place;
    }
  });
}

LoweredTask BodyLowerer::lower_goal(uint32_t index) {
  const Goal& goal = model_.goals[index].value;
  at_.context.parameters = &goal.parameters;
  at_.record_kind = RecordKind::goal;
  at_.record = index;
  return lower_assumptions(goal.requirement, goal.effects, [](LoweredTask&) {});
}

void BodyLowerer::lower_option(uint32_t index, const Action& action, LoweredOption& option) {
  at_.context.option = index;
  option_name_ = at_.context.agent->value.actions[index].text;
  at_.context.set = action.set();
  assume(action.when);
  option.body[Modifier::while_true] = lower_formula(action.while_holds);
  assume(action.while_holds);
  option.body[Modifier::interruptible] = lower_formula(action.interruptible);
  option.body.children = lower_steps(action.steps.value);
  if (!action.after.value.empty()) add_after(action.after.value, option.body);
  at_.assumed.clear();
  option.finally.children = lower_steps(action.finally.value);
  option.cooldown = static_cast<float>(action.cooldown.value);
  if (at_.context.set != kNone || can_fail(action.steps.value))  // the fact may be forgotten
    option.cooldown_after_failure = static_cast<float>(action.cooldown_after_failure.value);
  at_.context.option = at_.context.set = kNone;
}

// The changes of a completed body: the last step's, also where `succeed` ends those before it.
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
  last.assignments = lower_changes(changes);
}

// To levels that the agent carries.
std::vector<LoweredAssignment> BodyLowerer::lower_changes(const Map<Formula>& changes) {
  std::vector<LoweredAssignment> lowered;
  for (const auto& change : changes) {
    const uint32_t need = find_index(model_.needs, change.name.text);
    const uint32_t motive = need != kNone ? need
                                          : static_cast<uint32_t>(model_.needs.size()) +
                                                find_index(model_.drives, change.name.text);
    lowered.push_back({Target::level, motive, lower_change(motive, change.value)});
  }
  sort(lowered);
  return lowered;
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
    at_.record_kind = RecordKind::event;
    at_.record = event;
    if (reaction != kNone) handler.body.children = lower_steps(agent.on[reaction].value);
    at_.record_kind = RecordKind::none;
  }
  return handlers;
}

std::vector<LoweredState> BodyLowerer::lower_states(const Agent& agent) {
  std::vector<LoweredState> states;
  for (const auto& state : agent.states.value) {
    LoweredState& lowered = states.emplace_back();
    lowered.options = state.value.options;
    at_.context.state = &state;
    for (const auto& transition : state.value.to) {
      lowered.transitions.push_back(
          {find_index(agent.states.value, transition.name.text), lower_formula(transition.value)});
    }
    at_.context.state = nullptr;
    lowered.enter.children = lower_steps(state.value.enter.value);
    lowered.finally.children = lower_steps(state.value.finally.value);
  }
  return states;
}

std::vector<LoweredNode> BodyLowerer::lower_steps(const std::vector<Step>& steps) {
  std::vector<LoweredNode> nodes;
  nodes.reserve(steps.size());
  LoweredNode forget;  // what was given in an earlier round
  forget.kind = ishi::NodeKind::set;
  const size_t mark = at_.assumed.size();
  const size_t scope = at_.scope.size();
  for (const Step& step : steps) {
    std::vector<GivenPlace> places;
    add_givens(step, true, places, forget);
    nodes.push_back(lower_step(step));
    at_.scope.insert(at_.scope.end(), places.begin(), places.end());
    if (const Formula* const condition = step.holds_behind()) assume(*condition);
  }
  at_.assumed.resize(mark);
  of_list_.assign(at_.scope.begin() + static_cast<ptrdiff_t>(scope), at_.scope.end());
  at_.scope.resize(scope);
  if (!forget.assignments.empty()) {
    ++size_;
    nodes.insert(nodes.begin(), std::move(forget));
  }
  return nodes;
}

LoweredFormula BodyLowerer::constant(float value) {
  ProgramBuilder builder(curves_);
  Ref result = builder.result(builder.constant(value));
  std::vector<Ref*> roots = {&result};
  LoweredFormula lowered;
  lowered.program = builder.finish(roots, &lowered.ranges);
  size_ += lowered.program.size();
  return lowered;
}

LoweredNode BodyLowerer::lower_step(const Step& step) {
  LoweredNode node;
  ++size_;
  if (is_too_deep(step)) return node;
  ++depth_;
  const size_t mark = at_.assumed.size();
  lower_modifiers(step, node);
  std::visit([&](const auto& verb) { lower_verb(verb, step, node); }, step.what);
  node.step = &step;
  at_.assumed.resize(mark);
  --depth_;
  return node;
}

bool BodyLowerer::is_too_deep(const Step& step) {
  if (depth_ < kLimits.body_depth) return false;
  if (!std::exchange(said_too_deep_, true)) {
    auto report = diagnostics_.report(
        Code::body_too_deep, step.name.span,
        fmt::format("bodies stand in each other more than {} levels deep", kLimits.body_depth));
    if (!goals_.empty()) report.note(fmt::format("the chain of goals: {}", fmt::join(goals_, " → ")));
    report.help("let one goal do in order what several do by way of each other");
  }
  return true;
}

void BodyLowerer::lower_modifiers(const Step& step, LoweredNode& node) {
  const Modifiers& modifiers = step.modifiers;
  node[Modifier::score] = lower_formula(modifiers.score.given() ? modifiers.score : modifiers.cost);
  for (const ModifierRow& row : modifier_rows()) {
    if (row.formula == nullptr) continue;
    node[row.in_blob] = lower_formula(modifiers.*row.formula);
    if (row.is_assumed) assume(modifiers.*row.formula);
  }
  node.retries = static_cast<uint32_t>(modifiers.retry.value);
  constexpr uint32_t kPlanRetries = 3;
  if (step.is<PlanStep>() && !modifiers.retry.given) node.retries = kPlanRetries;
  node.continues = modifiers.on_fail.given;
  node.inverts = modifiers.invert.value;
  node.is_once = modifiers.once.value;
}

// Whoever is walked to must be somebody all the while.
void BodyLowerer::lower_verb(const WalkStep& walk, const Step& step, LoweredNode& node) {
  const Formula& place = walk.place();
  node.kind = ishi::NodeKind::walk;
  node.subject = walk.by.index;
  node.count = walk.away_from.given() ? 1 : 0;
  node.value = lower_formula(place, [&](ProgramBuilder&, ExpressionLowerer& expressions, LoweredValue) {
    Ref known = kNoRef;
    return expressions.lower_target(*place.root, known);
  });
  const bool is_point = place.root != nullptr && place.root->may_be_nowhere;
  if (place.root == nullptr || (place.root->type.kind != ValueKind::entity && !is_point) ||
      place.root->kind == ExpressionKind::self || place.root->kind == ExpressionKind::fact)
    return;
  node[Modifier::while_true] =
      lower_formula(place, [&](ProgramBuilder& builder, ExpressionLowerer& expressions, LoweredValue) {
        Ref known = kNoRef;
        expressions.lower_target(*place.root, known);
        if (known == kNoRef) known = builder.truth(true);
        const Expression* const goes_on = step.modifiers.while_holds.root;
        if (goes_on == nullptr) return LoweredValue{known};
        const Ref also = expressions.lower(*goes_on).x;
        return LoweredValue{builder.apply(OperationCode::both, {also, known})};
      });
}

// A goal is written out where it is used; with modifiers of its own beside it, it is the only step of a body
// that has them.
void BodyLowerer::lower_verb(const GoalStep& step, const Step& outer, LoweredNode& node) {
  const auto& [name, goal] = model_.goals[step.index];
  if (is_full()) return;
  LoweredNode inner;
  inner.kind = ishi::NodeKind::goal;
  inner.subject = step.index;
  lower_call(step, goal.parameters, inner);

  // The conditions that hold here are about names that the goal does not know.
  StepPlace inside;
  inside.context = at_.context;
  inside.context.parameters = &goal.parameters;
  inside.context.option = kNone;
  inside.record_kind = RecordKind::goal;
  inside.record = step.index;
  const StepPlace around = std::exchange(at_, std::move(inside));
  goal_known_.resize(model_.goals.size());
  const size_t said = diagnostics_.all().size();
  goals_.emplace_back(name.text);
  ++depth_;

  LoweredNode body = lower_step(goal.body);
  // The goal's modifiers are those of the node that holds its body.
  inner.modifiers = std::exchange(body.modifiers, {});
  constexpr uint32_t kForeseenRetries = 3;
  inner.foresees = goal.foresee.value;
  if (inner.foresees) inner.retries = kForeseenRetries;
  if (goal.body.modifiers.retry.given) inner.retries = std::exchange(body.retries, 0U);
  inner.continues = std::exchange(body.continues, false);
  inner.inverts = std::exchange(body.inverts, false);
  inner.is_once = std::exchange(body.is_once, false);
  if (const auto given = given_of_step_.find(&outer);
      outer.modifiers.as.given && given != given_of_step_.end())
    write_gives(goal, given->second, body);
  inner.children.push_back(std::move(body));
  for (const auto& interjection : goal.interject) {
    LoweredNode& child = inner.children.emplace_back();
    child.kind = ishi::NodeKind::interjection;
    child[Modifier::when] = lower_formula(interjection.value.when);
    assume(interjection.value.when);
    child.children = lower_steps(interjection.value.steps);
    at_.assumed.clear();
  }
  if (!goal.finally.value.empty()) {
    LoweredNode& child = inner.children.emplace_back();
    child.kind = ishi::NodeKind::cleanup;
    child.children = lower_steps(goal.finally.value);
  }

  --depth_;
  goals_.pop_back();
  if (goal_known_[step.index] != 0) diagnostics_.retract_to(said);
  goal_known_[step.index] = 1;
  at_ = around;

  const bool is_modified =
      std::ranges::any_of(node.modifiers, [](const LoweredFormula& formula) { return formula.given(); }) ||
      node.retries > 0 || node.continues || node.inverts || node.is_once;
  if (!is_modified) {
    node = std::move(inner);
    return;
  }
  node.kind = ishi::NodeKind::sequence;
  node.children.push_back(std::move(inner));
}

LoweredFormula BodyLowerer::lower_formula(const Formula& formula) {
  return lower_formula(formula,
                       [](ProgramBuilder&, ExpressionLowerer&, LoweredValue value) { return value; });
}

// Of whom, and how aware.
LoweredFormula BodyLowerer::lower_awareness(const Formula& whom, const Formula& awareness) {
  return lower_formula(whom, [&](ProgramBuilder&, ExpressionLowerer& expressions, LoweredValue value) {
    if (awareness.root != nullptr) value.y = expressions.lower_number(*awareness.root);
    return value;
  });
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
  FormulaContext context = at_.context;
  context.is_running = true;
  context.givens = &at_.scope;
  context.loops = &at_.loops;
  ExpressionLowerer expressions(model_, builder, diagnostics_, context);
  // Warnings about the conditions themselves are given where they stand.
  const size_t said = diagnostics_.all().size();
  if (assumed_size_ <= kLimits.operations_per_file) {
    for (const auto& [condition, truth] : at_.assumed) expressions.assume(*condition, truth);
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
  if (at_.record_kind == RecordKind::sense) {
    lowered.record_kind = at_.record_kind;
  } else if (at_.record_kind != RecordKind::none && reads_record(lowered.program)) {
    lowered.record_kind = at_.record_kind;
    lowered.record = at_.record;
  }
  if (at_.context.set != kNone && reads_bound(lowered.program)) lowered.set = at_.context.set;
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

void BodyLowerer::assume(const Formula& condition, bool truth) {
  if (condition.root != nullptr) at_.assumed.emplace_back(condition.root, truth);
}

}  // namespace ishi::compiler
