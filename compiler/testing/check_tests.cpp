#include "testing/check_tests.h"

#include <fmt/format.h>

#include <algorithm>

#include "language/unit.h"
#include "prove/proof_ranges.h"
#include "simulate/agent_move.h"
#include "simulate/agent_reach.h"
#include "simulate/expected_keys.h"
#include "simulate/expected_members.h"
#include "simulate/situation.h"

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
  const bool counts_for_after = !expect.picks.empty() || expect.state.given || !expect.emits.value.empty();
  if (!counts_for_after && expect.notices.empty()) {
    diagnostics
        .report(Code::field_without_its_kind, within.span,
                "`within` has a meaning only together with `picks`, `state`, `notices` or `emits`")
        .help("take it out, or say what must be picked until then");
  } else if (expect.after.given() && !counts_for_after) {
    diagnostics
        .report(Code::field_without_its_kind, expect.after.span,
                "`after` has a meaning only together with `picks`, `state` or `emits`")
        .help("take it out, or say what must come of the event");
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

bool checks_something(const AgentExpectation& expect) {
  return !expect.never_picks.empty() || !expect.does_in_order.empty() || !expect.remembers.empty() ||
         !expect.at.empty() || !expect.picks.empty() || !expect.never_does.empty() || !expect.times.empty() ||
         expect.emits.given || expect.state.given || !expect.order.empty() || !expect.score.empty() ||
         !expect.level.empty() || !expect.does.empty() || expect.max_switches.given || !expect.key.empty() ||
         expect.within.given || !expect.notices.empty() || !expect.goals.empty() || !expect.chooses.empty() ||
         expect.heads != nullptr || expect.reaches != nullptr;
}

bool claims_something(const Test& test) {
  return test.always.given || test.never.given || !test.order.empty() || !test.score.empty();
}

}  // namespace

namespace {

// An expectation of one agent of the situation.
void check_expectation(const Model& model, const Test& test, const AgentExpectation& expect,
                       const Situation& situation, uint32_t agent, Diagnostics& diagnostics) {
  read_expected_keys(model, expect, situation, agent, diagnostics);
  check_expected_members(model, expect, situation, agent, diagnostics);
  static_cast<void>(read_expected_records(model, expect, situation, agent, diagnostics));
  static_cast<void>(read_heading(expect, diagnostics));
  check_order(expect.order, false, diagnostics);
  check_within(test, expect, diagnostics);
  check_moments(test, expect, situation.agent_at(agent), diagnostics);
  for (const Timed<AgentExpectation>& moment : expect.at) {
    check_expectation(model, test, moment.value, situation, agent, diagnostics);
    if (checks_something(moment.value)) continue;
    diagnostics
        .report_missing(moment.time.span, Code::test_checks_nothing, moment.time.span,
                        "of this time nothing is expected")
        .help("say what must be so then, such as `{ state: alert }`, or take it out");
  }
}

// True if something is expected of any agent.
bool checks_any(const Expectation& expect) {
  return checks_something(expect) || !expect.holds.empty() ||
         std::ranges::any_of(expect.agents, [](const auto& agent) { return checks_something(agent.value); });
}

}  // namespace

void check_tests(const Model& model, Diagnostics& diagnostics) {
  AgentReach reach(model);
  const bool is_model_good = !diagnostics.has_errors();
  for (const auto& [name, scene] : model.scenes) {
    read_scene(model, scene, 0, diagnostics);
    if (is_model_good) reach.check(scene, diagnostics);
  }
  for (const auto& [name, test] : model.tests) {
    const Situation situation = read_situation(model, test, diagnostics);
    const Expectation& expect = test.expect.value;
    check_expectation(model, test, expect, situation, 0, diagnostics);
    for (const auto& [agent, of_agent] : expect.agents) {
      const uint32_t entity = find_named(situation, agent.text);
      if (entity != kNone && is_agent(entity))
        check_expectation(model, test, of_agent, situation, agent_of_entity(entity), diagnostics);
    }
    check_proof(model, test, diagnostics);
    if (is_model_good) reach.check(test, diagnostics);
    if (diagnostics.is_in_doubt(name.span) || diagnostics.is_in_doubt(test.expect.span))
      continue;  // what it checks may be what could not be read
    check_order(test.order, true, diagnostics);
    check_run(test.run, diagnostics);
    if (checks_any(expect) || claims_something(test)) continue;
    diagnostics.report(Code::test_checks_nothing, name.span, "this test checks nothing")
        .help(test.for_all.given ? "say what holds for all of them, such as `never: { picks: shoot }`"
                                 : "say what must come of it, such as `expect: { picks: flee }`");
  }
}

}  // namespace ishi::compiler
