#include "testing/check_tests.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "language/unit.h"
#include "prove/proof_ranges.h"
#include "simulate/agent_reach.h"
#include "simulate/expected_members.h"
#include "simulate/situation.h"
#include "testing/claims_across_teams.h"
#include "testing/unnoticed_agents.h"
#include "testing/unreached_moments.h"
#include "testing/vain_expectations.h"

namespace ishi::compiler {
namespace {

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
    if (diagnostics.is_in_doubt(name.span) || diagnostics.is_in_doubt(test.expect.span))
      continue;  // what it checks may be what could not be read
    check_order(test.order, true, diagnostics);
    check_run(test.run, diagnostics);
    if (checks_any(expect) || claims_something(test) || !expect.agents.empty()) continue;
    diagnostics.report(Code::test_checks_nothing, name.span, "this test checks nothing")
        .help(test.for_all.given ? "say what holds for all of them, such as `never: { picks: shoot }`"
                                 : "say what must come of it, such as `expect: { picks: flee }`");
  }
  return tests;
}

}  // namespace ishi::compiler
