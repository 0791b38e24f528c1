#include "lower/agent_limits.h"

#include <fmt/format.h>

#include <set>

#include "ishi/types.h"
#include "language/limits.h"
#include "resolve/link_variables.h"

namespace ishi::compiler {
namespace {

template <typename Visit>
void for_each_body(const LoweredAgent& agent, Visit&& visit) {
  const auto visit_if_there = [&](const LoweredNode& body) {
    if (!body.children.empty()) visit(body);
  };
  for (const LoweredOption& option : agent.options) {
    visit(option.body);
    visit_if_there(option.finally);
  }
  for (const LoweredHandler& handler : agent.handlers) visit_if_there(handler.body);
  for (const LoweredState& state : agent.states) {
    visit_if_there(state.enter);
    visit_if_there(state.finally);
  }
}

size_t count_nodes(const LoweredNode& node) {
  size_t count = 1;
  for (const LoweredNode& child : node.children) count += count_nodes(child);
  return count;
}

// They stand in one record an agent.
uint32_t record_bytes(const std::vector<LoweredGiven>& givens) {
  uint32_t size = 0;
  for (const LoweredGiven& given : givens) {
    const ishi::ValueType type = given.member_of != kNoRef   ? ishi::ValueType::entity
                                 : given.variable == nullptr ? ishi::ValueType::boolean
                                                             : record_type(given.variable->resolved.kind);
    size = place_in_record(size, type) + size_of(type);
  }
  return size;
}

// The keys that steps change, each once.
class ChangedKeys {
 public:
  explicit ChangedKeys(const Model& model) : model_(model) {}

  void add(const LoweredNode& node) {
    if (node.kind == ishi::NodeKind::task) {
      add(model_.tasks[node.subject].value.effects);
    } else if (node.kind == ishi::NodeKind::goal) {
      add(model_.goals[node.subject].value.effects);
    } else {
      for (const LoweredAssignment& assignment : node.assignments) {
        if (assignment.target == Target::key) keys_.insert(assignment.subject);
      }
    }
  }
  // A number each, three of a point or direction.
  [[nodiscard]] size_t values() const {
    size_t count = 0;
    for (const uint32_t key : keys_) {
      const ishi::ValueType type = record_type(model_.blackboard[key].value.resolved.kind);
      count += type == ishi::ValueType::point || type == ishi::ValueType::direction ? 3 : 1;
    }
    return count;
  }

 private:
  void add(const Map<Formula>& effects) {
    for (const auto& effect : effects) {
      if (const uint32_t key = find_index(model_.blackboard, effect.name.text); key != kNone)
        keys_.insert(key);
    }
  }

  const Model& model_;
  std::set<uint32_t> keys_;
};

void add_planned(const LoweredNode& node, ChangedKeys& keys) {
  for (const LoweredNode& child : node.children) {
    if (node.kind == ishi::NodeKind::plan) {
      keys.add(child);
      if (child.kind == ishi::NodeKind::sequence) {
        for (const LoweredNode& step : child.children) keys.add(step);
      }
    }
    add_planned(child, keys);
  }
}

void add_foreseen(const LoweredNode& node, bool is_foreseen, ChangedKeys& keys) {
  if (is_foreseen) keys.add(node);
  for (const LoweredNode& child : node.children) add_foreseen(child, is_foreseen || node.foresees, keys);
}

void check_changed(const Named<Agent>& agent, const ChangedKeys& keys, std::string_view what,
                   std::string_view help, Diagnostics& diagnostics) {
  if (keys.values() <= kLimits.planned_values) return;
  diagnostics
      .report(Code::too_many_entries, agent.name.span,
              fmt::format("`{}` has {} whose steps change more than {} keys together", agent.name.text, what,
                          kLimits.planned_values))
      .note("a key that is a point or direction counts as three")
      .help(std::string(help));
}

}  // namespace

void check_limits(const Model& model, const LoweredAgent& lowered, Diagnostics& diagnostics) {
  const Named<Agent>& agent = model.agents[lowered.agent];
  if (record_bytes(lowered.givens) > kLimits.record_bytes) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("what the steps of `{}` are given back takes more than {} bytes together",
                            agent.name.text, kLimits.record_bytes))
        .note(
            "a number takes 4 bytes, an entity 8, a point or direction 12; what a goal names counts wherever "
            "it is used")
        .help("name with `as` what later steps read, and nothing else, or let a step `set` a key");
  }
  size_t nodes = 0;
  ChangedKeys planned(model), foreseen(model);
  for_each_body(lowered, [&](const LoweredNode& body) {
    nodes += count_nodes(body);
    add_planned(body, planned);
    add_foreseen(body, false, foreseen);
  });
  if (nodes > kLimits.nodes_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("the bodies of all that `{}` can do have more than {} steps", agent.name.text,
                            kLimits.nodes_per_agent))
        .help("give it fewer actions, or let tasks of the game do what several steps do");
  }
  if (lowered.senses.size() > kLimits.senses_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("an agent has at most {} senses", kLimits.senses_per_agent))
        .help("let one sense notice what several do, with a `when`");
  }
  if (lowered.steerings.size() > kLimits.steerings_per_agent) {
    diagnostics
        .report(Code::too_many_entries, agent.name.span,
                fmt::format("the bodies of `{}` name more than {} steerings", agent.name.text,
                            kLimits.steerings_per_agent))
        .help("let one steering do what several do, with amounts and a `when` that read keys");
  }
  check_changed(agent, planned, "plans",
                "give the plans fewer steps to choose from, or let these change fewer keys", diagnostics);
  check_changed(agent, foreseen, "goals with `foresee`",
                "take `foresee` away, or let the steps change fewer keys", diagnostics);
}

}  // namespace ishi::compiler
