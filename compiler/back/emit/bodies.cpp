#include "emit/bodies.h"

#include <algorithm>
#include <array>

#include "ishi/types.h"
#include "lower/node_order.h"

namespace ishi::compiler {

blob::Range add_operations(const std::vector<LoweredOperation>& program,
                           std::vector<blob::Operation>& operations) {
  const size_t first = operations.size();
  for (const LoweredOperation& operation : program) {
    operations.emplace_back(static_cast<blob::OperationCode>(operation.code), uint8_t{0}, uint16_t{0},
                            operation.a, operation.b, operation.c, operation.gate, operation.parameter);
  }
  return add_range(operations, first);
}

uint32_t BodyEmitter::add_formula(const LoweredFormula& formula) {
  if (!formula.given()) return kNotFound;
  const blob::Range program = add_operations(formula.program, operations_);
  formulas_.emplace_back(program, static_cast<blob::RecordKind>(formula.record_kind), uint8_t{0}, uint16_t{0},
                         formula.record, formula.set);
  return static_cast<uint32_t>(formulas_.size() - 1);
}

blob::Assignment BodyEmitter::add_assignment(const LoweredAssignment& assignment) {
  return {assignment.subject, add_formula(assignment.formula), static_cast<blob::Target>(assignment.target),
          uint8_t{0}, static_cast<uint16_t>(assignment.member)};
}

BodyEmitter::Assumptions BodyEmitter::add_assumptions(const LoweredTask& lowered) {
  const size_t first_formula = formulas_.size();
  const size_t first_effect = effects_.size();
  const uint32_t condition = add_formula(lowered.condition);
  for (const LoweredAssignment& effect : lowered.effects) effects_.push_back(add_assignment(effect));
  return {add_range(formulas_, first_formula), add_range(effects_, first_effect), condition};
}

void BodyEmitter::add_tasks(const std::vector<LoweredTask>& lowered, std::vector<blob::Task>& tasks) {
  for (uint32_t i = 0; i < lowered.size(); ++i) {
    const Assumptions assumed = add_assumptions(lowered[i]);
    const blob::Task& task = tasks[i];
    tasks[i] = blob::Task(task.id(), task.parameters(), assumed.formulas, assumed.effects, assumed.condition,
                          task.takes_seconds(), task.abort(), uint8_t{0}, uint16_t{0}, 0U);
  }
}

void BodyEmitter::add_goals(const std::vector<LoweredTask>& lowered, std::vector<blob::Goal>& goals) {
  for (uint32_t i = 0; i < lowered.size(); ++i) {
    const Assumptions assumed = add_assumptions(lowered[i]);
    goals[i] = blob::Goal(goals[i].id(), goals[i].parameters(), assumed.formulas, assumed.effects,
                          assumed.condition, 0U);
  }
}

void BodyEmitter::add_sounds(const std::vector<LoweredFormula>& scales, std::vector<blob::Sound>& sounds) {
  for (uint32_t i = 0; i < scales.size(); ++i) {
    const size_t first = formulas_.size();
    const uint32_t scale = add_formula(scales[i]);
    sounds[i] = blob::Sound(sounds[i].id(), sounds[i].radius(), sounds[i].thing(),
                            add_range(formulas_, first), scale, 0U);
  }
}

AgentBodies BodyEmitter::add_agent(const LoweredAgent& agent) {
  AgentBodies bodies;
  const size_t first_node = nodes_.size();
  const size_t first_formula = formulas_.size();
  const size_t first_handler = handlers_.size();
  // Each node is written when all before it are known, so that its children's place is.
  const std::vector<const LoweredNode*> order = nodes_in_order(agent);
  auto next_root = static_cast<uint32_t>(first_node);
  const auto add_if_there = [&](const LoweredNode& root) {
    return root.children.empty() ? kNotFound : next_root++;
  };
  for (const LoweredOption& option : agent.options) {
    const uint32_t body = next_root++;
    bodies.options.push_back({body, add_if_there(option.finally)});
  }
  for (const LoweredHandler& handler : agent.handlers) {
    const uint32_t body = add_if_there(handler.body);
    handlers_.emplace_back(handler.event, handler.wakes ? uint8_t{1} : uint8_t{0}, uint8_t{0}, uint16_t{0},
                           body);
  }
  for (const LoweredState& state : agent.states) {
    const uint32_t enter = add_if_there(state.enter);
    bodies.states.push_back({enter, add_if_there(state.finally), {}});
    for (const LoweredTransition& transition : state.transitions)
      bodies.states.back().conditions.push_back(add_formula(transition.condition));
  }
  for (const LoweredSteering& steering : agent.steerings)
    bodies.steerings.push_back(add_formula(steering.formula));
  uint32_t first_child = next_root;
  for (const LoweredNode* const node : order) {
    add_node(*node, first_child);
    first_child += static_cast<uint32_t>(node->children.size());
  }
  for (const LoweredSense& sense : agent.senses) {
    const uint32_t filter = add_formula(sense.filter);
    const uint32_t when = add_formula(sense.when);
    const uint32_t visibility = add_formula(sense.visibility);
    bodies.senses.push_back({filter, when, visibility, add_formula(sense.rise)});
  }
  bodies.nodes = add_range(nodes_, first_node);
  bodies.formulas = add_range(formulas_, first_formula);
  bodies.handlers = add_range(handlers_, first_handler);
  return bodies;
}

void BodyEmitter::add_node(const LoweredNode& node, uint32_t first_child) {
  const size_t first_argument = arguments_.size();
  const size_t first_assignment = assignments_.size();
  for (const LoweredArgument& argument : node.arguments) {
    arguments_.emplace_back(argument.parameter, add_formula(argument.formula));
  }
  for (const LoweredAssignment& assignment : node.assignments) {
    assignments_.push_back(add_assignment(assignment));
  }
  const uint32_t value = add_formula(node.value);
  std::array<uint32_t, kModifierCount> modifiers{};
  std::ranges::transform(node.modifiers, modifiers.begin(),
                         [this](const LoweredFormula& formula) { return add_formula(formula); });
  const auto flags =
      static_cast<uint8_t>((node.inverts ? kInvertsFlag : 0) | (node.is_once ? kOnceFlag : 0) |
                           (node.reconsiders ? kReconsidersFlag : 0) | (node.foresees ? kForeseesFlag : 0) |
                           (node.draws ? kDrawsFlag : 0) | (node.claims ? kClaimsFlag : 0));
  nodes_.emplace_back(static_cast<blob::NodeKind>(node.kind), node.continues ? uint8_t{1} : uint8_t{0},
                      static_cast<blob::Audience>(node.audience), flags, node.subject,
                      blob::Range{first_child, static_cast<uint32_t>(node.children.size())},
                      add_range(arguments_, first_argument), add_range(assignments_, first_assignment), value,
                      flatbuffers::span<const uint32_t, kModifierCount>(modifiers), node.retries, node.count,
                      node.given);
}

}  // namespace ishi::compiler
