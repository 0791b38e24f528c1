#include "resolve/linking.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "diagnostics/suggest.h"
#include "language/words.h"
#include "model/model.h"
#include "resolve/meant_in_tests.h"
#include "resolve/names.h"
#include "syntax/tree.h"

namespace ishi::compiler {
namespace {

// Finds the options, states, tasks, tokens, levels, senses and entities that a test or scene names, and
// reports those that do not exist, with what may be meant.
class NamedInTests {
 public:
  NamedInTests(Model& model, Names& names, Diagnostics& diagnostics)
      : model_(model), names_(names), diagnostics_(diagnostics) {}

  enum class Whose { test, scene };
  // The names that stand for entities in the test at hand, and whether its scene declares them.
  void set_entities(std::vector<std::string_view> names, Whose whose) {
    entities_ = std::move(names);
    whose_ = whose;
  }
  template <class T>
  void add_entities(const Map<T>& map) {
    for (const auto& entry : map) entities_.push_back(entry.name.text);
  }

  // Says that a name could not be found, as far as it leaves the test itself in doubt; asks and forgets that.
  void lack_name() { lacks_names_ = true; }
  [[nodiscard]] bool take_lack() { return std::exchange(lacks_names_, false); }

  // Something of a section of the model.
  template <class T>
  void find_in(const Name& name, const Map<T>& map, Section section) {
    Reference reference{name.text, name.span};
    names_.find(reference, map, section);
  }
  // An action that an agent has; of any agent if it is null.
  void find_option(Reference& reference, const Named<Agent>* agent);
  // The index of a state of an agent; kNone if it has no such state, or nothing is written.
  [[nodiscard]] uint32_t find_state(const Setting<Name>& written, const Named<Agent>* agent);
  // A token; no report if there is none, since it may be an entity.
  void find_token(Reference& taken) const;
  // A task that a test expects.
  void find_task(Reference& task);
  // A level that agents carry.
  void check_level(const Name& name);
  // Resolves an expected sense of the agent and the entities that it notices.
  void check_noticed(const Named<std::vector<Setting<Name>>>& noticed, const Named<Agent>* agent);
  // Entities of the test, or `nothing` alone.
  void check_entities(const std::vector<Setting<Name>>& entities, std::string_view nothing_and_more);

 private:
  void report_no_option(const Reference& reference, const Named<Agent>& agent,
                        const std::vector<std::string_view>& known);
  void find_entity(const Name& name, std::span<const std::string_view> words);
  void report_wait(const Reference& wait);

  Model& model_;
  Names& names_;
  Diagnostics& diagnostics_;
  std::vector<std::string_view> entities_;
  Whose whose_ = Whose::test;
  bool lacks_names_ = false;
};

void NamedInTests::find_option(Reference& reference, const Named<Agent>* agent) {
  if (!reference.given()) return;
  if (agent == nullptr) {
    names_.find(reference, model_.actions, Section::actions);
    return;
  }
  std::vector<std::string_view> known;
  for (const Reference& action : agent->value.actions) {
    if (action.text == reference.text) {
      reference.index = action.index;
      if (action.index != kNone) model_.note_use(reference.span, model_.actions[action.index].name);
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
  const bool lacks_planner = agent->value.planner.given() ? agent->value.planner.index == kNone
                                                          : diagnostics_.is_in_doubt(agent->name.span);
  const bool lacks_all = known.empty() && agent->value.choices.empty();
  if (lacks_all || lacks_planner) return;  // they could not be read
  report_no_option(reference, *agent, known);
}

void NamedInTests::report_no_option(const Reference& reference, const Named<Agent>& agent,
                                    const std::vector<std::string_view>& known) {
  auto report = diagnostics_.report(Code::unknown_name, reference.span,
                                    fmt::format("`{}` has no action `{}`", agent.name.text, reference.text));
  const auto imported = std::ranges::find_if(known, [&](std::string_view name) {
    return name.ends_with(reference.text) &&
           name.substr(0, name.size() - reference.text.size()).ends_with('.');
  });
  auto near = report.suggestions(reference.text, known);
  if (near.empty() && imported != known.end()) near = {*imported};
  const bool is_choice =
      std::ranges::find(agent.value.choices, reference.text, &Reference::text) != agent.value.choices.end();
  if (is_choice) {
    report.help(
        fmt::format("it is a choice: what it chooses is expected as `chooses: {{ {}: … }}`", reference.text));
  } else if (!near.empty()) {
    report.suggest(reference.span, near[0]);
  } else if (known.empty()) {
    report.help(
        fmt::format("`{}` has no `actions` at all: `chooses` expects what it chooses", agent.name.text));
  } else if (const uint32_t offer = find_index(model_.actions, reference.text);
             offer != kNone && model_.actions[offer].value.offered_by != kNone) {
    report.help(fmt::format("give `{}` `offers` with a set that holds a `{}`", agent.name.text,
                            model_.things[model_.actions[offer].value.offered_by].name.text));
  } else if (find_index(model_.actions, reference.text) != kNone) {
    report.help(fmt::format("add it to the `actions` of `{}`, or name one of these: {}", agent.name.text,
                            quoted_list(known, "or")));
  } else if (const std::string list = meant_picks(reference.text, known); !list.empty()) {
    report.help(fmt::format("write `{}`: any of them will do", list)).edit(reference.span, list);
  } else if (find_index(model_.tasks, reference.text) != kNone) {
    const std::string doers = actions_that_do(model_, agent, reference.text);
    report.help(doers.empty() ? fmt::format("`{}` is a task; the actions are {}", reference.text,
                                            quoted_list(known, "and"))
                              : fmt::format("`{}` is a task, which {} may do: expect that, or write `does: "
                                            "[{}]` in a test with `run`",
                                            reference.text, doers, reference.text));
  } else if (reference.text.starts_with("not ")) {
    report.help(fmt::format("write `never_picks: {}`", reference.text.substr(4)));
  } else if (known.size() <= kMostListed) {
    report.help(fmt::format("its actions are {}", quoted_list(known, "and")));
  } else {
    report.help("look at the list of its `actions`");
  }
}

uint32_t NamedInTests::find_state(const Setting<Name>& written, const Named<Agent>* agent) {
  if (!written.given || agent == nullptr) return kNone;
  const Name& state = written.value;
  const Map<State>& states = agent->value.states.value;
  const uint32_t index = find_index(states, state.text);
  if (index != kNone) {
    model_.note_use(state.span, states[index].name);
    return index;
  }
  auto report = diagnostics_.report(Code::unknown_name, state.span,
                                    fmt::format("`{}` has no state `{}`", agent->name.text, state.text));
  if (!report.is_kept()) return kNone;
  const auto known = names_of(states);
  const auto near = report.suggestions(state.text, known);
  if (!near.empty())
    report.suggest(state.span, near[0]);
  else if (known.empty())
    report.help("it has no `states` at all: take this out");
  else
    report.help(fmt::format("its {} {}", known.size() == 1 ? "only state is" : "states are",
                            quoted_list(known, "and")));
  return kNone;
}

void NamedInTests::find_token(Reference& taken) const {
  taken.index = find_index(model_.tokens, taken.text);
  if (taken.index != kNone) model_.note_use(taken.span, model_.tokens[taken.index].name);
}

void NamedInTests::find_task(Reference& task) {
  if (task.text == "wait") return report_wait(task);
  const uint32_t action = find_index(model_.actions, task.text);
  if (action != kNone && find_index(model_.tasks, task.text) == kNone) {
    const std::string tasks = tasks_done_by(model_, model_.actions[action].value);
    if (!tasks.empty()) {
      diagnostics_.report(Code::unknown_name, task.span, fmt::format("there is no task `{}`", task.text))
          .help(
              fmt::format("`{}` is an action, which does {}: name the task that is meant", task.text, tasks));
      return;
    }
  }
  names_.find(task, model_.tasks, Section::tasks);
}

void NamedInTests::report_wait(const Reference& wait) {
  diagnostics_.report(Code::unknown_name, wait.span, "there is no task `wait`")
      .help("`does` names the tasks that are started, and a `wait` starts no task: take it out");
}

void NamedInTests::check_level(const Name& name) {
  const Named<Motive>* const motive = names_.find_motive(name);
  if (motive == nullptr || motive->value.is_carried()) return;
  diagnostics_
      .report_missing(
          motive->name.span, Code::level_not_carried, name.span,
          fmt::format("`{}` is computed wherever it is read, so it has no level at the end", name.text))
      .label(motive->value.level.span, "its level")
      .help("expect the keys that it is computed from, or a score");
}

void NamedInTests::find_entity(const Name& name, std::span<const std::string_view> words) {
  if (const auto known = std::ranges::find(entities_, name.text); known != entities_.end()) {
    if (model_.uses != nullptr) model_.uses->note(name.span, *known);
    return;
  }
  const bool is_of_test = whose_ == Whose::test;
  names_.report_unknown(name,
                        is_of_test ? "entity of this test called" : "entity or agent of this scene called",
                        is_of_test ? "`world`" : "`world` and `agents` of the scene", entities_, words);
  lacks_names_ = true;
}

void NamedInTests::check_noticed(const Named<std::vector<Setting<Name>>>& noticed,
                                 const Named<Agent>* agent) {
  const Name& sense = noticed.name;
  Reference reference{sense.text, sense.span};
  names_.find(reference, model_.senses, Section::senses);
  const bool is_its =
      agent == nullptr || reference.index == kNone ||
      std::ranges::find(agent->value.senses, sense.text, &Reference::text) != agent->value.senses.end();
  if (!is_its) {
    diagnostics_
        .report(Code::unknown_name, sense.span,
                fmt::format("`{}` has no sense `{}`", agent->name.text, sense.text))
        .help(fmt::format("add it to the `senses` of `{}`, or name another agent", agent->name.text));
    lacks_names_ = true;
  }
  check_entities(noticed.value, "`nothing` stands alone: who is noticed is noticed");
}

void NamedInTests::check_entities(const std::vector<Setting<Name>>& entities,
                                  std::string_view nothing_and_more) {
  for (const Setting<Name>& who : entities) {
    const bool is_nothing = who.value.text == "nothing";
    if (is_nothing && entities.size() > 1) {
      diagnostics_.report(Code::wrong_count, who.span, std::string(nothing_and_more))
          .help("take it out, or leave `nothing` as the only one");
    } else if (!is_nothing) {
      constexpr std::array<std::string_view, 1> kNobody = {"nothing"};
      find_entity(who.value, kNobody);
    }
  }
}

class TestLinker {
 public:
  TestLinker(Model& model, Names& names, Diagnostics& diagnostics)
      : model_(model), names_(names), diagnostics_(diagnostics), named_(model, names, diagnostics) {}

  void link_scene(Named<Scene>& named) {
    Scene& scene = named.value;
    if (scene.agents.empty()) {
      diagnostics_
          .report_missing(named.name.span, Code::missing_field, named.name.span, "a scene needs `agents`")
          .help("such as `agents: { ann: { agent: guard } }`");
    }
    for (auto& agent : scene.agents) {
      link_agent(agent.value);
      if (const Named<Agent>* const kind = agent_of(agent.value))
        link_situation(agent.value, *kind, scene.around);
    }
    link_around(scene.around);
    link_taken(scene.around);
    for (const auto& given : scene.candidates) {
      if (!is_of_one_team(given.name)) named_.find_in(given.name, model_.candidates, Section::candidates);
    }
  }

  // "watch.posts": a scene fills the sets of all teams.
  bool is_of_one_team(const Name& name) {
    const size_t point = name.text.find('.');
    if (point == std::string_view::npos) return false;
    const std::string_view own = name.text.substr(point + 1);
    if (find_index(model_.teams, name.text.substr(0, point)) == kNone ||
        find_index(model_.candidates, own) == kNone)
      return false;
    diagnostics_
        .report(Code::given_not_allowed, name.span,
                fmt::format("what a scene says of `{}` holds for all teams", own))
        .help(fmt::format("write `{}`", own));
    return true;
  }

  void link_test(Named<Test>& named) {
    Test& test = named.value;
    names_.find(test.scene, model_.scenes, Section::scenes);
    link_agent(test.who);
    link_around(test.around);
    if (test.scene.given()) return link_in_scene(named);
    link_taken(test.around);
    if (!test.who.agent.given()) report_no_agent(named);
    const bool has_agent = test.who.agent.index != kNone;
    if (!has_agent && test.who.agent.given()) return;
    const Named<Agent>* const agent = agent_of(test.who);
    if (agent != nullptr) {
      link_situation(test.who, *agent, test.around);
    } else {
      named_.find_option(test.who.running, nullptr);
    }
    named_.set_entities(names_of(test.around.world), NamedInTests::Whose::test);
    for (const auto& moment : test.around.at) named_.add_entities(moment.value.add);
    link_expectation(test.expect.value, agent);
    link_holds(test.expect.value, nullptr);
    link_claims(test, agent);
    if (test.for_all.given && agent != nullptr) let_nobody_cool_down(test.who, agent->value);
    if (named_.take_lack()) diagnostics_.doubt(named.name.span);
  }

 private:
  [[nodiscard]] const Named<Agent>* agent_of(const SceneAgent& agent) const {
    return agent.agent.index == kNone ? nullptr : &model_.agents[agent.agent.index];
  }

  void report_no_agent(const Named<Test>& test) {
    diagnostics_
        .report_missing(test.name.span, Code::missing_field, test.name.span,
                        "a test needs an `agent`, or a `scene`")
        .help(model_.agents.empty()
                  ? std::string("such as `agent: guard`")
                  : fmt::format("add `agent: {}` with who thinks", model_.agents[0].name.text));
  }

  // A proof is about thoughts in which nothing cools down: memories that `cooldown_for_member` has made are
  // empty.
  void let_nobody_cool_down(SceneAgent& who, const Agent& agent) const {
    for (const Reference& action : agent.actions) {
      if (action.index == kNone || !model_.actions[action.index].value.not_lately.given()) continue;
      const Span span = model_.actions[action.index].value.cooldown_for_member.span;
      const auto memory = std::ranges::find_if(
          model_.memory, [&](const Named<Memory>& one) { return one.name.span == span; });
      if (memory != model_.memory.end()) who.remembers.push_back({memory->name, {}});
    }
  }

  void link_agent(SceneAgent& who) {
    names_.find(who.agent, model_.agents, Section::agents);
    if (!is_any_profile(model_, who.importance))
      names_.find(who.importance, model_.importance, Section::importance);
    names_.find(who.team, model_.teams, Section::teams);
    link_placement(who.self.value);
    for (const auto& remembered : who.remembers)
      named_.find_in(remembered.name, model_.memory, Section::memory);
    for (const auto& given : who.candidates)
      named_.find_in(given.name, model_.candidates, Section::candidates);
  }

  void link_placement(Placement& placement) {
    take_other_words_for_is(model_, placement, diagnostics_);
    names_.find(placement.is, model_.things, Section::things);
  }

  void link_around(Surroundings& around) {
    for (auto& entity : around.world) link_placement(entity.value);
    for (auto& door : around.doors) {
      for (std::vector<Reference>* const tasks : {&door.value.opened_by, &door.value.closed_by}) {
        for (Reference& task : *tasks) names_.find(task, model_.tasks, Section::tasks);
      }
    }
    for (auto& task : around.changes) {
      for (auto& who : task.value.who) link_placement(who.value);
    }
    for (auto& moment : around.at) {
      for (Reference& taken : moment.value.taken.value) named_.find_token(taken);
      for (auto& entity : moment.value.add) link_placement(entity.value);
      for (auto& entity : moment.value.place) link_placement(entity.value);
    }
  }

  // Links the option that an agent runs already, and its state.
  void link_situation(SceneAgent& who, const Named<Agent>& agent, const Surroundings& around) {
    named_.find_option(who.running, &agent);
    who.in_state = named_.find_state(who.state, &agent);
    check_running(who, agent.value);
    check_running_for(who);
    check_running_claims(who, around);
  }

  // The situation of a test with a scene is the scene's.
  void link_in_scene(Named<Test>& named) {
    Test& test = named.value;
    if (test.for_all.given) {
      diagnostics_
          .report(Code::given_not_allowed, test.scene.span,
                  "a proof is about one agent, whatever is around it, and not about a scene")
          .label(test.for_all.span, "this asks about every situation")
          .help(
              test.run.given || test.expect.given
                  ? std::string("take `for_all` out, or write the proof as a test of its own, with `agent`, "
                                "`for_all` and `always`")
                  : fmt::format("write `agent: {}` in place of `scene: {}`", agent_in(test.scene),
                                test.scene.text));
      return diagnostics_.doubt(named.name.span);
    }
    report_beside_scene(test);
    if (!test.run.given) {
      diagnostics_
          .report_missing(named.name.span, Code::missing_field, test.scene.span,
                          "a test of a scene says how long it runs, with `run`")
          .help("such as `run: 5s`: the agents of a scene do not all think in its first frame");
    }
    if (test.scene.index == kNone) return;
    Scene& scene = model_.scenes[test.scene.index].value;
    named_.set_entities(names_of(scene.around.world), NamedInTests::Whose::scene);
    for (const auto& moment : scene.around.at) named_.add_entities(moment.value.add);
    for (const auto& moment : test.around.at) named_.add_entities(moment.value.add);
    named_.add_entities(scene.agents);
    link_holds(test.expect.value, &scene);
    for (auto& expected : test.expect.value.agents) {
      const uint32_t index = find_index(scene.agents, expected.name.text);
      if (index == kNone) {
        if (scene.agents.empty()) continue;  // which has been reported
        names_.report_unknown(expected.name, fmt::format("agent in the scene `{}` called", test.scene.text),
                              "`agents` of the scene", names_of(scene.agents));
        continue;
      }
      model_.note_use(expected.name.span, scene.agents[index].name);
      const SceneAgent& who = scene.agents[index].value;
      if (const Named<Agent>* const agent = agent_of(who)) link_expectation(expected.value, agent);
    }
    if (test.expect.value.says_something()) {
      if (scene.agents.size() == 1) {
        const SceneAgent& who = scene.agents[0].value;
        if (const Named<Agent>* const agent = agent_of(who)) link_expectation(test.expect.value, agent);
      } else if (!scene.agents.empty()) {
        const std::string_view first = scene.agents[0].name.text;
        diagnostics_
            .report(Code::given_not_allowed, span_of_expected(test.expect),
                    "it is not said of which agent of the scene this is expected")
            .help(fmt::format(
                "write it under `agents`, such as `expect: {{ agents: {{ {}: {{ picks: … }} }} }}`", first));
      }
    }
    if (named_.take_lack()) diagnostics_.doubt(named.name.span);
  }

  // An agent of a scene, and whose behaviour it has.
  [[nodiscard]] std::string first_agent_in(const Reference& scene) const {
    const bool has_any = scene.index != kNone && !model_.scenes[scene.index].value.agents.empty();
    return std::string(has_any ? model_.scenes[scene.index].value.agents[0].name.text : "ann");
  }
  [[nodiscard]] std::string agent_in(const Reference& scene) const {
    const bool has_any = scene.index != kNone && !model_.scenes[scene.index].value.agents.empty();
    if (has_any) return std::string(model_.scenes[scene.index].value.agents[0].value.agent.text);
    return model_.agents.empty() ? "guard" : std::string(model_.agents[0].name.text);
  }

  void report_beside_scene(const Test& test) {
    const auto report = [&](Span span, std::string_view name, std::string_view place = {}) {
      if (span == Span{}) return;
      diagnostics_
          .report(Code::given_not_allowed, span,
                  fmt::format("`{}` and `scene` do not go together: the scene says that", name))
          .label(test.scene.span, "the scene")
          .help(place.empty() ? std::string("write it in the scene, or let it change at a time, under `at`")
                              : std::string(place));
    };
    const SceneAgent& who = test.who;
    const std::string agent = first_agent_in(test.scene);
    const std::string in_agent = fmt::format(
        "take it out; of an agent the scene says it, such as `{}: {{ agent: {}, importance: {} }}`", agent,
        agent_in(test.scene), who.importance.text);
    const std::string of_one = fmt::format(
        "take it out, or write `agent: {}` in place of `scene: {}` to look at "
        "one agent with each profile",
        agent_in(test.scene), test.scene.text);
    const auto of_map = [](const auto& map) { return map.empty() ? Span{} : map[0].name.span; };
    report(who.agent.span, "agent",
           fmt::format(
               "take it out: the scene says who is there, and `expect: {{ agents: {{ {}: … }} }}` of whom "
               "something is expected",
               agent));
    report(who.importance.span, "importance", is_any_profile(model_, who.importance) ? of_one : in_agent);
    report(who.running.span, "running");
    report(who.state.given ? who.state.span : Span{}, "state");
    report(who.self.given ? who.self.span : Span{}, "self");
    report(of_map(who.given), "given");
    report(of_map(who.remembers), "remembers");
    report(of_map(who.candidates), "candidates");
    report(of_map(test.around.world), "world");
    report(test.around.walls == nullptr ? Span{} : test.around.walls->span, "walls");
    report(of_map(test.around.doors), "doors");
    report(test.around.hidden.empty() ? Span{} : test.around.hidden[0].span, "hidden");
    report(test.around.taken.empty() ? Span{} : test.around.taken[0].span, "taken");
    report(test.for_all.given ? test.for_all.span : Span{}, "for_all");
  }

  void link_expectation(AgentExpectation& expect, const Named<Agent>* agent) {
    expect.in_state = named_.find_state(expect.state, agent);
    for (Reference& option : expect.picks) {
      if (option.text != "nothing") named_.find_option(option, agent);
    }
    for (Reference& option : expect.never_picks) named_.find_option(option, agent);
    for (Reference& option : expect.order) named_.find_option(option, agent);
    for (ExpectedTask& task : expect.does) named_.find_task(task.task);
    for (ExpectedTask& task : expect.does_in_order) named_.find_task(task.task);
    for (Reference& task : expect.never_does) named_.find_task(task);
    for (const auto& [name, times] : expect.times) {
      Reference task{name.text, name.span};
      named_.find_task(task);
    }
    for (const auto& [name, fields] : expect.emits.value) {
      const uint32_t sound = find_index(model_.sounds, name.text);
      if (sound != kNone)
        model_.note_use(name.span, model_.sounds[sound].name);
      else
        named_.find_in(name, model_.events, Section::events);
    }
    for (const auto& expected : expect.goals) named_.find_in(expected.name, model_.goals, Section::goals);
    for (const auto& chosen : expect.chooses) named_.find_in(chosen.name, model_.choices, Section::choices);
    for (const auto& level : expect.level) named_.check_level(level.name);
    for (const auto& noticed : expect.notices) named_.check_noticed(noticed, agent);
    for (const auto& remembered : expect.remembers) {
      named_.find_in(remembered.name, model_.memory, Section::memory);
      named_.check_entities(remembered.value, "`nothing` stands alone: whom it remembers it remembers");
    }
    link_invariant(expect.always.value, agent);
    link_invariant(expect.never.value, agent);
    if (expect.after.given()) names_.find(expect.after, model_.events, Section::events);
    for (auto& score : expect.score) {
      Reference option{score.name.text, score.name.span};
      const uint32_t choice = find_index(model_.choices, option.text);
      if (choice == kNone)
        named_.find_option(option, agent);
      else
        model_.note_use(option.span, model_.choices[choice].name);
    }
    for (auto& moment : expect.at) link_expectation(moment.value, agent);
  }

  void link_invariant(Invariant& invariant, const Named<Agent>* agent) {
    for (Reference& option : invariant.picks) {
      if (option.text != "nothing") named_.find_option(option, agent);
    }
    for (const Setting<Name>& state : invariant.states) {
      const uint32_t index = named_.find_state(state, agent);
      if (index != kNone) invariant.in_states.push_back(index);
    }
    for (const auto& level : invariant.level) named_.check_level(level.name);
    for (Reference& task : invariant.does) named_.find_task(task);
    for (Reference& event : invariant.emits) names_.find(event, model_.events, Section::events);
  }

  // The tokens that an expectation names, and the agents of the scene.
  void link_holds(Expectation& expect, const Scene* scene) {
    for (TokenExpectation& expected : expect.holds) {
      names_.find(expected.token, model_.tokens, Section::tokens);
      for (const Setting<Name>& agent : expected.by) {
        if (scene == nullptr) {
          diagnostics_
              .report(Code::given_not_allowed, agent.span,
                      "`by` names agents of a scene, but here is one agent")
              .help("take `by` out, or give the test a `scene`");
        } else if (const uint32_t known = find_index(scene->agents, agent.value.text); known != kNone) {
          model_.note_use(agent.span, scene->agents[known].name);
        } else {
          if (scene->agents.empty()) continue;  // which has been reported
          names_.report_unknown(agent.value, "agent in the scene called", "`agents` of the scene",
                                names_of(scene->agents));
          named_.lack_name();
        }
      }
      if (expected.at_most.given || expected.at_least.given || expected.token.text.empty()) continue;
      diagnostics_
          .report(Code::missing_field, expected.token.span,
                  "this says of a token neither `at_most` nor `at_least`")
          .help("say how many agents may hold it at the same time, such as `at_most: 1`");
    }
  }

  // The claims of a proof.
  void link_claims(Test& test, const Named<Agent>* agent) {
    for (Setting<Claimed>* const claimed : {&test.always, &test.never}) {
      for (Reference& option : claimed->value.picks) {
        if (option.text != "nothing") named_.find_option(option, agent);
      }
    }
    for (Reference& option : test.order) named_.find_option(option, agent);
    for (const auto& score : test.score) {
      Reference option{score.name.text, score.name.span};
      named_.find_option(option, agent);
    }
  }

  // An agent runs an action that its state has.
  void check_running(const SceneAgent& who, const Agent& agent) {
    const Map<State>& states = agent.states.value;
    if (who.running.index == kNone || states.empty()) return;
    const auto action = std::ranges::find(agent.actions, who.running.text, &Reference::text);
    const auto option = static_cast<uint32_t>(action - agent.actions.begin());
    const uint32_t state = who.in_state != kNone ? who.in_state : 0;
    const auto has = [&](const Named<State>& one) {
      return std::ranges::find(one.value.options, option) != one.value.options.end();
    };
    if (has(states[state]) || std::ranges::none_of(states, has)) return;
    auto report = diagnostics_.report(
        Code::given_not_allowed, who.running.span,
        fmt::format("in the state `{}` the agent cannot do `{}`", states[state].name.text, who.running.text));
    if (who.state.given) report.label(who.state.span, "this state");
    report.help(fmt::format("{}: `state: {}`",
                            who.state.given ? "name a state that has it" : "say in which state it is",
                            std::ranges::find_if(states, has)->name.text));
  }

  // Whom an action is for is said of actions that are for somebody.
  void check_running_for(const SceneAgent& who) {
    if (who.running.index == kNone) return;
    const Action& action = model_.actions[who.running.index].value;
    if (!who.running_for.given) return check_runs_for_somebody(who, action);
    if (!action.for_each.empty()) return;
    diagnostics_
        .report_missing(model_.actions[who.running.index].name.span, Code::given_not_allowed,
                        who.running_for.span,
                        fmt::format("`{}` is for nobody in particular", who.running.text))
        .help("take `running_for` out: it is for actions with `for_each`");
  }

  // Reports an action with `for_each` that runs for nobody; members that are no entities cannot be named.
  void check_runs_for_somebody(const SceneAgent& who, const Action& action) {
    if (action.for_each.empty() || action.for_each[0].value.index == kNone) return;
    const std::string_view set = action.for_each[0].value.text;
    const uint32_t candidates = find_index(model_.candidates, set);
    if (candidates != kNone && model_.candidates[candidates].value.of.empty()) return;
    diagnostics_
        .report_missing(
            model_.actions[who.running.index].name.span, Code::given_not_allowed, who.running.span,
            fmt::format("`{}` runs for somebody, but the test does not say for whom", who.running.text))
        .help(fmt::format("name a member of `{}` beside it: `running_for: …`", set));
  }

  // A running action holds its claims, so no others can.
  void check_running_claims(const SceneAgent& who, const Surroundings& around) {
    if (who.running.index == kNone) return;
    for (const Reference& claim : model_.actions[who.running.index].value.claims) {
      const auto taken = std::ranges::find(around.taken, claim.text, &Reference::text);
      if (claim.index == kNone || taken == around.taken.end()) continue;
      diagnostics_
          .report(Code::given_not_allowed, taken->span,
                  fmt::format("`{}` is held by the agent itself, which does `{}` already", claim.text,
                              who.running.text))
          .label(who.running.span, "this claims it")
          .help("take one of the two out");
    }
  }

  // Tokens, and entities of the test's world, each once.
  void link_taken(Surroundings& around) {
    std::unordered_set<std::string_view> known;
    for (Reference& taken : around.taken) {
      if (!known.insert(taken.text).second) {
        diagnostics_
            .report(Code::defined_twice, taken.span,
                    fmt::format("`{}` stands twice in this list", taken.text))
            .help("take one of the two out");
      }
      named_.find_token(taken);
      const bool comes_later = std::ranges::any_of(around.at, [&](const Timed<Moment>& moment) {
        return find_index(moment.value.add, taken.text) != kNone;  // that is reported as such
      });
      const bool is_self = taken.text == "self";  // linked when the scene is read
      if (taken.index != kNone || comes_later || is_self || find_index(around.world, taken.text) != kNone)
        continue;
      names_.report_unknown({taken.text, taken.span}, "token or entity of this test called",
                            "`tokens` and `world`", names_of(model_.tokens, around.world));
      named_.lack_name();
    }
  }

  Model& model_;
  Names& names_;
  Diagnostics& diagnostics_;
  NamedInTests named_;
};

}  // namespace

void link_tests(Model& model, Names& names, Diagnostics& diagnostics) {
  TestLinker linker(model, names, diagnostics);
  for (auto& scene : model.scenes) linker.link_scene(scene);
  for (auto& test : model.tests) linker.link_test(test);
}

}  // namespace ishi::compiler
