#include "testing/check_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/model.h"
#include "model/steps_within.h"
#include "prove/proof_ranges.h"
#include "simulate/agent_reach.h"
#include "simulate/expected_members.h"
#include "simulate/situation.h"
#include "testing/vain_expectations.h"
#include "testing/varied_runs.h"

namespace ishi::compiler {
namespace {

// An action that claims the entity that it is for.
struct EntityClaim {
  uint32_t action = 0;           // in the model
  std::vector<uint32_t> things;  // what the entity may be; none: any kind
};

std::vector<uint32_t> things_of(const Model& model, uint32_t set) {
  if (!is_memory(model, set)) return candidates_of(model, set).value.things;
  const Memory& memory = model.memory[set].value;
  return memory.has_thing() ? std::vector<uint32_t>{memory.entity.reference} : std::vector<uint32_t>();
}

std::vector<EntityClaim> claims_of(const Model& model, const Agent& agent) {
  std::vector<EntityClaim> claims;
  for (const Reference& option : agent.actions) {
    if (option.index == kNone) continue;
    const Action& action = model.actions[option.index].value;
    const auto is_of_entity = [](const Reference& claim) { return claim.index == kNone; };
    if (action.set() == kNone || std::ranges::none_of(action.claims, is_of_entity)) continue;
    claims.push_back({option.index, things_of(model, action.set())});
  }
  return claims;
}

std::set<uint32_t> tasks_of(const Model& model, uint32_t action) {
  std::set<uint32_t> tasks;
  StepsDone(model).for_each(model.actions[action].value.steps.value, [&](const Step& step) {
    if (const auto* const task = step.as<TaskStep>()) tasks.insert(task->index);
  });
  return tasks;
}

bool share_any(const std::set<uint32_t>& a, const std::set<uint32_t>& b) {
  return std::ranges::any_of(a, [&](uint32_t one) { return b.contains(one); });
}

// The thing that both may be; kNone: none that is named.
uint32_t common_thing(const EntityClaim& a, const EntityClaim& b) {
  for (const uint32_t thing : a.things) {
    if (std::ranges::find(b.things, thing) != b.things.end()) return thing;
  }
  return kNone;
}

void check_scene(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  std::set<std::pair<uint32_t, uint32_t>> told;  // actions
  for (size_t i = 0; i < scene.agents.size(); ++i) {
    for (size_t j = i + 1; j < scene.agents.size(); ++j) {
      const auto& [first_name, first] = scene.agents[i];
      const auto& [second_name, second] = scene.agents[j];
      const bool are_known = first.agent.index != kNone && second.agent.index != kNone &&
                             first.team.index != kNone && second.team.index != kNone;
      if (!are_known || first.agent.index == second.agent.index || first.team.index == second.team.index)
        continue;
      for (const EntityClaim& a : claims_of(model, model.agents[first.agent.index].value)) {
        for (const EntityClaim& b : claims_of(model, model.agents[second.agent.index].value)) {
          const uint32_t thing = common_thing(a, b);
          if (thing == kNone || a.action == b.action ||
              share_any(tasks_of(model, a.action), tasks_of(model, b.action)) ||
              !told.insert({std::min(a.action, b.action), std::max(a.action, b.action)}).second)
            continue;
          const std::string_view of_a = model.actions[a.action].name.text;
          const std::string_view of_b = model.actions[b.action].name.text;
          const std::string_view what = model.things[thing].name.text;
          diagnostics
              .report(Code::claims_across_teams, second_name.span,
                      fmt::format("`{}` of `{}` claims a `{}`, and so does `{}` of `{}`, which is of another "
                                  "team",
                                  of_b, second_name.text, what, of_a, first_name.text))
              .caption(fmt::format("cannot choose whom `{}` has", first_name.text))
              .label(first_name.span, fmt::format("cannot choose whom `{}` has", second_name.text))
              .help(fmt::format(
                  "if one is not to keep the other from it, take `claims` out of `{}` or `{}`: an "
                  "entity has one claim, whatever it is for",
                  of_a, of_b));
        }
      }
    }
  }
}

// Warns of scenes in which agents of different teams claim the same kind of entity for actions that have no
// task in common: each then keeps the other from something that has nothing to do with its own purpose. For a
// model without errors. Quadratic in the agents of a scene and their actions.
void check_claims_across_teams(const Model& model, Diagnostics& diagnostics) {
  for (const auto& [name, scene] : model.scenes) {
    if (!diagnostics.is_in_doubt(name.span)) check_scene(model, scene, diagnostics);
  }
}

// True if somebody in the scene is this thing, from the beginning or from some time on.
bool has_any(const Scene& scene, std::string_view thing) {
  const auto is_one = [&](const auto& entity) { return entity.value.is.text == thing; };
  return std::ranges::any_of(scene.around.world, is_one) ||
         std::ranges::any_of(scene.agents,
                             [&](const auto& agent) { return agent.value.self.value.is.text == thing; }) ||
         std::ranges::any_of(scene.around.at, [&](const auto& moment) {
           return std::ranges::any_of(moment.value.add, is_one);
         });
}

// The agents of a scene but one that are not said to be any thing.
std::vector<std::string_view> agents_of_no_thing(const Scene& scene, std::string_view but) {
  std::vector<std::string_view> names;
  for (const auto& [name, agent] : scene.agents)
    if (name.text != but && !agent.self.value.is.given()) names.push_back(name.text);
  return names;
}

void check_senses(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  std::vector<std::string_view> told;  // things
  for (const auto& [name, who] : scene.agents) {
    if (who.agent.index == kNone) continue;
    for (const Reference& named : model.agents[who.agent.index].value.senses) {
      if (named.index == kNone) continue;
      const Sense& sense = model.senses[named.index].value;
      const bool is_of_thing = sense.kind() != SenseKind::hearing && sense.target.kind == ValueKind::entity &&
                               sense.target.reference != kNone;
      if (!is_of_thing || has_any(scene, sense.of.text)) continue;
      const std::vector<std::string_view> others = agents_of_no_thing(scene, name.text);
      if (others.empty() || std::ranges::find(told, sense.of.text) != told.end()) continue;
      told.push_back(sense.of.text);
      diagnostics
          .report(
              Code::nobody_to_notice, name.span,
              fmt::format("the sense `{}` of `{}` notices nobody here: it notices a `{}`, and nobody in this "
                          "scene is one",
                          named.text, name.text, sense.of.text))
          .help(fmt::format(
              "say it of the agents that are: `self: {{ is: {} }}`; {} {} not said to be any thing",
              sense.of.text, quoted_list(others, "and"), others.size() == 1 ? "is" : "are"));
    }
  }
}

void check_teams(const Model& model, const Scene& scene, Diagnostics& diagnostics) {
  constexpr size_t kFewest = 2;
  if (model.teams.size() < kFewest) return;
  const auto says_team = [](const auto& agent) { return agent.value.team.given(); };
  if (std::ranges::none_of(scene.agents, says_team)) return;
  for (const auto& [name, agent] : scene.agents) {
    if (agent.team.given()) continue;
    diagnostics
        .report(Code::team_left_out, name.span,
                fmt::format("`{}` says no team, so it is in the first one, `{}`", name.text,
                            model.teams[0].name.text))
        .help(fmt::format("say it, as others of this scene do: `team: {}`", model.teams[0].name.text));
  }
}

// Reports agents of scenes that the senses of the others cannot notice, since nobody in the scene is the
// thing that these notice and some agents are not said to be any; and agents that say no team where others
// do.
void check_unnoticed_agents(const Model& model, Diagnostics& diagnostics) {
  for (const auto& [name, scene] : model.scenes) {
    if (diagnostics.is_in_doubt(name.span)) continue;
    check_senses(model, scene, diagnostics);
    check_teams(model, scene, diagnostics);
  }
}

constexpr double kPlayed = 10;  // seconds that `play` shows unless it is told otherwise

// The test of a scene that runs longest. Null if the scene has no test, if a test does not say how long it
// runs, or if a test stands in another file than the scene: further files may then have tests of it.
const Test* longest_test_in(const Model& model, uint32_t scene) {
  const Test* longest = nullptr;
  for (const auto& [name, test] : model.tests) {
    if (test.scene.index != scene) continue;
    if (!test.run.given) return nullptr;
    if (longest == nullptr || test.run.value > longest->run.value) longest = &test;
  }
  return longest;
}

void report(Span span, std::string message, const Test& longest, double seconds, Diagnostics& diagnostics) {
  const std::string run = show(longest.run.value, Quantity::duration);
  diagnostics.report(Code::moment_unreached, span, std::move(message))
      .label(longest.run.span, fmt::format("the longest test of it here lasts {}", run))
      .help(fmt::format("write an earlier time, or let a test run longer than {}",
                        show(seconds, Quantity::duration)));
}

// Warns of each moment of a scene that comes after the end of all tests of that scene. Says nothing of a
// scene without tests: `play` may show it for as long as anybody likes.
void check_unreached_moments(const Model& model, Diagnostics& diagnostics) {
  for (uint32_t i = 0; i < model.scenes.size(); ++i) {
    const auto& [name, scene] = model.scenes[i];
    const Test* const longest = longest_test_in(model, i);
    if (longest == nullptr) continue;
    const double end = std::max(longest->run.value, kPlayed);
    for (const auto& moment : scene.around.at) {
      if (moment.time.given && moment.time.value >= end)
        report(moment.time.span, fmt::format("every test of `{}` is over before this happens", name.text),
               *longest, moment.time.value, diagnostics);
    }
    for (const auto& [entity, movement] : scene.moves) {
      if (movement.starts.given && movement.starts.value >= end)
        report(movement.starts.span,
               fmt::format("every test of `{}` is over before `{}` sets off", name.text, entity.text),
               *longest, movement.starts.value, diagnostics);
    }
  }
}

void check_order(const std::vector<Reference>& order, bool is_proof, Diagnostics& diagnostics) {
  if (order.size() != 1) return;
  diagnostics.report(Code::test_checks_nothing, order[0].span, "an order of one action checks nothing")
      .help(fmt::format("name at least two actions, from the highest score down, or write `{}picks: {}{}`",
                        is_proof ? "always: { " : "", order[0].text, is_proof ? " }" : ""));
}

void check_run(const Setting<double>& run, Diagnostics& diagnostics) {
  if (!run.given || run.value > 0) return;
  diagnostics.report(Code::number_out_of_range, run.span, "a run of 0s is over before anything happens")
      .help("write how long it lasts, such as `run: 5s`, or leave it out to look at one thought");
}

void check_within(const Test& test, const AgentExpectation& expect, Diagnostics& diagnostics) {
  const Setting<double>& within = expect.within;
  if (!within.given || !test.run.given) return;
  const bool is_timed =
      !expect.picks.empty() || expect.state.given || !expect.emits.value.empty() || !expect.notices.empty();
  if (!is_timed && expect.emits.given) {
    diagnostics
        .report(Code::field_without_its_kind, within.span,
                "`within` waits for something, but `emits: {}` expects nothing")
        .label(expect.emits.span, "none in the whole run")
        .help(fmt::format("take `within`{} out: then it emits nothing as long as the run lasts",
                          expect.after.given() ? " and `after`" : ""));
  } else if (!is_timed) {
    diagnostics
        .report(Code::field_without_its_kind, within.span,
                "`within` has a meaning only together with `picks`, `state`, `notices` or `emits`")
        .help(!expect.does.empty() || !expect.times.empty() || expect.reaches != nullptr
                  ? "take it out, and let the run last so long: what it does or reaches counts until its end"
                  : "take it out, or say what must be picked until then");
  } else if (within.value < 0 || within.value > test.run.value) {
    const std::string end = show(test.run.value, Quantity::duration);
    diagnostics
        .report(Code::time_outside_run, within.span,
                within.value < 0 ? std::string("`within` ends before the run begins")
                                 : fmt::format("`within` is longer than the run, which lasts {}", end))
        .label(test.run.span, "the run")
        .help(
            fmt::format("write a time up to {}, or leave `within` out: then the end of the run counts", end));
  }
}

// Times at which something is expected.
void check_moments(const Test& test, const AgentExpectation& expect, const SituationAgent& agent,
                   Diagnostics& diagnostics) {
  if (!test.run.given) return;
  for (const Timed<AgentExpectation>& moment : expect.at) {
    if (moment.time.given && moment.time.value >= agent.leaves_at) {
      const std::string leaving = show(agent.leaves_at, Quantity::duration);
      diagnostics
          .report(
              Code::time_outside_run, moment.time.span,
              fmt::format("`{}` leaves at {}, so nothing of it can be expected then", agent.name, leaving))
          .help(fmt::format("write a time before {}", leaving));
      continue;
    }
    if (!moment.time.given || (moment.time.value >= 0 && moment.time.value <= test.run.value)) continue;
    const std::string end = show(test.run.value, Quantity::duration);
    diagnostics
        .report(Code::time_outside_run, moment.time.span,
                moment.time.value < 0 ? std::string("this is before the run begins")
                                      : fmt::format("this is after the run, which lasts {}", end))
        .label(test.run.span, "the run")
        .help(fmt::format("write a time up to {}, or let the run last longer", end));
  }
}

bool claims_something(const Test& test) {
  return test.always.given || test.never.given || !test.order.empty() || !test.score.empty();
}

}  // namespace

namespace {

// An expectation of one agent of the situation.
void check_expectation(const Model& model, const Test& test, const AgentExpectation& expect,
                       const TypedExpectation& typed, const Situation& situation, uint32_t agent,
                       Diagnostics& diagnostics) {
  check_expected_members(model, expect, situation, agent, diagnostics);
  check_order(expect.order, false, diagnostics);
  check_within(test, expect, diagnostics);
  check_vain_expectation(model, typed, situation, agent, diagnostics);
  check_moments(test, expect, situation.agent_at(agent), diagnostics);
  for (size_t i = 0; i < expect.at.size(); ++i) {
    const Timed<AgentExpectation>& moment = expect.at[i];
    check_expectation(model, test, moment.value, typed.at[i].value, situation, agent, diagnostics);
    if (moment.value.says_something()) continue;
    diagnostics
        .report_missing(moment.time.span, Code::test_checks_nothing, moment.time.span,
                        "of this time nothing is expected")
        .help("say what must be so then, such as `{ state: alert }`, or take it out");
  }
}

// `any` goes through the profiles that there are, for one agent.
void check_any_profile(const Model& model, const Reference& profile, bool is_in_scene,
                       Diagnostics& diagnostics) {
  if (!is_any_profile(model, profile)) return;
  if (model.importance.empty()) {
    diagnostics
        .report(Code::unknown_name, profile.span,
                "there are no importance profiles, so there is none to go through")
        .help("take `importance` out, or declare profiles under `importance`");
  } else if (is_in_scene) {
    diagnostics
        .report(Code::given_not_allowed, profile.span,
                "an agent of a scene has one profile: `any` would be a scene for each of them")
        .help(fmt::format(
            "name one, such as `{}`, or take `importance` out; tests go through all of them where "
            "they say `agent: …` and no `scene`, with `importance: any`",
            model.importance[0].name.text));
  }
}

void check_holds(const TokenExpectation& expected, Diagnostics& diagnostics) {
  const Setting<int32_t>&most = expected.at_most, &least = expected.at_least;
  if (!most.given || !least.given || most.value >= least.value) return;
  diagnostics
      .report(Code::number_out_of_range, least.span,
              fmt::format("at most {} may hold `{}` in any frame, so {} never do", most.value,
                          expected.token.text, least.value))
      .label(most.span, "at most so many")
      .help(most.value == 0
                ? std::string("take one of the two out")
                : fmt::format("write `at_least: {}` or less, or let `at_most` be greater", most.value));
}

// True if something is expected of any agent.
bool checks_any(const Expectation& expect) {
  return expect.says_something() || !expect.holds.empty() ||
         std::ranges::any_of(expect.agents, [](const auto& agent) { return agent.value.says_something(); });
}

}  // namespace

namespace {

// Reads and checks the expectations of a test: of its one agent, and of the agents of its scene.
void check_expectations(const Model& model, const Test& test, TypedTest& typed, Diagnostics& diagnostics) {
  const Expectation& expect = test.expect.value;
  const Situation& situation = typed.situation;
  const auto check = [&](const AgentExpectation& of_agent, uint32_t agent) {
    TypedExpectation read = read_expectation(model, of_agent, situation, agent, diagnostics);
    check_expectation(model, test, of_agent, read, situation, agent, diagnostics);
    return read;
  };
  typed.expect.resize(situation.agent_count());
  TypedExpectation of_all = check(expect, 0);
  if (situation.agent_count() == 1) typed.expect[0] = std::move(of_all);
  for (const auto& [agent, of_agent] : expect.agents) {
    const uint32_t entity = find_named(situation, agent.text);
    if (entity == kNone || !is_agent(entity)) continue;
    typed.expect[agent_of_entity(entity)] = check(of_agent, agent_of_entity(entity));
    if (of_agent.says_something()) continue;
    diagnostics
        .report_missing(agent.span, Code::test_checks_nothing, agent.span,
                        fmt::format("nothing is expected of `{}`", agent.text))
        .help(fmt::format("say what must come of it, such as `{}: {{ picks: … }}`, or take it out",
                          agent.text));
  }
}

}  // namespace

namespace {

// What is proved of whole runs holds at each moment of them, or comes in time.
void check_proved_run(const Test& test, const TypedTest& typed, Diagnostics& diagnostics) {
  const auto is_provable = [](TypedExpectation expect) {
    if (expect.within.given) {
      expect.within = {};
      expect.after = {};
      expect.picks.clear();
      expect.state = {};
      expect.emits = {};
      expect.notices = {};
    }
    return is_of_moments(expect);
  };
  const bool is_right = test.expect.value.holds.empty() &&
                        (typed.expected_of(0) == nullptr || is_provable(*typed.expected_of(0)));
  if (is_right) return;
  diagnostics
      .report(
          Code::not_for_proofs, test.expect.span,
          "beside `for_all` and `run` stands what holds at each moment, `always`, `never` and `steady`, or "
          "what comes `within` a time")
      .label(test.for_all.span, "this is about whatever happens in that time")
      .help("look at the rest in a test with `vary` in place of `for_all`");
}

}  // namespace

std::vector<TypedTest> check_tests(const Model& model, Diagnostics& diagnostics) {
  AgentReach reach(model);
  const bool is_model_good = !diagnostics.has_errors();
  for (const auto& [name, scene] : model.scenes) {
    if (scene.agents.empty()) continue;  // which has been reported
    const Situation situation = read_scene(model, scene, 0, diagnostics);
    for (const auto& [agent, who] : scene.agents) check_any_profile(model, who.importance, true, diagnostics);
    if (is_model_good) reach.check(scene, diagnostics);
    if (is_model_good) reach.check_given(situation, name, diagnostics);
  }
  check_unreached_moments(model, diagnostics);
  check_unnoticed_agents(model, diagnostics);
  if (is_model_good) check_claims_across_teams(model, diagnostics);
  std::vector<TypedTest> tests(model.tests.size());
  for (size_t i = 0; i < tests.size(); ++i) {
    const auto& [name, test] = model.tests[i];
    TypedTest& typed = tests[i];
    typed.name = name;
    typed.is_of_scene = test.scene.given();
    typed.has_run = test.run.given;
    typed.names_profile = test.who.importance.given();
    typed.tries_all_profiles = is_any_profile(model, test.who.importance) && !model.importance.empty();
    if (test.scene.index != kNone && model.scenes[test.scene.index].value.agents.empty()) continue;
    typed.situation = read_situation(model, test, diagnostics);
    typed.variations = read_variations(model, test, typed.situation, diagnostics);
    const Expectation& expect = test.expect.value;
    check_expectations(model, test, typed, diagnostics);
    check_any_profile(model, test.who.importance, false, diagnostics);
    for (const TokenExpectation& expected : expect.holds) {
      check_holds(expected, diagnostics);
      check_vain_holders(model, expected, typed.situation, diagnostics);
    }
    typed.holds = expect.holds;
    if (is_model_good) reach.check(test, diagnostics);
    if (is_model_good && typed.situation.course.seconds > 0)
      reach.check_given(typed.situation, name, diagnostics);
    typed.claim = check_proof(model, test, is_model_good, typed.situation, diagnostics);
    if (typed.claim && test.run.given) check_proved_run(test, typed, diagnostics);
    if (diagnostics.is_in_doubt(name.span) || diagnostics.is_in_doubt(test.expect.span))
      continue;  // what it checks may be what could not be read
    check_order(test.order, true, diagnostics);
    check_run(test.run, diagnostics);
    if (checks_any(expect) || claims_something(test) || !expect.agents.empty()) continue;
    diagnostics.report(Code::test_checks_nothing, name.span, "this test checks nothing")
        .help(test.for_all.given && test.run.given
                  ? "say what holds in the whole run, such as `expect: { never: { picks: shoot } }`"
              : test.for_all.given ? "say what holds for all of them, such as `never: { picks: shoot }`"
                                   : "say what must come of it, such as `expect: { picks: flee }`");
  }
  return tests;
}

}  // namespace ishi::compiler
