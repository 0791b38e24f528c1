#include "drawing/run_counts.h"

#include <algorithm>

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
  map.has_run = true;
  const auto find_part = [&](PartKind part, std::string_view name) {
    return std::ranges::find_if(map.parts,
                                [&](const MapPart& one) { return one.kind == part && one.name == name; });
  };
  const auto write_doing = [&](PartKind part, std::string_view name, const Doing& doing) {
    const auto place = find_part(part, name);
    if (place == map.parts.end()) return;
    place->times = doing.times;
    place->share = kind.seconds > 0 ? doing.seconds / kind.seconds : 0;
  };
  for (const auto& [option, doing] : kind.actions) {
    if (option >= written.actions.size() || written.actions[option].index == kNone) continue;
    write_doing(PartKind::action, model.actions[written.actions[option].index].name.text, doing);
  }
  const auto& states = written.states.value;
  for (const auto& [state, doing] : kind.states) {
    if (state < states.size()) write_doing(PartKind::state, states[state].name.text, doing);
  }
  for (const auto& [turn, times] : kind.turns) {
    if (turn.first >= states.size() || turn.second >= states.size()) continue;
    const auto place_of = [&](uint32_t state) {
      return static_cast<uint32_t>(find_part(PartKind::state, states[state].name.text) - map.parts.begin());
    };
    const uint32_t from = place_of(turn.first), to = place_of(turn.second);
    for (MapLink& link : map.links) {
      if (link.kind == LinkKind::turns_to && link.from == from && link.to == to) link.times = times;
    }
  }
}

}  // namespace ishi::compiler
