#include "testing/vain_expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "model/steps_within.h"

namespace ishi::compiler {
namespace {

class VainExpectations {
 public:
  VainExpectations(const Model& model, const Situation& situation, uint32_t agent, Diagnostics& diagnostics)
      : model_(model),
        situation_(situation),
        index_(agent),
        agent_(model.agents[situation.agent_at(agent).agent].value),
        diagnostics_(diagnostics) {}

  void check(const TypedExpectation& expect) {
    for (const auto& [name, times] : expect.times) {
      if (times.given && times.value.low <= 0 && std::isinf(times.value.high))
        report(
            times.span, fmt::format("any number of `{}` will do, so this checks nothing", name.text),
            fmt::format("write how often it is started at least or at most, such as `{}: 1..`", name.text));
    }
    check_levels(expect.level);
    check_keys(expect.keys);
    if (expect.always.given) {
      check_levels(expect.always.value.level);
      check_keys(expect.always.value.keys);
    }
    if (expect.never.given) check_never(expect.never.value);
    check_goals(expect);
    check_memories(expect);
    check_steering(expect);
    check_picks(expect);
    check_state(expect);
  }

 private:
  void report(Span span, std::string message, std::string help) {
    diagnostics_.report(Code::test_checks_nothing, span, std::move(message)).help(std::move(help));
  }

  void check_levels(const Map<Setting<Bounds>>& levels) {
    for (const auto& [name, level] : levels) {
      if (level.given && level.value.low <= 0 && level.value.high >= 1)
        report(level.span, fmt::format("`{}` is always from 0 to 1, so this checks nothing", name.text),
               "write the part of that range in which it must be");
      if (level.given && (level.value.low > 1 || level.value.high < 0))
        diagnostics_
            .report(Code::number_out_of_range, level.span,
                    fmt::format("levels are from 0 to 1, so `{}` never is that", name.text))
            .help(level.value.low > 1 && level.value.high <= 100
                      ? fmt::format("write it as a part of 1, such as `{}: {}`", name.text,
                                    level.value.low == level.value.high
                                        ? fmt::format("{:.4g}", level.value.low / 100)
                                        : fmt::format("{:.4g}..{:.4g}", level.value.low / 100,
                                                      level.value.high / 100))
                      : "write a number or a range within 0..1");
    }
  }

  // Reports a number that a level never has; that of a key is out of its range, and has been reported.
  void check_never(const TypedInvariant& never) {
    for (const auto& [name, level] : never.level) {
      if (level.given && (level.value.low > 1 || level.value.high < 0))
        report(
            level.span,
            fmt::format("levels are from 0 to 1, so `{}` never is that, and this checks nothing", name.text),
            "write the part of that range in which it must never be");
    }
  }

  void check_keys(std::span<const ExpectedKey> keys) {
    for (const ExpectedKey& one : keys) {
      const auto& [name, key] = model_.blackboard[one.key];
      if (!one.is_range || !key.range.given || one.low > key.low || one.high < key.high) continue;
      diagnostics_
          .report(Code::test_checks_nothing, one.span,
                  fmt::format("`{}` is never elsewhere, so this checks nothing", name.text))
          .label(key.range.span, "its range")
          .help("write the part of that range in which it must be");
    }
  }

  // Reports `inactive` of a goal that no action of the agent pursues.
  void check_goals(const TypedExpectation& expect) {
    if (expect.goals.empty()) return;
    std::vector<bool> pursued(model_.goals.size());
    StepsDone done(model_);
    for (const Reference& action : agent_.actions) {
      if (action.index == kNone) return;  // which has been reported
      done.for_each(model_.actions[action.index].value.steps.value, [&](const Step& step) {
        if (const auto* const goal = step.as<GoalStep>(); goal != nullptr && goal->index != kNone)
          pursued[goal->index] = true;
      });
    }
    for (const auto& [name, state] : expect.goals) {
      const uint32_t goal = find_index(model_.goals, name.text);
      if (goal == kNone || pursued[goal] || !state.given || state.value != GoalState::inactive) continue;
      report(name.span,
             fmt::format("no action of this agent pursues `{}`, so this checks nothing", name.text),
             "take it out, or expect it of an agent that may pursue it");
    }
  }

  // Reports `nothing` of a memory that neither the agent nor the test fills.
  void check_memories(const TypedExpectation& expect) {
    for (const auto& [name, who] : expect.remembers) {
      const bool is_nothing = who.size() == 1 && who[0].given && who[0].value.text == "nothing";
      const uint32_t memory = find_index(model_.memory, name.text);
      if (!is_nothing || memory == kNone || may_hold(memory, name.text)) continue;
      report(name.span, fmt::format("nothing fills `{}` of this agent, so this checks nothing", name.text),
             "take it out, or expect it of an agent whose senses or steps remember somebody there");
    }
  }

  bool may_hold(uint32_t memory, std::string_view name) {
    const SituationAgent& who = situation_.agent_at(index_);
    const auto is_it = [&](const SituationMemory& one) {
      return one.memory == memory;  // whoever's it is: the test may be about that
    };
    if (std::ranges::any_of(who.facts, [&](const SituationFact& fact) { return fact.memory == memory; }))
      return true;
    for (const Course::Change& change : situation_.course.changes) {
      if (std::ranges::any_of(change.memories, is_it)) return true;
    }
    for (const Reference& sense : agent_.senses) {
      if (sense.index == kNone) return true;
      const Reference& remember = model_.senses[sense.index].value.remember;
      if (remember.index == memory || remember.text == name) return true;
    }
    bool remembers = false;
    const auto look = [&](const Step& step) { remembers |= step.is<RememberStep>(); };
    StepsDone done(model_);
    for (const Reference& action : agent_.actions) {
      if (action.index == kNone) return true;
      done.for_each(model_.actions[action.index].value.steps.value, look);
      for (const Step& step : model_.actions[action.index].value.finally.value) for_each_step_in(step, look);
    }
    for (const auto& reaction : agent_.on) {
      for (const Step& step : reaction.value) for_each_step_in(step, look);
    }
    for (const auto& state : agent_.states.value) {
      for (const Step& step : state.value.enter.value) for_each_step_in(step, look);
      for (const Step& step : state.value.finally.value) for_each_step_in(step, look);
    }
    for (const auto& goal : model_.goals) {
      for (const Step& step : goal.value.finally.value) for_each_step_in(step, look);
    }
    return remembers;
  }

  // Reports `heads: nothing` of an agent that never steers.
  void check_steering(const TypedExpectation& expect) {
    if (!expect.heads.stands) return;
    bool steers = false;
    StepsDone done(model_);
    for (const Reference& action : agent_.actions) {
      if (action.index == kNone) return;
      done.for_each(model_.actions[action.index].value.steps.value,
                    [&](const Step& step) { steers |= step.is<SteerStep>(); });
    }
    if (steers) return;
    report(expect.heads.span, "no action of this agent steers, so this checks nothing",
           "take it out, or expect it of an agent that steers");
  }

  // Something is always picked if one action asks for nothing.
  [[nodiscard]] bool always_picks() const {
    return !agent_.states.given && agent_.select.minimum.value <= 0 && !agent_.planner.given() &&
           std::ranges::any_of(agent_.actions, [&](const Reference& one) {
             if (one.index == kNone) return false;
             const Action& action = model_.actions[one.index].value;
             return !action.when.given() && action.for_each.empty() && action.claims.empty() &&
                    action.cooldown.value == 0 && action.offered_by == kNone;
           });
  }

  void check_picks(const TypedExpectation& expect) {
    if (expect.picks.size() < 2 || expect.on.given || expect.picks.size() < agent_.actions.size()) return;
    const auto is_named = [&](std::string_view name) {
      return std::ranges::find(expect.picks, name, &Reference::text) != expect.picks.end();
    };
    const bool are_all =
        std::ranges::all_of(agent_.actions, [&](const Reference& action) { return is_named(action.text); });
    if (!are_all || (!is_named("nothing") && !always_picks())) return;
    report(expect.picks[0].span, "the agent has no other actions, so this checks nothing",
           "leave out at least one, or write which it must not be: `never_picks`");
  }

  // Its first state, of which nothing says when.
  void check_state(const TypedExpectation& expect) {
    if (!expect.state.given || !expect.within.given || expect.after.given() || expect.in_state == kNone)
      return;
    const uint32_t first = situation_.agent_at(index_).state;
    if (expect.in_state != (first == kNone ? 0 : first)) return;
    report(expect.state.span,
           fmt::format("the agent begins in `{}`, so it is in that state `within` any time",
                       expect.state.value.text),
           "take `within` out, to ask for its state at the end, or name an event under `after`");
  }

  const Model& model_;
  const Situation& situation_;
  uint32_t index_;
  const Agent& agent_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_vain_expectation(const Model& model, const TypedExpectation& expect, const Situation& situation,
                            uint32_t agent, Diagnostics& diagnostics) {
  if (situation.agent_at(agent).agent == kNone) return;  // which has been reported
  VainExpectations(model, situation, agent, diagnostics).check(expect);
}

namespace {

bool claims(const Model& model, const Agent& agent, const Reference& token) {
  return std::ranges::any_of(agent.actions, [&](const Reference& action) {
    return action.index == kNone ||
           std::ranges::any_of(model.actions[action.index].value.claims,
                               [&](const Reference& claim) { return claim.text == token.text; });
  });
}

}  // namespace

void check_vain_holders(const Model& model, const TokenExpectation& expected, const Situation& situation,
                        Diagnostics& diagnostics) {
  if (!expected.by.empty() && situation.agent_count() == 1) return;  // which has been reported
  if (expected.token.index == kNone) return;                         // the same
  size_t agents = 0, named = 0;
  for (uint32_t i = 0; i < situation.agent_count(); ++i) {
    const SituationAgent& who = situation.agent_at(i);
    const bool counts =
        expected.by.empty() || std::ranges::any_of(expected.by, [&](const Setting<Name>& one) {
          return one.value.text == who.name;
        });
    if (counts) ++named;
    if (counts && (who.agent == kNone || claims(model, model.agents[who.agent].value, expected.token)))
      ++agents;
  }
  if (!expected.by.empty() && named < expected.by.size()) return;  // who is no agent has been reported
  if (agents == 0 && expected.at_most.given) {
    diagnostics
        .report(Code::test_checks_nothing, expected.at_most.span,
                fmt::format("nobody {}claims `{}`, so nobody ever holds it",
                            expected.by.empty() ? "here " : "of these ", expected.token.text))
        .help("take it out, or name agents with an action that `claims` it");
    return;
  }
  if (expected.at_most.given && expected.at_most.value >= 0 &&
      static_cast<size_t>(expected.at_most.value) >= agents) {
    diagnostics
        .report(Code::test_checks_nothing, expected.at_most.span,
                fmt::format("there {} {} agent{} that could hold `{}`, so there are never more",
                            agents == 1 ? "is" : "are", agents, agents == 1 ? "" : "s", expected.token.text))
        .help("write how many of them may hold it at the same time at most, or `at_least`");
  }
}

}  // namespace ishi::compiler
