#include "resolve/link_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>
#include <vector>

#include "diagnostics/suggest.h"
#include "language/words.h"

namespace ishi::compiler {
namespace {

class TestLinker {
 public:
  TestLinker(Model& model, Names& names, Diagnostics& diagnostics)
      : model_(model), names_(names), diagnostics_(diagnostics) {}

  void link_test(Test& test) {
    names_.find(test.agent, model_.agents, Section::agents);
    names_.find(test.importance, model_.importance, Section::importance);
    names_.find(test.self.value.is, model_.things, Section::things);
    for (auto& entity : test.world) names_.find(entity.value.is, model_.things, Section::things);
    for (const auto& remembered : test.remembers) {
      Reference memory{remembered.name.text, remembered.name.span};
      names_.find(memory, model_.memory, Section::memory);
    }
    for (const auto& given : test.candidates) {
      Reference set{given.name.text, given.name.span};
      names_.find(set, model_.candidates, Section::candidates);
    }
    link_taken(test);
    const bool has_agent = test.agent.index != kNone;
    const Agent* agent = has_agent ? &model_.agents[test.agent.index].value : nullptr;
    if (!has_agent && test.agent.given()) return;
    find_option(test.running, agent, test.agent.text);
    test.in_state = find_state(test.state, agent, test.agent.text);
    if (agent != nullptr) check_running(test, *agent);
    check_running_claims(test);
    test.expect.value.in_state = find_state(test.expect.value.state, agent, test.agent.text);
    Expectation& expect = test.expect.value;
    if (expect.picks.given && expect.picks.value.text != "nothing") {
      Reference picks{expect.picks.value.text, expect.picks.value.span};
      find_option(picks, agent, test.agent.text);
      expect.picked = picks.index;
    }
    for (Reference& option : expect.order) find_option(option, agent, test.agent.text);
    link_claims(test, agent);
    for (Reference& task : expect.does) {
      if (task.text == "wait") report_wait(task);
      if (task.text != "wait") names_.find(task, model_.tasks, Section::tasks);
    }
    for (const auto& expected : expect.goals) {
      Reference goal{expected.name.text, expected.name.span};
      names_.find(goal, model_.goals, Section::goals);
    }
    for (const auto& chosen : expect.chooses) {
      Reference choice{chosen.name.text, chosen.name.span};
      names_.find(choice, model_.choices, Section::choices);
    }
    for (const auto& level : expect.level) check_level(level.name);
    for (const auto& noticed : expect.notices) check_noticed(test, noticed, agent);
    for (auto& score : expect.score) {
      Reference option{score.name.text, score.name.span};
      find_option(option, agent, test.agent.text);
    }
  }

 private:
  // What a proof claims.
  void link_claims(Test& test, const Agent* agent) {
    for (Setting<Claimed>* const claimed : {&test.always, &test.never}) {
      for (Reference& option : claimed->value.picks) {
        if (option.text != "nothing") find_option(option, agent, test.agent.text);
      }
    }
    for (Reference& option : test.order) find_option(option, agent, test.agent.text);
    for (const auto& score : test.score) {
      Reference option{score.name.text, score.name.span};
      find_option(option, agent, test.agent.text);
    }
  }

  // An action that the agent of a test has.
  void find_option(Reference& reference, const Agent* agent, std::string_view agent_name) {
    if (!reference.given()) return;
    if (agent == nullptr) {
      names_.find(reference, model_.actions, Section::actions);
      return;
    }
    std::vector<std::string_view> known;
    for (const Reference& action : agent->actions) {
      if (action.text == reference.text) {
        reference.index = action.index;
        return;
      }
      if (action.index == kNone) {  // reported; this may be its right form
        const std::array<std::string_view, 1> right = {reference.text};
        const bool is_declared = find_index(model_.actions, reference.text) != kNone;
        if (is_declared && !suggestions(action.text, right).empty()) return;
        continue;
      }
      known.push_back(action.text);
    }
    const bool lacks_planner = agent->planner.given() ? agent->planner.index == kNone : !agent->is_whole;
    const bool lacks_all = known.empty() && agent->choices.empty();
    if (lacks_all || lacks_planner) return;  // they could not be read
    auto report = diagnostics_.report(Code::unknown_name, reference.span,
                                      fmt::format("`{}` has no action `{}`", agent_name, reference.text));
    const auto imported = std::ranges::find_if(known, [&](std::string_view name) {
      return name.ends_with(reference.text) &&
             name.substr(0, name.size() - reference.text.size()).ends_with('.');
    });
    auto near = report.suggestions(reference.text, known);
    if (near.empty() && imported != known.end()) near = {*imported};
    const bool is_choice =
        std::ranges::find(agent->choices, reference.text, &Reference::text) != agent->choices.end();
    if (is_choice) {
      report.help(fmt::format("it is a choice: what it chooses is expected as `chooses: {{ {}: … }}`",
                              reference.text));
    } else if (!near.empty()) {
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(reference.span, std::string(near[0]));
    } else if (known.empty()) {
      report.help(fmt::format("`{}` has no `actions` at all: `chooses` expects what it chooses", agent_name));
    } else if (const uint32_t offer = find_index(model_.actions, reference.text);
               offer != kNone && model_.actions[offer].value.offered_by != kNone) {
      report.help(fmt::format("give `{}` `offers` with a set that holds a `{}`", agent_name,
                              model_.things[model_.actions[offer].value.offered_by].name.text));
    } else if (find_index(model_.actions, reference.text) != kNone) {
      report.help(fmt::format("add it to the `actions` of `{}`, or name one of these: {}", agent_name,
                              quoted_list(known, "or")));
    } else if (known.size() <= kMostListed) {
      report.help(fmt::format("its actions are {}", quoted_list(known, "and")));
    } else {
      report.help("look at the list of its `actions`");
    }
  }

  // A state of the agent of a test.
  uint32_t find_state(const Setting<Name>& written, const Agent* agent, std::string_view agent_name) {
    if (!written.given || agent == nullptr) return kNone;
    const Name& state = written.value;
    const Map<State>& states = agent->states.value;
    const uint32_t index = find_index(states, state.text);
    if (index != kNone) return index;
    auto report = diagnostics_.report(Code::unknown_name, state.span,
                                      fmt::format("`{}` has no state `{}`", agent_name, state.text));
    if (!report.is_kept()) return kNone;
    const auto known = names_of(states);
    const auto near = report.suggestions(state.text, known);
    if (!near.empty())
      report.help(fmt::format("did you mean `{}`?", near[0])).edit(state.span, std::string(near[0]));
    else if (known.empty())
      report.help("it has no `states` at all: take this out");
    else
      report.help(fmt::format("its {} {}", known.size() == 1 ? "only state is" : "states are",
                              quoted_list(known, "and")));
    return kNone;
  }

  // What an agent does already it can do in its state.
  void check_running(const Test& test, const Agent& agent) {
    const Map<State>& states = agent.states.value;
    if (test.running.index == kNone || states.empty()) return;
    const auto action = std::ranges::find(agent.actions, test.running.text, &Reference::text);
    const auto option = static_cast<uint32_t>(action - agent.actions.begin());
    const uint32_t state = test.in_state != kNone ? test.in_state : 0;
    const auto has = [&](const Named<State>& one) {
      return std::ranges::find(one.value.options, option) != one.value.options.end();
    };
    if (has(states[state]) || std::ranges::none_of(states, has)) return;
    auto report = diagnostics_.report(Code::given_not_allowed, test.running.span,
                                      fmt::format("in the state `{}` the agent cannot do `{}`",
                                                  states[state].name.text, test.running.text));
    if (test.state.given) report.label(test.state.span, "this state");
    report.help(fmt::format("{}: `state: {}`",
                            test.state.given ? "name a state that has it" : "say in which state it is",
                            std::ranges::find_if(states, has)->name.text));
  }

  // What runs already holds what it claims, so no others can.
  void check_running_claims(const Test& test) {
    if (test.running.index == kNone) return;
    for (const Reference& claim : model_.actions[test.running.index].value.claims) {
      const auto taken = std::ranges::find(test.taken, claim.text, &Reference::text);
      if (claim.index == kNone || taken == test.taken.end()) continue;
      diagnostics_
          .report(Code::given_not_allowed, taken->span,
                  fmt::format("`{}` is held by the agent itself, which does `{}` already", claim.text,
                              test.running.text))
          .label(test.running.span, "this claims it")
          .help("take one of the two out");
    }
  }

  void report_wait(const Reference& wait) {
    diagnostics_.report(Code::unknown_name, wait.span, "there is no task `wait`")
        .help("`does` names the tasks that are started, and a `wait` is none: take it out");
  }

  // Of a test's expectation.
  void check_level(const Name& name) {
    const Named<Motive>* const motive = names_.find_motive(name);
    if (motive == nullptr || motive->value.is_carried() || !motive->value.is_whole) return;
    diagnostics_
        .report(Code::level_not_carried, name.span,
                fmt::format("`{}` is computed wherever it is read, so it has no level at the end", name.text))
        .label(motive->value.level.span, "its level")
        .help("expect the keys that it is computed from, or a score");
  }

  void find_entity(Test& test, std::string_view name, Span span) { find_entity(test, name, span, {}); }
  // `words` could stand there as well.
  void find_entity(Test& test, std::string_view name, Span span, std::span<const std::string_view> words) {
    if (find_index(test.world, name) != kNone) return;
    names_.report_unknown({name, span}, "entity of this test", "`world`", names_of(test.world), words);
    test.is_whole = false;
  }

  // A sense of the agent, and entities.
  void check_noticed(Test& test, const Named<std::vector<Setting<Name>>>& noticed, const Agent* agent) {
    const Name& sense = noticed.name;
    Reference reference{sense.text, sense.span};
    names_.find(reference, model_.senses, Section::senses);
    const bool is_its = agent == nullptr || reference.index == kNone ||
                        std::ranges::find(agent->senses, sense.text, &Reference::text) != agent->senses.end();
    if (!is_its) {
      diagnostics_
          .report(Code::unknown_name, sense.span,
                  fmt::format("`{}` has no sense `{}`", test.agent.text, sense.text))
          .help(fmt::format("add it to the `senses` of `{}`, or name another agent", test.agent.text));
      test.is_whole = false;
    }
    for (const Setting<Name>& who : noticed.value) {
      const bool is_nothing = who.value.text == "nothing";
      if (is_nothing && noticed.value.size() > 1) {
        diagnostics_.report(Code::wrong_count, who.span, "`nothing` stands alone: who is noticed is noticed")
            .help("take it out, or leave `nothing` as the only one");
      } else if (!is_nothing) {
        constexpr std::array<std::string_view, 1> kNobody = {"nothing"};
        find_entity(test, who.value.text, who.value.span, kNobody);
      }
    }
  }

  // Tokens, and entities of the test's world, each once.
  void link_taken(Test& test) {
    std::unordered_set<std::string_view> known;
    for (Reference& taken : test.taken) {
      if (!known.insert(taken.text).second) {
        diagnostics_
            .report(Code::defined_twice, taken.span,
                    fmt::format("`{}` stands twice in this list", taken.text))
            .help("take one of the two out");
      }
      taken.index = find_index(model_.tokens, taken.text);
      if (taken.index != kNone || find_index(test.world, taken.text) != kNone) continue;
      names_.report_unknown({taken.text, taken.span}, "token or entity of this test", "`tokens` and `world`",
                            names_of(model_.tokens, test.world));
      test.is_whole = false;
    }
  }

  Model& model_;
  Names& names_;
  Diagnostics& diagnostics_;
};

}  // namespace

void link_tests(Model& model, Names& names, Diagnostics& diagnostics) {
  TestLinker linker(model, names, diagnostics);
  for (auto& test : model.tests) linker.link_test(test.value);
}

}  // namespace ishi::compiler
