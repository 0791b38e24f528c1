#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "language/limits.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

class StatesLinker {
 public:
  StatesLinker(Named<Agent>& agent, const Model& model, Names& names, StepLinker& steps,
               Diagnostics& diagnostics)
      : agent_(agent.value),
        name_(agent.name),
        model_(model),
        names_(names),
        steps_(steps),
        diagnostics_(diagnostics),
        states_(agent.value.states.value),
        own_(agent.value.actions.size()) {}

  void link() {
    if (!agent_.states.given) return;
    if (states_.empty()) {
      diagnostics_
          .report_missing(name_.span, Code::empty_model, agent_.states.span,
                          "`states` has none, so the agent is in no state")
          .help(
              "write the one that it begins in, such as `calm: { actions: [patrol] }`, or take `states` out");
      return;
    }
    if (states_.size() > kLimits.states_per_agent) {
      diagnostics_
          .report(Code::too_many_entries, states_[kLimits.states_per_agent].name.span,
                  fmt::format("an agent has at most {} states", kLimits.states_per_agent))
          .help("let keys hold what differs between states that are much alike");
      return;
    }
    for (auto& state : states_) {
      names_.find(state.value.importance, model_.importance, Section::importance);
      for (const Reference& action : state.value.actions) add_action(state, action);
      std::ranges::sort(state.value.options);
      for (const auto& transition : state.value.to) check_target(state, transition.name);
      steps_.link_steps(state.value.enter.value);
      steps_.link_steps(state.value.finally.value);
    }
  }

 private:
  void add_action(Named<State>& state, const Reference& written) {
    auto& actions = agent_.actions;
    const auto known = std::ranges::find(actions, written.text, &Reference::text);
    const auto place = static_cast<uint32_t>(known - actions.begin());
    if (known != actions.end() && known->index != kNone)
      model_.note_use(written.span, model_.actions[known->index].name);
    if (place < own_) return report_own(written, *known);
    auto& options = state.value.options;
    if (std::ranges::find(options, place) != options.end()) {
      diagnostics_
          .report(Code::defined_twice, written.span,
                  fmt::format("`{}` stands twice in this list", written.text))
          .help("take one of the two out");
      return;
    }
    if (known == actions.end()) {
      Reference action = written;
      names_.find(action, model_.actions, Section::actions);
      if (action.index == kNone) return;
      actions.push_back(action);
    }
    options.push_back(place);
  }

  void report_own(const Reference& written, const Reference& own) {
    if (!said_.insert(written.text).second) return;
    const bool is_plan = own.index != kNone && model_.actions[own.index].value.planner != kNone;
    diagnostics_
        .report(Code::defined_twice, written.span,
                fmt::format("`{}` can do `{}` in every state already", name_.text, written.text))
        .label(own.span, is_plan ? "with all plans of this planner" : "among its own `actions`")
        .help(is_plan ? "take it out here" : "take it out here, or, if it is for some states alone, there");
  }

  void check_target(const Named<State>& state, const Name& target) {
    const uint32_t index = find_index(states_, target.text);
    if (index != kNone) return model_.note_use(target.span, states_[index].name);
    auto report = diagnostics_.report(Code::unknown_name, target.span,
                                      fmt::format("`{}` has no state `{}`", name_.text, target.text));
    if (!report.is_kept()) return;
    std::vector<std::string_view> known;
    for (const auto& other : states_) {
      if (other.name.text != state.name.text) known.push_back(other.name.text);
    }
    const auto near = report.suggestions(target.text, known);
    if (!near.empty())
      report.suggest(target.span, near[0]);
    else if (known.empty())
      report.help(fmt::format("write it beside this one: `{}: {{ actions: […] }}`", target.text));
    else
      report.help(fmt::format("its other {} {}", known.size() == 1 ? "state is" : "states are",
                              quoted_list(known, "and")));
  }

  Agent& agent_;
  const Name& name_;
  const Model& model_;
  Names& names_;
  StepLinker& steps_;
  Diagnostics& diagnostics_;
  Map<State>& states_;
  size_t own_;  // actions and plans that are of every state
  std::unordered_set<std::string_view> said_;
};

}  // namespace

void link_states(Named<Agent>& agent, const Model& model, Names& names, StepLinker& steps,
                 Diagnostics& diagnostics) {
  StatesLinker(agent, model, names, steps, diagnostics).link();
}

}  // namespace ishi::compiler
