#include "mutate/seen_part.h"

#include <algorithm>
#include <utility>

#include "emit/emit.h"

namespace ishi::compiler {
namespace {

void insert_sorted(std::vector<uint32_t>& numbers, uint32_t number) {
  const auto place = std::ranges::lower_bound(numbers, number);
  if (place == numbers.end() || *place != number) numbers.insert(place, number);
}

// Takes the steps out of a body that have not begun.
class Pruning {
 public:
  Pruning(const BegunSteps& begun, const Asset& base) : begun_(begun), base_(base) {}

  // `node` replaces `before`, the node `index` of the asset. Differences beside steps that have begun are
  // kept.
  void prune(LoweredNode& node, const LoweredNode& before,
             uint32_t index) const {  // NOLINT(misc-no-recursion)
    // A planner and a goal that foresees look at steps that do not begin; a `cleanup` is done without
    // beginning.
    if (node.kind == ishi::NodeKind::plan || node.foresees || node.kind == ishi::NodeKind::cleanup) return;
    if (!begun_.has(index)) {
      node.children.clear();
      return;
    }
    if (node.children.size() != before.children.size()) return;
    const uint32_t first = AssetParts(base_).node(index).children.first;
    for (size_t i = 0; i < node.children.size(); ++i)
      prune(node.children[i], before.children[i], first + static_cast<uint32_t>(i));
  }

 private:
  const BegunSteps& begun_;
  const Asset& base_;
};

}  // namespace

void BegunSteps::add(const SimulatedAgent& agent) {
  const AssetParts parts(agent.place().asset());
  const IndexRange options = parts.agent(agent.place().agent_index()).options;
  std::vector<uint32_t> open;
  for (uint32_t i = 0; i < options.count; ++i) open.push_back(parts.option(options.first + i).body);
  while (!open.empty()) {
    const uint32_t node = open.back();
    open.pop_back();
    if (agent.begun(node) > 0) insert_sorted(nodes_, node);
    const IndexRange children = parts.node(node).children;
    for (uint32_t i = 0; i < children.count; ++i) open.push_back(children.first + i);
  }
}

void BegunSteps::add(const Thought& thought) {
  if (thought.picked != kNone) insert_sorted(options_, thought.picked);
}

bool BegunSteps::has(uint32_t node) const { return std::ranges::binary_search(nodes_, node); }
bool BegunSteps::has_option(uint32_t option) const { return std::ranges::binary_search(options_, option); }

std::vector<uint8_t> seen_part(const BegunSteps& begun, const Asset& base, const LoweredAgent& base_agent,
                               const Program& program, const Lowered& lowered, const Sources& sources) {
  const auto whole = std::ranges::find_if(lowered.agents, [&](const LoweredAgent& agent) {
    return program.model.agents[agent.agent].name.text == begun.agent();
  });
  if (whole == lowered.agents.end()) return {};
  Lowered part{.curves = lowered.curves,
               .weights = lowered.weights,
               .tasks = lowered.tasks,
               .goals = lowered.goals,
               .scales = lowered.scales,
               .agents = {*whole}};
  LoweredAgent& agent = part.agents.front();
  const AssetParts parts(base);
  const AgentInfo info = parts.agent(base.find(AgentId(program.model.imported.id("agents", begun.agent()))));
  // Another list of options is seen whatever they do.
  if (agent.options.size() == base_agent.options.size()) {
    for (uint32_t i = 0; i < agent.options.size(); ++i) {
      const uint32_t body = parts.option(info.options.first + i).body;
      if (!begun.has_option(i))
        Pruning(begun, base).prune(agent.options[i].body, base_agent.options[i].body, body);
    }
  }
  Diagnostics said_before;
  std::vector<uint8_t> blob = emit(program.model, part, program.units, sources, {.strip = true}, said_before);
  if (!blob.empty()) forget_sources(blob);
  return blob;
}

}  // namespace ishi::compiler
