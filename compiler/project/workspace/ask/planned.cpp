#include "workspace/ask/planned.h"

#include <algorithm>
#include <vector>

#include "explain/operation_words.h"
#include "model/steps_within.h"
#include "simulate/plan_limit.h"

namespace ishi::compiler {
namespace {

bool plans(const NodeInfo& node) { return node.kind == ishi::NodeKind::plan; }
bool foresees(const NodeInfo& node) { return node.kind == ishi::NodeKind::goal && node.foresees; }

// Does a node, or one inside of it, do so?
template <class Does>
bool has_node(const Asset& asset, uint32_t index,
              Does does) {  // NOLINT(misc-no-recursion): 64 levels at most
  const NodeInfo node = AssetParts(asset).node(index);
  if (does(node)) return true;
  for (uint32_t i = 0; i < node.children.count; ++i) {
    if (has_node(asset, node.children.first + i, does)) return true;
  }
  return false;
}

bool body_has_node(const AskedSituation& asked, const SimulatedAgent& agent, uint32_t option,
                   bool (*does)(const NodeInfo&)) {
  const uint32_t index = agent.thought().agent.options.first + option;
  return has_node(asked.asset(), AssetParts(asked.asset()).option(index).body, does);
}

// As it is written, if only one plan can be meant.
std::string reach_of(const AskedSituation& asked, uint32_t option, uint32_t node) {
  const Agent& agent = asked.agent().value;
  std::vector<const PlanStep*> plans;  // that are written in its steps and in the goals that they do
  const Action& action = asked.model().actions[agent.actions[option].index].value;
  StepsDone(asked.model()).for_each(action.steps.value, [&](const Step& step) {
    if (const auto* const plan = step.as<PlanStep>(); plan != nullptr) plans.push_back(plan);
  });
  if (plans.size() == 1) return std::string(plans[0]->reach.text);
  const Asset& asset = asked.asset();
  const uint32_t index =
      asset.find(ishi::Kind::agents, asked.model().imported.id("agents", asked.agent().name.text));
  return formula_text(asset, names_of(AssetParts(asset).agent(index)), AssetParts(asset).node(node).value, 1);
}

// What `look` makes of the first event of the option's body for which it makes anything, if the body has a
// node that `has` is true of. Nothing if the body ends before.
template <typename Answer, typename Has, typename Look>
std::optional<Answer> first_of_body(const AskedSituation& asked, uint32_t option, Has has, Look look) {
  using EventKind = SimulatedEvent::Kind;
  Situation situation = asked.situation();
  situation.course = {};
  Simulation simulation(asked.asset(), asked.model(), situation);
  if (!simulation.open(0)) return std::nullopt;
  const SimulatedAgent& agent = simulation.agent();
  if (!body_has_node(asked, agent, option, has)) return std::nullopt;
  while (!is_stopped(asked.question().stop) && simulation.frame() && simulation.seconds() < kPlannedWithin) {
    for (const SimulatedEvent& event : agent.events()) {
      if (event.kind == EventKind::option_ended || event.kind == EventKind::option_left) return std::nullopt;
      if (std::optional<Answer> answer = look(simulation, event)) return answer;
    }
  }
  return std::nullopt;
}

bool has_failed(const SimulatedEvent& event) {
  return event.kind == SimulatedEvent::Kind::node_changed && event.change.change == NodeChange::failed;
}

}  // namespace

std::optional<Planned> first_plan(const AskedSituation& asked, uint32_t option) {
  using EventKind = SimulatedEvent::Kind;
  const auto look = [&](Simulation& simulation, const SimulatedEvent& event) -> std::optional<Planned> {
    const SimulatedAgent& agent = simulation.agent();
    const bool is_planless =
        has_failed(event) && AssetParts(asked.asset()).node(event.index).kind == ishi::NodeKind::plan;
    const bool holds_already = event.kind == EventKind::reached;
    if (event.kind != EventKind::planned && !is_planless && !holds_already) return std::nullopt;
    Planned planned;
    planned.holds_already = holds_already;
    if (event.kind == EventKind::planned) planned.plan = agent.plans().front();
    planned.reach = reach_of(asked, option, event.index);
    const NodeInfo node = AssetParts(asked.asset()).node(event.index);
    if (is_planless) planned.limited_by = plan_limit_name(event.change.cause);
    if (is_planless) planned.limit = plan_limit_text(node, event.change.cause);
    planned.seconds = simulation.seconds();
    planned.situations = agent.place().population().act_counters().planned_situations;
    return planned;
  };
  return first_of_body<Planned>(asked, option, plans, look);
}

std::optional<Foreseen> first_foreseen(const AskedSituation& asked, uint32_t option) {
  const auto look = [&](const Simulation& simulation,
                        const SimulatedEvent& event) -> std::optional<Foreseen> {
    if (event.kind == SimulatedEvent::Kind::foreseen) return Foreseen{event.text, simulation.seconds()};
    const bool is_hopeless = has_failed(event) && foresees(AssetParts(asked.asset()).node(event.index));
    return is_hopeless ? std::optional(Foreseen{{}, simulation.seconds()}) : std::nullopt;
  };
  return first_of_body<Foreseen>(asked, option, foresees, look);
}

}  // namespace ishi::compiler
