#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "check/checking.h"
#include "language/limits.h"

// States of agents: which nothing leads to, and which lead to themselves.

namespace ishi::compiler {
namespace {

// Marks a state, and those to which ways lead from it.
void reach(const Map<State>& states, uint32_t first, std::vector<bool>& is_reached) {
  std::vector<uint32_t> open = {first};
  is_reached[first] = true;
  while (!open.empty()) {
    const State& state = states[open.back()].value;
    open.pop_back();
    for (const auto& transition : state.to) {
      const uint32_t target = find_index(states, transition.name.text);
      if (is_reached[target]) continue;
      is_reached[target] = true;
      open.push_back(target);
    }
  }
}

void refuse_ways_to_itself(const Map<State>& states, Diagnostics& diagnostics) {
  for (const auto& state : states) {
    for (const auto& transition : state.value.to) {
      const Name& target = transition.name;
      if (target.text != state.name.text) continue;
      diagnostics
          .report(Code::state_to_itself, target.span,
                  fmt::format("`{}` leads to itself: the agent is in it already", target.text))
          .help("name another state, or take it out");
    }
  }
}

// From the first one on; where a name is wrong it may be the one that leads there.
void warn_of_unreached(const Named<Agent>& agent, Diagnostics& diagnostics) {
  const Map<State>& states = agent.value.states.value;
  const auto is_known = [&](const Named<Formula>& transition) {
    return find_index(states, transition.name.text) != kNone;
  };
  const auto knows_targets = [&](const Named<State>& state) {
    return std::ranges::all_of(state.value.to, is_known);
  };
  if (diagnostics.is_in_doubt(agent.name.span) || !std::ranges::all_of(states, knows_targets)) return;
  std::vector<bool> is_reached(states.size());
  reach(states, 0, is_reached);
  for (uint32_t i = 0; i < states.size(); ++i) {
    if (is_reached[i]) continue;
    reach(states, i, is_reached);  // once that is fixed, these are reached
    diagnostics
        .report(Code::state_never_reached, states[i].name.span,
                fmt::format("nothing leads `{}` to `{}`", agent.name.text, states[i].name.text))
        .label(states[0].name.span, "it begins here")
        .help(fmt::format("say in another state when the agent goes over to it: `to: {{ {}: … }}`",
                          states[i].name.text));
  }
}

}  // namespace

void check_states(const Model& model, Diagnostics& diagnostics) {
  for (const auto& agent : model.agents) {
    const Map<State>& states = agent.value.states.value;
    if (states.empty() || states.size() > kLimits.states_per_agent) continue;
    refuse_ways_to_itself(states, diagnostics);
    warn_of_unreached(agent, diagnostics);
  }
}

}  // namespace ishi::compiler
