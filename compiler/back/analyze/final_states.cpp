#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "analyze/kinds_of_findings.h"
#include "analyze/words_of_findings.h"

// States that an agent enters and never leaves, and those of them in which it has nothing to do.

namespace ishi::compiler {
namespace {

class FinalStates {
 public:
  FinalStates(const Model& model, const LoweredAgent& agent, uint32_t main_file, Diagnostics& diagnostics)
      : model_(model),
        agent_(agent),
        written_(model.agents[agent.agent].value),
        main_file_(main_file),
        diagnostics_(diagnostics) {}

  void find() {
    const auto count = static_cast<uint32_t>(agent_.states.size());
    if (count < 2) return;
    std::vector<std::vector<bool>> reached;
    for (uint32_t i = 0; i < count; ++i) reached.push_back(reached_from(i));
    bool is_any_left_again = false;  // for a state that leads back
    for (uint32_t a = 0; a < count; ++a) {
      for (uint32_t b = a + 1; b < count; ++b) is_any_left_again |= reached[a][b] && reached[b][a];
    }
    for (uint32_t i = 1; i < count; ++i) {
      // The agent begins in the first state: what leads there is left again.
      if (!reached[0][i] || reached[i][0]) continue;
      std::vector<uint32_t> group;
      for (uint32_t other = 0; other < count; ++other) {
        if (reached[i][other]) group.push_back(other);
      }
      const auto leads_back = [&](uint32_t other) { return reached[other][i]; };
      if (group.front() != i || !std::ranges::all_of(group, leads_back)) continue;
      // Where no state is left for an earlier one they are phases, such as those of a boss.
      const bool is_phase = !is_any_left_again && !is_entered_in_passing(i) && !is_cleaned_up(group);
      const bool is_idle = has_nothing_to_do(group);
      if ((is_phase && !is_idle) || is_claimed(group) || is_ending(group)) continue;
      if (is_idle)
        report_idle(group[0]);
      else
        report(group);
    }
  }

 private:
  // By state: whether transitions lead there from a state, which itself is among them.
  [[nodiscard]] std::vector<bool> reached_from(uint32_t state) const {
    std::vector<bool> reached(agent_.states.size());
    std::vector<uint32_t> open = {state};
    reached[state] = true;
    while (!open.empty()) {
      const uint32_t next = open.back();
      open.pop_back();
      for (const LoweredTransition& transition : agent_.states[next].transitions) {
        if (reached[transition.target]) continue;
        reached[transition.target] = true;
        open.push_back(transition.target);
      }
    }
    return reached;
  }

  // True of one state with a single action to which every other one leads by a transition of its own, such as
  // a death.
  [[nodiscard]] bool is_ending(const std::vector<uint32_t>& group) const {
    if (group.size() > 1 || agent_.states.size() < 3 || agent_.states[group[0]].options.size() != 1)
      return false;
    for (uint32_t i = 0; i < agent_.states.size(); ++i) {
      const auto leads_there = [&](const LoweredTransition& one) { return one.target == group[0]; };
      if (i != group[0] && std::ranges::none_of(agent_.states[i].transitions, leads_there)) return false;
    }
    return true;
  }

  // True if a test expects that the agent is always in these states, or that it ends a run in one of them.
  [[nodiscard]] bool is_claimed(const std::vector<uint32_t>& group) const {
    const auto is_one = [&](const Setting<Name>& state) {
      return std::ranges::any_of(
          group, [&](uint32_t i) { return written_.states.value[i].name.text == state.value.text; });
    };
    const auto claims = [&](const Test& test, const AgentExpectation& expect) {
      if (test.run.given && expect.state.given && is_one(expect.state)) return true;
      const Setting<Invariant>& always = expect.always;
      return always.given && !always.value.states.empty() && std::ranges::all_of(always.value.states, is_one);
    };
    return std::ranges::any_of(model_.tests, [&](const Named<Test>& named) {
      const Test& test = named.value;
      if (!test.expect.given) return false;
      if (test.scene.index >= model_.scenes.size())
        return test.who.agent.index == agent_.agent && claims(test, test.expect.value);
      const auto& agents = model_.scenes[test.scene.index].value.agents;
      return std::ranges::any_of(test.expect.value.agents, [&](const Named<AgentExpectation>& one) {
        const uint32_t place = find_index(agents, one.name.text);
        return place != kNone && agents[place].value.agent.index == agent_.agent && claims(test, one.value);
      });
    });
  }

  // True if a transition leads to the state because of something that is over a moment later: an event, or
  // the end of an action.
  [[nodiscard]] bool is_entered_in_passing(uint32_t state) const {
    return std::ranges::any_of(agent_.states, [&](const LoweredState& from) {
      return std::ranges::any_of(from.transitions, [&](const LoweredTransition& transition) {
        return transition.target == state &&
               std::ranges::any_of(transition.condition.program, [](const LoweredOperation& operation) {
                 return operation.code == OperationCode::since || operation.code == OperationCode::ending;
               });
      });
    });
  }

  // True if there are steps for the moment in which one of the states is left.
  [[nodiscard]] bool is_cleaned_up(const std::vector<uint32_t>& group) const {
    return std::ranges::any_of(group,
                               [&](uint32_t i) { return written_.states.value[i].value.finally.given; });
  }

  [[nodiscard]] bool has_nothing_to_do(const std::vector<uint32_t>& group) const {
    const auto is_in = [](const LoweredState& state, uint32_t option) {
      return std::ranges::find(state.options, option) != state.options.end();
    };
    for (uint32_t option = 0; option < agent_.options.size(); ++option) {
      const bool is_everywhere = std::ranges::none_of(
          agent_.states, [&](const LoweredState& state) { return is_in(state, option); });
      if (is_everywhere ||
          std::ranges::any_of(group, [&](uint32_t i) { return is_in(agent_.states[i], option); }))
        return false;
    }
    return !written_.planner.given();
  }

  [[nodiscard]] std::string of_agent() const {
    return model_.agents.size() > 1 ? fmt::format(" of `{}`", model_.agents[agent_.agent].name.text) : "";
  }
  // The help of both findings.
  [[nodiscard]] std::string way_out(const std::vector<uint32_t>& group) const {
    const auto& states = written_.states.value;
    std::string all;
    for (const uint32_t i : group)
      all += fmt::format("{}{}", all.empty() ? "" : "` or `state: ", states[i].name.text);
    return fmt::format(
        "let it end, such as `to: {{ {}: elapsed > 5s }}`; if it is meant, as of somebody who is dead, let a "
        "test say so: one with a `run` that expects `state: {}` at its end",
        states[0].name.text, all);
  }

  void report_idle(uint32_t state) {
    const Name& name = written_.states.value[state].name;
    if (name.span.file != main_file_) return;
    diagnostics_
        .report(Code::stands_still, name.span,
                fmt::format("in the state `{}`{} the agent stands still for ever", name.text, of_agent()))
        .caption("it has no actions here, and no transition leads out of it")
        .note("proved: every action and every transition of the agent was looked at")
        .help("list its `actions`; or " + way_out({state}));
  }

  void report(const std::vector<uint32_t>& group) {
    const auto& states = written_.states.value;
    const Name& name = states[group[0]].name;
    if (name.span.file != main_file_) return;
    std::vector<std::string> names;
    for (const uint32_t i : group) names.push_back(fmt::format("`{}`", states[i].name.text));
    Report report = diagnostics_.report(
        Code::state_never_left, name.span,
        group.size() == 1 ? fmt::format("the state {}{} is never left", names[0], of_agent())
                          : fmt::format("the states {}{} are never left", listed(names, "and"), of_agent()));
    report.caption(group.size() == 1 ? "no transition leads out of it"
                                     : "they lead to each other, and none leads to another state");
    for (size_t i = 1; i < group.size(); ++i)
      report.label(states[group[i]].name.span, "the same of this one");
    report.note("proved: every transition of the agent was looked at").help(way_out(group));
  }

  const Model& model_;
  const LoweredAgent& agent_;
  const Agent& written_;
  uint32_t main_file_;
  Diagnostics& diagnostics_;
};

}  // namespace

void find_final_states(const Model& model, const Lowered& lowered, uint32_t main_file,
                       Diagnostics& diagnostics) {
  for (const LoweredAgent& agent : lowered.agents) FinalStates(model, agent, main_file, diagnostics).find();
}

}  // namespace ishi::compiler
