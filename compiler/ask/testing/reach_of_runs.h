#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analyze/contest.h"
#include "analyze/joined_conditions.h"
#include "lower/lowered.h"
#include "model/model.h"
#include "model/steps_within.h"
#include "simulate/typed_test.h"
#include "source/stop.h"
#include "testing/values_over_time.h"

namespace ishi::compiler {

// The states and actions to which an agent may come in the runs of a test with `for_all` and `run`, whatever
// happens in them, and those to which it is sure to come. Where it is not sure it answers for more runs than
// there are. All times are seconds since the run began, at 60 frames a second.
class ReachOfRuns {
 public:
  // All must outlive this; `stop` may be null.
  ReachOfRuns(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const TypedTest& test,
              const Stop* stop);

  [[nodiscard]] const Contest& contest() const { return contest_; }
  [[nodiscard]] const Agent& written() const { return contest_.written(); }
  [[nodiscard]] const ValuesOverTime& values() const { return values_; }
  [[nodiscard]] double seconds() const { return seconds_; }
  // True if a score, a condition or a transition of the agent reads a key.
  [[nodiscard]] bool reads(uint32_t key) const;
  // False of an agent whose options are not its actions.
  [[nodiscard]] bool is_known() const;
  // 1 without states.
  [[nodiscard]] uint32_t count_states() const { return contest_.count_states(); }
  // Within the time of the run.
  [[nodiscard]] bool reaches(uint32_t state) const { return states_[state].earliest <= seconds_; }
  // True if a longer run may come to more states.
  [[nodiscard]] bool is_of_this_length() const { return is_of_this_length_; }
  [[nodiscard]] bool may_pick(uint32_t option) const { return option >= options_.size() || options_[option]; }
  [[nodiscard]] std::string_view name_of_state(uint32_t state) const;
  // "calm → alert → panic": how it may come to a state.
  [[nodiscard]] std::string way_to(uint32_t state) const;
  // The first place from which a step may be done that `is`, in words; empty: there is none.
  template <class Is>
  [[nodiscard]] std::string place_of(const Is& is) const;

  // From some time on, and since an event: the window in which something must come.
  struct Since {
    uint32_t event = kNone;  // of the model; kNone: the run's beginning
    double within = 0;
  };
  // What is sure to come, or why not.
  struct Sure {
    std::optional<double> latest;  // seconds
    std::string why_not;
  };
  // When it is in one of these states at the latest.
  [[nodiscard]] Sure comes_to(const std::vector<bool>& targets, const Since& since) const;
  // When a thought has picked an option at the latest.
  [[nodiscard]] Sure picks(uint32_t option, const Since& since) const;

  // True if each thought in a state picks something, or each where values lie in these ranges.
  [[nodiscard]] bool always_picks_something(uint32_t state, const std::vector<ProofRange>& where = {}) const;
  // How long an agent that does nothing may stay in a state at most; infinity if that is not known.
  [[nodiscard]] double longest_idle(uint32_t state) const;

  // A step from a state to another that may be taken.
  struct Edge {
    uint32_t from = 0, to = 0;
    const LoweredTransition* transition = nullptr;
    uint32_t place = 0;  // among those of its state
  };
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }
  // The condition of an edge, also that none before it holds. False if it has none.
  [[nodiscard]] bool condition_of(const Edge& edge, JoinedConditions& joined, uint32_t& condition) const;
  // A program over the values that may be between two times.
  [[nodiscard]] Ranges box_between(const AnalyzedProgram& program, double from, double until) const;
  // The options that compete with certainty in a state: they never cool down, and nobody can take what they
  // claim.
  [[nodiscard]] std::vector<uint32_t> steadfast_in(uint32_t state) const;
  // The importance with which the agent thinks in a state; several if the test asks for each.
  [[nodiscard]] std::vector<Weighing> weighings_in(uint32_t state) const;
  // What can always be interrupted.
  [[nodiscard]] bool is_interruptible(uint32_t option) const;
  // Seconds from one thought to the next at most; infinity: the situation decides.
  [[nodiscard]] double longest_pause() const;

  static constexpr double kFrame = 1.0 / 60;
  static constexpr double kNever = kForever;

 private:
  struct ReachedState {
    double earliest = kNever;
    uint32_t from = kNone;
  };

  [[nodiscard]] bool may_be(JoinedConditions& joined, uint32_t condition, double from, double until,
                            Interval elapsed, const Since& since) const;
  void hold_since(const AnalyzedProgram& program, const Since& since, Ranges& ranges) const;
  [[nodiscard]] double earliest_of(const LoweredState& state, double entered, uint32_t place) const;
  void find_states(uint32_t first);
  void find_options();
  [[nodiscard]] bool wins_something(const std::vector<uint32_t>& competing, uint32_t state,
                                    const std::vector<ProofRange>& where) const;
  [[nodiscard]] bool may_win(uint32_t option, uint32_t state) const;
  [[nodiscard]] std::string held_up_in(uint32_t state) const;
  [[nodiscard]] double leaves_by(uint32_t state, const Since& since) const;
  [[nodiscard]] Sure from(uint32_t state, const std::vector<bool>& targets, const Since& since,
                          std::vector<uint8_t>& is_open) const;
  [[nodiscard]] bool surely_wins(uint32_t option, uint32_t state, const Since& since) const;

  static constexpr uint64_t kBudget = 300'000;  // operations of one question

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  const TypedTest& test_;
  Contest contest_;
  ValuesOverTime values_;
  const Stop* stop_;
  double seconds_;
  uint32_t first_ = 0;
  bool is_of_this_length_ = false;
  std::vector<ReachedState> states_;
  std::vector<Edge> edges_;
  std::vector<bool> options_;
};

template <class Is>
std::string ReachOfRuns::place_of(const Is& is) const {
  const auto has = [&](const std::vector<Step>& steps) {
    bool found = false;
    StepsDone(model_).for_each(steps, [&](const Step& step) { found = found || is(step); });
    return found;
  };
  for (uint32_t i = 0; i < options_.size(); ++i) {
    if (!options_[i]) continue;
    const auto& [name, action] = contest_.action_of(i);
    if (has(action.steps.value) || has(action.finally.value))
      return "`" + std::string(name.text) + "` may do it";
  }
  for (const auto& [name, goal] : model_.goals) {
    if (has(goal.finally.value)) return "the `finally` of `" + std::string(name.text) + "` does it";
  }
  for (const auto& [event, steps] : written().on) {
    if (has(steps)) return "what it does on `" + std::string(event.text) + "` does it";
  }
  for (uint32_t i = 0; i < written().states.value.size(); ++i) {
    const auto& [name, state] = written().states.value[i];
    if (reaches(i) && (has(state.enter.value) || has(state.finally.value)))
      return "the state `" + std::string(name.text) + "` does it";
  }
  return {};
}

}  // namespace ishi::compiler
