#include "drawing/run_counts.h"

namespace ishi::compiler {

void RunCounts::note(const SimulatedAgent& agent, double seconds) {
  Kind& kind = kinds_[agent.place().situation().agent];
  for (const SimulatedEvent& event : agent.events()) {
    if (event.kind == SimulatedEvent::Kind::option_chosen) ++kind.actions[event.index].times;
    if (event.kind == SimulatedEvent::Kind::state_changed) {
      ++kind.states[event.index].times;
      ++kind.turns[{agent.state_before(), event.index}];
    }
  }
  if (!agent.place().is_alive()) return;
  kind.seconds += seconds;
  if (agent.option() != kNoOption) kind.actions[agent.option()].seconds += seconds;
  if (agent.state() != kNone) kind.states[agent.state()].seconds += seconds;
}

std::vector<uint32_t> RunCounts::agents() const {
  std::vector<uint32_t> agents;
  for (const auto& [agent, kind] : kinds_) agents.push_back(agent);
  return agents;
}

void RunCounts::write(const Model& model, uint32_t agent, BehaviourMap& map) const {
  const auto found = kinds_.find(agent);
  if (found == kinds_.end()) return;
  const Kind& kind = found->second;
  const Agent& written = model.agents[agent].value;
  const auto& states = written.states.value;
  const auto share_of = [&](const Doing& doing) {
    return kind.seconds > 0 ? doing.seconds / kind.seconds : 0;
  };
  MapCounts counts;
  for (const auto& [option, doing] : kind.actions) {
    if (option >= written.actions.size() || written.actions[option].index == kNone) continue;
    const auto name = std::string(model.actions[written.actions[option].index].name.text);
    counts.parts.push_back({PartKind::action, name, doing.times, share_of(doing)});
  }
  for (const auto& [state, doing] : kind.states) {
    if (state < states.size())
      counts.parts.push_back(
          {PartKind::state, std::string(states[state].name.text), doing.times, share_of(doing)});
  }
  for (const auto& [turn, times] : kind.turns) {
    if (turn.first < states.size() && turn.second < states.size())
      counts.turns.push_back(
          {std::string(states[turn.first].name.text), std::string(states[turn.second].name.text), times});
  }
  write_counts(map, counts);
}

}  // namespace ishi::compiler
