#include "testing/prove_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "language/unit.h"
#include "language/words.h"
#include "testing/any_runs.h"
#include "testing/changes_of_mind.h"
#include "testing/reach_of_runs.h"

namespace ishi::compiler {
namespace {

class RunProof {
 public:
  RunProof(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const Asset& asset,
           const TypedTest& test, const Stop* stop)
      : model_(model),
        test_(test),
        stop_(stop),
        reach_(model, lowered, agent, test, stop),
        runs_(model, asset, test) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    result_.outcome = Outcome::proved;
  }

  TestResult prove(uint64_t runs) {
    const TypedExpectation& expect = *test_.expected_of(0);
    if (!reach_.is_known()) leave("offers and plans are looked at in runs alone");
    if (expect.always.given) look_at_always(expect.always.value);
    if (expect.never.given) look_at_never(expect.never.value);
    if (expect.steady.given) look_at_steady(expect.steady.value);
    if (expect.within.given && reach_.is_known()) look_at_within(expect);
    if (open_.empty()) {
      result_.message = assumptions();
      return std::move(result_);
    }
    for (uint64_t run = 0; run < runs && !is_stopped(stop_); ++run) {
      if (!runs_.contradicts(0, run)) continue;
      runs_.simplify();
      result_.outcome = Outcome::refuted;
      result_.message = runs_.message();
      for (const std::string& line : runs_.lines()) result_.message += fmt::format("\n  {}", line);
      return std::move(result_);
    }
    result_.outcome = Outcome::unknown;
    result_.message = fmt::format("undecided: {}\n  {} runs in which anything happens do not show it",
                                  fmt::join(open_, "; "), runs);
    return std::move(result_);
  }

 private:
  void leave(std::string why) { open_.push_back(std::move(why)); }

  [[nodiscard]] std::string assumptions() const {
    std::vector<std::string> promises;
    for (const ValuesOverTime::Gradual& gradual : reach_.values().gradual()) {
      if (!gradual.is_assumed || !reach_.reads(gradual.what.index)) continue;
      const auto& [name, variable] = model_.blackboard[gradual.what.index];
      promises.push_back(fmt::format("with `{}` changing by {}/s at most", name.text,
                                     show(variable.most_change, variable.resolved.quantity, variable.unit)));
    }
    const std::string promised = promises.empty() ? "" : fmt::format(", {}", fmt::join(promises, " and "));
    const bool is_of_length = reach_.is_of_this_length() || !reach_.values().gradual().empty();
    return fmt::format(
        "in runs of {}, whatever the game writes into keys within these ranges{}, whatever events come, and "
        "however tasks end",
        is_of_length ? show(test_.situation.course.seconds, Quantity::duration) : "any length", promised);
  }

  [[nodiscard]] static bool names(const std::vector<Reference>& picks, std::string_view name) {
    return std::ranges::find(picks, name, &Reference::text) != picks.end();
  }

  void look_at_always(const TypedInvariant& always) {
    for (uint32_t state = 0; state < reach_.written().states.value.size() && !always.in_states.empty();
         ++state) {
      const bool is_claimed = std::ranges::find(always.in_states, state) != always.in_states.end();
      if (!is_claimed && reach_.reaches(state)) leave_state(state);
    }
    if (!always.picks.empty()) {
      for (uint32_t option = 0; option < reach_.written().actions.size(); ++option) {
        const std::string_view name = reach_.written().actions[option].text;
        if (!names(always.picks, name) && reach_.may_pick(option)) leave_option(name);
      }
      if (!names(always.picks, "nothing")) look_at_nothing();
    }
    look_at_values(always, true);
  }

  // There must be no thought that picks nothing.
  void look_at_nothing() {
    for (uint32_t state = 0; state < reach_.count_states() && reach_.is_known(); ++state) {
      if (!reach_.reaches(state) || reach_.always_picks_something(state)) continue;
      leave(reach_.written().states.value.empty()
                ? std::string("it may pick nothing, as while everything cools down")
                : fmt::format("it may pick nothing in the state `{}`, as while everything cools down",
                              reach_.name_of_state(state)));
      return;
    }
  }

  void look_at_never(const TypedInvariant& never) {
    for (const uint32_t state : never.in_states) {
      if (reach_.reaches(state)) leave_state(state);
    }
    if (names(never.picks, "nothing")) look_at_nothing();
    for (uint32_t option = 0; option < reach_.written().actions.size(); ++option) {
      const std::string_view name = reach_.written().actions[option].text;
      if (names(never.picks, name) && reach_.may_pick(option)) leave_option(name);
    }
    for (const Reference& task : never.does) {
      const std::string place = reach_.place_of([&](const Step& step) {
        const auto* const done = step.as<TaskStep>();
        return done != nullptr && done->index != kNone && model_.tasks[done->index].name.text == task.text;
      });
      if (!place.empty()) leave(fmt::format("it may start `{}`: {}", task.text, place));
    }
    for (const Reference& event : never.emits) {
      const std::string place = reach_.place_of([&](const Step& step) {
        const auto* const emit = step.as<EmitStep>();
        return emit != nullptr && emit->event.text == event.text;
      });
      if (!place.empty()) leave(fmt::format("it may emit `{}`: {}", event.text, place));
    }
    look_at_values(never, false);
  }

  void leave_state(uint32_t state) {
    leave(
        fmt::format("it may come to the state `{}`: {}", reach_.name_of_state(state), reach_.way_to(state)));
  }
  void leave_option(std::string_view name) { leave(fmt::format("it may pick `{}`", name)); }

  // `always`: each must be what is claimed, else it must not.
  void look_at_values(const TypedInvariant& claimed, bool always) {
    for (const ExpectedKey& key : claimed.keys) {
      const std::optional<Interval> range = reach_.values().number(key.key);
      const float low = key.is_range ? static_cast<float>(key.low) : key.value.value[0];
      const float high = key.is_range ? static_cast<float>(key.high) : key.value.value[0];
      if (range && holds(*range, low, high, always)) continue;
      leave(fmt::format("`{}` may be anything, or steps set it", model_.blackboard[key.key].name.text));
    }
    for (const auto& [name, bounds] : claimed.level) {
      const uint32_t need = find_index(model_.needs, name.text);
      const uint32_t motive =
          need != kNone ? need
                        : static_cast<uint32_t>(model_.needs.size()) + find_index(model_.drives, name.text);
      const Interval range = reach_.values().level(motive, 0, reach_.seconds());
      if (!holds(range, static_cast<float>(bounds.value.low), static_cast<float>(bounds.value.high), always))
        leave(
            fmt::format("the level of `{}` may be from {:.4g} to {:.4g}", name.text, range.low, range.high));
    }
  }
  [[nodiscard]] static bool holds(Interval range, float low, float high, bool always) {
    return always ? range.low >= low && range.high <= high : range.high < low || range.low > high;
  }

  void look_at_steady(const Steadiness& steady) {
    if (!reach_.is_known()) return;
    const ChangesOfMind changes(reach_, stop_);
    std::string how = changes.more_than(static_cast<uint32_t>(steady.changes.value), steady.in.value);
    if (!how.empty()) leave(std::move(how));
  }

  void look_at_within(const TypedExpectation& expect) {
    const ReachOfRuns::Since since{
        expect.after.given() ? find_index(model_.events, expect.after.text) : kNone, expect.within.value};
    const auto look_at = [&](const ReachOfRuns::Sure& sure, const std::string& what) {
      if (!sure.latest) return leave(fmt::format("{}: {}", what, sure.why_not));
      if (*sure.latest > expect.within.value)
        leave(fmt::format("{} after {} perhaps, not earlier", what,
                          show(std::ceil(*sure.latest * 100) / 100, Quantity::duration)));
    };
    const auto count = reach_.count_states();
    if (expect.state.given) {
      std::vector<bool> targets(count);
      targets[expect.in_state] = true;
      look_at(reach_.comes_to(targets, since),
              fmt::format("it comes to the state `{}`", expect.state.value.text));
    }
    if (!expect.picks.empty()) look_at_picks(expect.picks, since, look_at);
    for (const ExpectedRecord& wanted : expect.emits.value) look_at_emitted(wanted, since, look_at);
    if (!expect.notices.empty()) leave("what it notices is looked at in runs alone");
  }

  template <class LookAt>
  void look_at_picks(const std::vector<Reference>& picks, const ReachOfRuns::Since& since,
                     const LookAt& look_at) {
    std::optional<ReachOfRuns::Sure> best;
    for (uint32_t option = 0; option < reach_.written().actions.size(); ++option) {
      if (!names(picks, reach_.written().actions[option].text)) continue;
      ReachOfRuns::Sure sure = reach_.picks(option, since);
      const bool is_better = !best || (sure.latest && (!best->latest || *sure.latest < *best->latest));
      if (is_better) best = std::move(sure);
    }
    if (!best) return leave("that it picks nothing is looked at in runs alone");
    look_at(*best, fmt::format("it picks `{}`", picks[0].text));
  }

  // Emitted as a state is entered, which it is not in from the beginning.
  template <class LookAt>
  void look_at_emitted(const ExpectedRecord& wanted, const ReachOfRuns::Since& since, const LookAt& look_at) {
    const std::string_view name =
        wanted.is_sound ? model_.sounds[wanted.index].name.text : model_.events[wanted.index].name.text;
    const auto& states = reach_.written().states.value;
    std::vector<bool> targets(reach_.count_states());
    bool has_any = false;
    for (uint32_t state = 0; state < states.size(); ++state) {
      targets[state] = std::ranges::any_of(states[state].value.enter.value, [&](const Step& step) {
        const auto* const emit = step.as<EmitStep>();
        return emit != nullptr && emit->event.text == name && !step.modifiers.when.given();
      });
      has_any |= targets[state];
    }
    const uint32_t first = test_.situation.state == kNone ? 0 : test_.situation.state;
    if (!has_any || !wanted.fields.empty() || since.event != kNone || targets[first])
      return leave(fmt::format("when it emits `{}` is looked at in runs alone", name));
    look_at(reach_.comes_to(targets, since), fmt::format("it emits `{}`", name));
  }

  const Model& model_;
  const TypedTest& test_;
  const Stop* stop_;
  ReachOfRuns reach_;
  AnyRuns runs_;
  std::vector<std::string> open_;  // what is not proved, and where
  TestResult result_;
};

const LoweredAgent& agent_of(const Lowered& lowered, const TypedTest& test) {
  return *std::ranges::find(lowered.agents, test.situation.agent, &LoweredAgent::agent);
}

}  // namespace

TestResult prove_run(const Model& model, const Lowered& lowered, const Asset& asset, const TypedTest& test,
                     const Stop* stop, uint64_t runs) {
  return RunProof(model, lowered, agent_of(lowered, test), asset, test, stop).prove(runs);
}

uint64_t count_contradictions(const Model& model, const Lowered& /*lowered*/, const Asset& asset,
                              const TypedTest& test, uint64_t seed, uint64_t runs) {
  AnyRuns any(model, asset, test);
  uint64_t count = 0;
  for (uint64_t run = 0; run < runs; ++run) count += any.contradicts(seed, run) ? 1 : 0;
  return count;
}

}  // namespace ishi::compiler
