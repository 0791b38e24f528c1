#include "testing/prove_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/contest.h"
#include "analyze/evidence.h"
#include "analyze/joined_conditions.h"
#include "analyze/violation.h"
#include "ishi/id.h"
#include "language/unit.h"
#include "language/words.h"
#include "model/steps_within.h"
#include "prove/proof_ranges.h"
#include "testing/run_features.h"
#include "testing/run_sequence.h"
#include "testing/test_attempt.h"

namespace ishi::compiler {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();
constexpr double kFrame = 1.0 / kFramesPerSecond;

// Where keys lie at any time of the run: in the ranges of the test, but for those that steps and tasks set.
std::vector<ProofRange> lasting_ranges(const Model& model, const std::vector<ProofRange>& ranges) {
  std::vector<bool> is_set(model.blackboard.size());
  const auto note = [&](std::string_view name) {
    const uint32_t key = find_index(model.blackboard, name);
    if (key != kNone) is_set[key] = true;
  };
  for_each_written_step(model, [&](const Step& step) {
    const auto* const set = step.as<SetStep>();
    if (set == nullptr) return;
    for (const auto& assignment : set->values) note(assignment.name.text);
  });
  for (const auto& task : model.tasks) {
    for (const auto& [key, value] : task.value.effects) note(key.text);
  }
  std::vector<ProofRange> lasting = ranges;
  std::erase_if(lasting, [&](const ProofRange& range) { return range.is_level || is_set[range.index]; });
  return lasting;
}

// What an agent may come to in a run, whatever happens: an over-approximation of all runs.
class ReachOfRuns {
 public:
  ReachOfRuns(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const TypedTest& test,
              const Stop* stop)
      : model_(model),
        lowered_(lowered),
        agent_(agent),
        contest_(model, lowered, agent),
        ranges_(lasting_ranges(model, test.claim->ranges)),
        stop_(stop) {
    find_states(test.situation.state == kNone ? 0 : test.situation.state, test.situation.course.seconds);
    find_options();
  }

  [[nodiscard]] const Agent& written() const { return contest_.written(); }
  // False of an agent whose options are not its actions.
  [[nodiscard]] bool is_known() const {
    return !written().planner.given() && written().offers.empty() &&
           contest_.contenders().size() == written().actions.size();
  }
  // Within the time of the run.
  [[nodiscard]] bool reaches(uint32_t state) const { return states_[state].earliest <= seconds_; }
  // True if a longer run may come to more states.
  [[nodiscard]] bool is_of_this_length() const {
    return std::ranges::any_of(states_, [&](const ReachedState& state) {
      return state.earliest > seconds_ && state.earliest < kNever;
    });
  }
  [[nodiscard]] bool may_pick(uint32_t option) const { return option >= options_.size() || options_[option]; }
  // Where a number that the game alone writes lies; nothing: steps or tasks set the key, or it is no number.
  [[nodiscard]] std::optional<Interval> range_of(uint32_t key) const {
    const auto range = std::ranges::find(ranges_, key, &ProofRange::index);
    const bool is_number = range != ranges_.end() && range->of.size() == 1 &&
                           (model_.blackboard[key].value.resolved.kind == ValueKind::number ||
                            model_.blackboard[key].value.resolved.kind == ValueKind::integer);
    return is_number ? std::optional(range->of[0]) : std::nullopt;
  }

  // "calm → alert → panic": how it may come to a state.
  [[nodiscard]] std::string way_to(uint32_t state) const {
    std::vector<std::string_view> names;
    for (uint32_t at = state; at != kNone && names.size() <= states_.size(); at = states_[at].from)
      names.push_back(written().states.value[at].name.text);
    std::ranges::reverse(names);
    return fmt::format("{}", fmt::join(names, " → "));
  }

  // The first place from which a step may be done that `is`, in words; empty: there is none.
  template <class Is>
  [[nodiscard]] std::string place_of(const Is& is) const {
    const auto has = [&](const std::vector<Step>& steps) {
      bool found = false;
      StepsDone(model_).for_each(steps, [&](const Step& step) { found = found || is(step); });
      return found;
    };
    for (uint32_t i = 0; i < options_.size(); ++i) {
      if (!options_[i]) continue;
      const auto& [name, action] = contest_.action_of(i);
      if (has(action.steps.value) || has(action.finally.value))
        return fmt::format("`{}` may do it", name.text);
    }
    for (const auto& [name, goal] : model_.goals) {
      if (has(goal.finally.value)) return fmt::format("the `finally` of `{}` does it", name.text);
    }
    for (const auto& [event, steps] : written().on) {
      if (has(steps)) return fmt::format("what it does on `{}` does it", event.text);
    }
    for (uint32_t i = 0; i < states_.size(); ++i) {
      const auto& [name, state] = written().states.value[i];
      if (reaches(i) && (has(state.enter.value) || has(state.finally.value)))
        return fmt::format("the state `{}` does it", name.text);
    }
    return {};
  }

 private:
  struct ReachedState {
    double earliest = kNever;  // seconds
    uint32_t from = kNone;
  };

  // The seconds in a state after which a transition may be taken at the earliest; kNever: it cannot be.
  double delay_of(uint32_t state, const LoweredTransition& transition) const {
    if (!transition.condition.given()) return 0;
    JoinedConditions joined(model_, lowered_);
    uint32_t condition = joined.add(transition.condition);
    // None may hold that stands before it.
    for (const LoweredTransition& before : agent_.states[state].transitions) {
      if (&before == &transition) break;
      if (before.condition.given())
        condition = joined.both(condition, joined.negated(joined.add(before.condition)));
    }
    const AnalyzedProgram program = joined.program();
    Ranges ranges = all_situations(program);
    hold_within(program, ranges_, ranges);
    if (!narrow(program, ranges, condition, true)) return kNever;
    const Prover prover(program);
    Budget budget{kBudget, false, stop_};
    const Question question{[&](Ranges& part) { return !narrow(program, part, condition, true); },
                            [&](const std::vector<float>& values) { return values[condition] != 0; }};
    if (prover.prove(ranges, question, source_of(program, condition), budget) == Proof::never) return kNever;
    float delay = 0;
    for (uint32_t i = 0; i < program.operations.size(); ++i) {
      if (program.operations[i].code == OperationCode::step_elapsed) delay = std::max(delay, ranges[i].low);
    }
    return std::max(0.0, double{delay} - kFrame);
  }

  // The earliest time at which each state may be entered (Dijkstra's).
  void find_states(uint32_t first, double seconds) {
    seconds_ = seconds;
    states_.resize(written().states.value.size());
    if (states_.empty()) return;
    states_[first].earliest = 0;
    std::vector<bool> is_done(states_.size());
    while (true) {
      uint32_t next = kNone;
      for (uint32_t i = 0; i < states_.size(); ++i) {
        const bool is_next = !is_done[i] && states_[i].earliest < kNever &&
                             (next == kNone || states_[i].earliest < states_[next].earliest);
        if (is_next) next = i;
      }
      if (next == kNone) return;
      is_done[next] = true;
      for (const LoweredTransition& transition : agent_.states[next].transitions) {
        const double at = states_[next].earliest + delay_of(next, transition);
        if (at >= states_[transition.target].earliest) continue;
        states_[transition.target] = {at, next};
      }
    }
  }

  // An option is never picked in a state that is not reached, nor where its condition cannot hold.
  void find_options() {
    options_.resize(contest_.contenders().size());
    for (uint32_t option = 0; option < options_.size(); ++option) {
      bool competes = states_.empty();
      for (uint32_t state = 0; state < states_.size(); ++state)
        competes = competes || (reaches(state) && contest_.is_in(option, state));
      options_[option] = competes && may_be_eligible(option);
    }
  }

  [[nodiscard]] bool may_be_eligible(uint32_t option) const {
    return std::ranges::any_of(contest_.weighings(), [&](const Weighing& weighing) {
      Ranges box = contest_.box_of(weighing);
      hold_within(contest_.program(), ranges_, box);
      if (!contest_.narrow_to_eligible(box, option)) return false;
      Budget budget{kBudget, false, stop_};
      Evidence evidence;
      const Violation eligible{.kind = Violation::Kind::eligible, .option = option, .other = option};
      return find(contest_, box, {option}, eligible, budget, evidence) != Proof::never;
    });
  }

  static constexpr uint64_t kBudget = 2'000'000;

  const Model& model_;
  const Lowered& lowered_;
  const LoweredAgent& agent_;
  Contest contest_;
  std::vector<ProofRange> ranges_;
  const Stop* stop_;
  double seconds_ = 0;
  std::vector<ReachedState> states_;
  std::vector<bool> options_;
};

// Runs in which everything happens that the claim is about: the game writes keys, events come, tasks end in
// any way. Each is a function of the seed and its number.
class ContradictingRuns {
 public:
  // All must outlive this.
  ContradictingRuns(const Model& model, const Asset& asset, const TypedTest& test)
      : model_(model), asset_(asset), given_(test), varied_(test) {
    varied_.claim.reset();
    for (uint32_t key = 0; key < model.blackboard.size(); ++key) {
      const auto& ranges = test.claim->ranges;
      const auto range = std::ranges::find_if(
          ranges, [&](const ProofRange& one) { return !one.is_level && one.index == key; });
      const bool is_named =
          std::ranges::find(test.situation.keys, key, &SituationValue::index) != test.situation.keys.end();
      if (!is_named) add_key(key, range == ranges.end() ? nullptr : &*range);
    }
    const Agent& agent = model.agents[test.situation.agent].value;
    for (uint32_t event = 0; event < model.events.size(); ++event) {
      const bool is_handled =
          find_index(agent.on, model.events[event].name.text) != kNone ||
          std::ranges::find(agent.think.on, event, &Reference::index) != agent.think.on.end();
      if (is_handled && model.events[event].value.of_memory == kNone) events_.push_back(event);
    }
    StepsDone done(model);
    for (const Reference& action : agent.actions) {
      if (action.index == kNone) continue;
      done.for_each(model.actions[action.index].value.steps.value, [&](const Step& step) {
        const auto* const task = step.as<TaskStep>();
        const bool is_new =
            task != nullptr && task->index != kNone && std::ranges::find(tasks_, task->index) == tasks_.end();
        if (is_new) tasks_.push_back(task->index);
      });
    }
  }

  // True if the run contradicts the claim; `message` says how.
  bool contradicts(uint64_t seed, uint64_t run) {
    make(seed, run);
    return fails();
  }

  // Takes out of the latest run what it does not need.
  void simplify() {
    Situation& situation = varied_.situation;
    const auto try_without = [&](auto& list, size_t index) {
      const auto taken = list[index];
      list.erase(list.begin() + static_cast<ptrdiff_t>(index));
      if (fails()) return true;
      list.insert(list.begin() + static_cast<ptrdiff_t>(index), taken);
      return false;
    };
    for (size_t i = situation.course.changes.size(); i-- > 0;) {
      if (try_without(situation.course.changes, i)) continue;
      Course::Change& change = situation.course.changes[i];
      for (size_t k = change.set.size(); k-- > 0;) try_without(change.set, k);
      for (size_t k = change.emit.size(); k-- > 0;) try_without(change.emit, k);
    }
    for (size_t i = situation.course.endings.size(); i-- > 0;) try_without(situation.course.endings, i);
    const size_t fixed = given_.situation.keys.size();
    for (size_t i = situation.keys.size(); i-- > fixed;) {
      const auto key = std::ranges::find(keys_, situation.keys[i].index, &WrittenKey::key);
      if (key->has_default) try_without(situation.keys, i);
    }
    static_cast<void>(fails());
  }

  [[nodiscard]] const std::string& message() const { return message_; }

  // "given: { hp: 20 }", "at: { 1.2s: { set: { alarm: true } } }": the lines of a test that say the run.
  [[nodiscard]] std::vector<std::string> lines() const {
    const Situation& situation = varied_.situation;
    std::vector<std::string> lines, given, at, results;
    for (size_t i = given_.situation.keys.size(); i < situation.keys.size(); ++i)
      given.push_back(text_of(situation.keys[i]));
    if (!given.empty()) lines.push_back(fmt::format("given: {{ {} }}", fmt::join(given, ", ")));
    for (const Course::Change& change : situation.course.changes) {
      std::vector<std::string> parts, values, events;
      for (const SituationValue& value : change.set) values.push_back(text_of(value));
      for (const SituationEvent& event : change.emit)
        events.push_back(fmt::format("{}: {{}}", model_.events[event.event].name.text));
      if (!values.empty()) parts.push_back(fmt::format("set: {{ {} }}", fmt::join(values, ", ")));
      if (!events.empty()) parts.push_back(fmt::format("emit: {{ {} }}", fmt::join(events, ", ")));
      at.push_back(
          fmt::format("{}: {{ {} }}", show(change.seconds, Quantity::duration), fmt::join(parts, ", ")));
    }
    if (!at.empty()) lines.push_back(fmt::format("at: {{ {} }}", fmt::join(at, ", ")));
    for (const Course::Ending& ending : situation.course.endings)
      results.push_back(fmt::format("{}: {}", model_.tasks[ending.task].name.text,
                                    ending.end == Course::End::failed ? "failed" : "never"));
    if (!results.empty())
      lines.push_back(fmt::format("with: {{ results: {{ {} }} }}", fmt::join(results, ", ")));
    return lines;
  }

 private:
  // A key of which the game writes one of these values, or numbers between two.
  struct WrittenKey {
    uint32_t key = 0;
    double low = 0, high = 0;
    bool is_whole = false;
    bool has_default = true;  // its default is one of these values
  };

  void add_key(uint32_t key, const ProofRange* range) {
    const Variable& variable = model_.blackboard[key].value;
    WrittenKey written{key};
    switch (variable.resolved.kind) {
      case ValueKind::boolean: written.high = 1; break;
      case ValueKind::enumeration:
        written.high =
            static_cast<double>(model_.enums[variable.resolved.reference].value.members.size()) - 1;
        break;
      case ValueKind::integer:
      case ValueKind::number:
        if (!variable.has_range() && range == nullptr) return;
        written.low = variable.low;
        written.high = variable.high;
        break;
      default: return;  // places and entities are as the test gives them
    }
    written.is_whole = variable.resolved.kind != ValueKind::number;
    if (range != nullptr) {
      written.low = std::max(written.low, double{range->of[0].low});
      written.high = std::min(written.high, double{range->of[0].high});
    }
    const double usual = variable.fallback[0];
    written.has_default = usual >= written.low && usual <= written.high;
    if (variable.is_read) keys_.push_back(written);
  }

  uint64_t draw(uint64_t count) { return count == 0 ? 0 : mixed(seed_, run_, ++drawn_) % count; }

  // An end, or a number of few digits.
  SituationValue value_of(const WrittenKey& key) {
    SituationValue value{key.key};
    const double width = key.high - key.low;
    double number = key.low + width * static_cast<double>(draw(1001)) / 1000;
    if (key.is_whole) number = key.low + static_cast<double>(draw(static_cast<uint64_t>(width) + 1));
    if (draw(4) == 0) number = draw(2) == 0 ? key.low : key.high;
    value.value[0] = static_cast<float>(number);
    return value;
  }

  void make(uint64_t seed, uint64_t run) {
    seed_ = seed;
    run_ = run;
    drawn_ = 0;
    Situation& situation = varied_.situation;
    situation = given_.situation;
    for (const WrittenKey& key : keys_) {
      if (!key.has_default || draw(2) == 0) situation.keys.push_back(value_of(key));
    }
    constexpr uint64_t kMostChanges = 8;
    const double seconds = situation.course.seconds;
    const auto tenths = static_cast<uint64_t>(std::max(1.0, seconds * 10));
    const uint64_t changes = draw(kMostChanges + 1);
    for (uint64_t i = 0; i < changes; ++i) {
      Course::Change change;
      change.seconds = static_cast<double>(draw(tenths)) / 10;
      for (const WrittenKey& key : keys_) {
        if (key.low < key.high && draw(3) == 0) change.set.push_back(value_of(key));
      }
      if (!events_.empty() && draw(2) == 0) {
        SituationEvent& event = change.emit.emplace_back();
        event.event = events_[draw(events_.size())];
      }
      if (!change.set.empty() || !change.emit.empty()) situation.course.changes.push_back(std::move(change));
    }
    std::ranges::stable_sort(situation.course.changes, {}, &Course::Change::seconds);
    // One moment of a test is written once.
    std::vector<Course::Change>& all = situation.course.changes;
    const auto is_same = [](const Course::Change& one, const Course::Change& other) { return one.seconds == other.seconds; };
    all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
    for (const uint32_t task : tasks_) {
      const uint64_t end = draw(5);
      if (end < 2)
        situation.course.endings.push_back(
            {task, kNone, end == 0 ? Course::End::failed : Course::End::never});
    }
  }

  bool fails() {
    RunFeatures features;
    TestRunOptions options;
    const TypedExpectation* const expect = varied_.expected_of(0);
    TestAttempt attempt(model_, asset_, varied_, nullptr, options,
                        {.features = &features,
                         .simulation = &simulation_,
                         .is_light = expect != nullptr && !asks_for_thoughts(*expect)});
    while (attempt.go_on()) {
    }
    const bool has_failed = attempt.result().outcome == Outcome::failed;
    if (has_failed) message_ = std::move(attempt.result().message);
    return has_failed;
  }

  [[nodiscard]] std::string text_of(const SituationValue& value) const {
    const auto& [name, variable] = model_.blackboard[value.index];
    return fmt::format("{}: {}", name.text, written_value(model_, variable, value.value));
  }

  const Model& model_;
  const Asset& asset_;
  const TypedTest& given_;
  TypedTest varied_;
  std::optional<Simulation> simulation_;  // of `varied_`
  std::vector<WrittenKey> keys_;
  std::vector<uint32_t> events_, tasks_;
  uint64_t seed_ = 0, run_ = 0, drawn_ = 0;
  std::string message_;
};

class RunProof {
 public:
  RunProof(const Model& model, const Lowered& lowered, const LoweredAgent& agent, const Asset& asset,
           const TypedTest& test, const Stop* stop)
      : model_(model), test_(test), reach_(model, lowered, agent, test, stop), runs_(model, asset, test) {
    result_.name = test.name.text;
    result_.span = test.name.span;
    result_.outcome = Outcome::proved;
  }

  TestResult prove(const Stop* stop, uint64_t runs) {
    const TypedExpectation& expect = *test_.expected_of(0);
    if (!reach_.is_known()) leave("offers and plans are looked at in runs alone");
    if (expect.always.given) look_at_always(expect.always.value);
    if (expect.never.given) look_at_never(expect.never.value);
    if (expect.steady.given) leave("how often it changes its mind depends on what the game writes");
    if (open_.empty()) {
      result_.message = fmt::format(
          "in runs of {}, whatever the game writes into keys within these ranges, whatever events come, and "
          "however tasks end",
          reach_.is_of_this_length() ? show(test_.situation.course.seconds, Quantity::duration)
                                     : "any length");
      return std::move(result_);
    }
    for (uint64_t run = 0; run < runs && !is_stopped(stop); ++run) {
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
      if (!names(always.picks, "nothing")) leave("it may pick nothing, as while everything cools down");
    }
    look_at_values(always, true);
  }

  void look_at_never(const TypedInvariant& never) {
    for (const uint32_t state : never.in_states) {
      if (reach_.reaches(state)) leave_state(state);
    }
    for (const Reference& pick : never.picks) {
      if (pick.text == "nothing") leave("it may pick nothing, as while everything cools down");
    }
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
    leave(fmt::format("it may come to the state `{}`: {}", reach_.written().states.value[state].name.text,
                      reach_.way_to(state)));
  }
  void leave_option(std::string_view name) { leave(fmt::format("it may pick `{}`", name)); }
  // `always`: each key must be what is claimed, else it must not.
  void look_at_values(const TypedInvariant& claimed, bool always) {
    for (const ExpectedKey& key : claimed.keys) {
      const std::optional<Interval> range = reach_.range_of(key.key);
      const float low = key.is_range ? static_cast<float>(key.low) : key.value.value[0];
      const float high = key.is_range ? static_cast<float>(key.high) : key.value.value[0];
      const bool holds = range && (always ? range->low >= low && range->high <= high
                                          : range->high < low || range->low > high);
      if (!holds)
        leave(fmt::format("`{}` may be anything, or steps set it", model_.blackboard[key.key].name.text));
    }
    for (const auto& level : claimed.level)
      leave(fmt::format("the level of `{}` is looked at in runs alone", level.name.text));
  }

  const Model& model_;
  const TypedTest& test_;
  ReachOfRuns reach_;
  ContradictingRuns runs_;
  std::vector<std::string> open_;  // what is not proved, and where
  TestResult result_;
};

const LoweredAgent& agent_of(const Lowered& lowered, const TypedTest& test) {
  return *std::ranges::find(lowered.agents, test.situation.agent, &LoweredAgent::agent);
}

}  // namespace

TestResult prove_run(const Model& model, const Lowered& lowered, const Asset& asset, const TypedTest& test,
                     const Stop* stop, uint64_t runs) {
  return RunProof(model, lowered, agent_of(lowered, test), asset, test, stop).prove(stop, runs);
}

uint64_t count_contradictions(const Model& model, const Lowered& /*lowered*/, const Asset& asset,
                              const TypedTest& test, uint64_t seed, uint64_t runs) {
  ContradictingRuns contradicting(model, asset, test);
  uint64_t count = 0;
  for (uint64_t run = 0; run < runs; ++run) count += contradicting.contradicts(seed, run) ? 1 : 0;
  return count;
}

}  // namespace ishi::compiler
