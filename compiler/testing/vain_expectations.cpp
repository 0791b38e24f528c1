#include "testing/vain_expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "simulate/expected_keys.h"

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

  void check(const AgentExpectation& expect) {
    for (const auto& [name, times] : expect.times) {
      if (times.given && times.value.low <= 0 && std::isinf(times.value.high))
        report(
            times.span, fmt::format("any number of `{}` will do, so this checks nothing", name.text),
            fmt::format("write how often it is started at least or at most, such as `{}: 1..`", name.text));
    }
    for (const auto& [name, level] : expect.level) {
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
    check_keys(expect);
    check_picks(expect);
    check_state(expect);
  }

 private:
  void report(Span span, std::string message, std::string help) {
    diagnostics_.report(Code::test_checks_nothing, span, std::move(message)).help(std::move(help));
  }

  void check_keys(const AgentExpectation& expect) {
    Diagnostics nothing_new;
    for (const ExpectedKey& one : read_expected_keys(model_, expect, situation_, index_, nothing_new)) {
      const auto& [name, key] = model_.blackboard[one.key];
      if (!one.is_range || !key.range.given || one.low > key.low || one.high < key.high) continue;
      const uint32_t written = find_index(expect.key, name.text);
      if (written == kNone || expect.key[written].value == nullptr) continue;
      diagnostics_
          .report(Code::test_checks_nothing, expect.key[written].value->span,
                  fmt::format("`{}` is never elsewhere, so this checks nothing", name.text))
          .label(key.range.span, "its range")
          .help("write the part of that range in which it must be");
    }
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

  void check_picks(const AgentExpectation& expect) {
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
  void check_state(const AgentExpectation& expect) {
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

void check_vain_expectation(const Model& model, const AgentExpectation& expect, const Situation& situation,
                            uint32_t agent, Diagnostics& diagnostics) {
  if (situation.agent_at(agent).agent == kNone) return;  // which has been reported
  VainExpectations(model, situation, agent, diagnostics).check(expect);
}

void check_vain_holders(const TokenExpectation& expected, const Situation& situation,
                        Diagnostics& diagnostics) {
  if (!expected.by.empty() && situation.agent_count() == 1) return;  // which has been reported
  const size_t agents = expected.by.empty() ? situation.agent_count() : expected.by.size();
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
