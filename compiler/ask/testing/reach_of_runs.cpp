#include "testing/reach_of_runs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "analyze/evidence.h"
#include "analyze/violation.h"
#include "language/unit.h"
#include "prove/proof_ranges.h"

namespace ishi::compiler {
namespace {

constexpr int kHalvings = 14;         // of the time that is looked for
constexpr double kMostSeconds = 1e6;  // no run is longer
constexpr double kSlack = 2.0 / 60;   // of what must come in time: two frames

// The least time up to `most` for which something is so that is so for all later ones; `most` is one.
template <class IsSo>
double least_time(double least, double most, const IsSo& is_so) {
  if (is_so(least)) return least;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (least + most) / 2;
    (is_so(middle) ? most : least) = middle;
  }
  return most;
}

}  // namespace

ReachOfRuns::ReachOfRuns(const Model& model, const Lowered& lowered, const LoweredAgent& agent,
                         const TypedTest& test, const Stop* stop)
    : model_(model),
      lowered_(lowered),
      agent_(agent),
      test_(test),
      contest_(model, lowered, agent),
      values_(model, lowered, agent, test),
      stop_(stop),
      seconds_(test.situation.course.seconds),
      first_(test.situation.state == kNone ? 0 : test.situation.state) {
  find_states(first_);
  find_options();
}

bool ReachOfRuns::is_known() const {
  return !written().planner.given() && written().offers.empty() &&
         contest_.contenders().size() == written().actions.size();
}

bool ReachOfRuns::reads(uint32_t key) const {
  const auto is_in = [&](const std::vector<LoweredOperation>& program) {
    return std::ranges::any_of(program, [&](const LoweredOperation& operation) {
      return operation.code == OperationCode::key && operation.parameter == key;
    });
  };
  return is_in(agent_.program) || std::ranges::any_of(agent_.states, [&](const LoweredState& state) {
           return std::ranges::any_of(state.transitions, [&](const LoweredTransition& transition) {
             return is_in(transition.condition.program);
           });
         });
}

std::string_view ReachOfRuns::name_of_state(uint32_t state) const {
  return written().states.value[state].name.text;
}

std::string ReachOfRuns::way_to(uint32_t state) const {
  std::vector<std::string_view> names;
  for (uint32_t at = state; at != kNone && names.size() <= states_.size(); at = states_[at].from)
    names.push_back(name_of_state(at));
  std::ranges::reverse(names);
  return fmt::format("{}", fmt::join(names, " → "));
}

Ranges ReachOfRuns::box_between(const AnalyzedProgram& program, double from, double until) const {
  Ranges ranges = all_situations(program);
  hold_within(program, values_.between(from, until), ranges);
  return ranges;
}

// In the time in which something must come after an event, that event was so long ago at most.
void ReachOfRuns::hold_since(const AnalyzedProgram& program, const Since& since, Ranges& ranges) const {
  if (since.event == kNone) return;
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    const LoweredOperation& operation = program.operations[i];
    if (operation.code != OperationCode::since || operation.parameter >= agent_.moments.size()) continue;
    const LoweredMoment& moment = agent_.moments[operation.parameter];
    if (moment.kind != MomentKind::event || moment.subject != since.event) continue;
    ranges[i] = {0, static_cast<float>(since.within + kSlack)};
  }
  propagate(program, ranges);
}

// True if a condition may hold in a thought between two times, so long after the state began.
bool ReachOfRuns::may_be(JoinedConditions& joined, uint32_t condition, double from, double until,
                         Interval elapsed, const Since& since) const {
  const AnalyzedProgram program = joined.program();
  Ranges ranges = box_between(program, from, until);
  hold_since(program, since, ranges);
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    if (program.operations[i].code != OperationCode::step_elapsed) continue;
    ranges[i] = {std::max(ranges[i].low, elapsed.low), std::min(ranges[i].high, elapsed.high)};
  }
  propagate(program, ranges);
  if (!narrow(program, ranges, condition, true)) return false;
  const Prover prover(program);
  Budget budget{kBudget, false, stop_};
  const Question question{[&](Ranges& part) { return !narrow(program, part, condition, true); },
                          [&](const std::vector<float>& values) { return values[condition] != 0; }};
  return prover.prove(ranges, question, source_of(program, condition), budget) != Proof::never;
}

bool ReachOfRuns::condition_of(const Edge& edge, JoinedConditions& joined, uint32_t& condition) const {
  const auto& transitions = agent_.states[edge.from].transitions;
  const LoweredTransition& own = transitions[edge.place];
  if (!own.condition.given()) return false;
  condition = joined.add(own.condition);
  for (uint32_t i = 0; i < edge.place; ++i) {
    if (transitions[i].condition.given())
      condition = joined.both(condition, joined.negated(joined.add(transitions[i].condition)));
  }
  return true;
}

// When a transition of a state that is entered then may be taken at the earliest; kNever: it cannot be.
double ReachOfRuns::earliest_of(const LoweredState& state, double entered, uint32_t place) const {
  const auto from = static_cast<uint32_t>(&state - agent_.states.data());
  JoinedConditions joined(model_, lowered_);
  uint32_t condition = 0;
  if (!condition_of({from, state.transitions[place].target, &state.transitions[place], place}, joined,
                    condition))
    return entered;
  const auto may_be_by = [&](double until) {
    return may_be(joined, condition, entered, until, {0, static_cast<float>(until - entered + kFrame)}, {});
  };
  if (!may_be_by(seconds_)) {
    // A longer run would come there.
    const bool is_ever = may_be(joined, condition, entered, kMostSeconds, {0, kInfinity}, {});
    return is_ever ? std::nextafter(seconds_, kNever) : kNever;
  }
  double least = entered, most = seconds_;
  if (may_be_by(entered)) return entered;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (least + most) / 2;
    (may_be_by(middle) ? most : least) = middle;
  }
  return std::max(entered, least - kFrame);
}

// The earliest time at which each state may be entered (Dijkstra's).
void ReachOfRuns::find_states(uint32_t first) {
  states_.resize(count_states());
  if (written().states.value.empty()) {
    states_[0].earliest = 0;
    return;
  }
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
    if (!reaches(next)) {
      is_of_this_length_ = true;
      continue;
    }
    const LoweredState& state = agent_.states[next];
    for (uint32_t place = 0; place < state.transitions.size(); ++place) {
      const LoweredTransition& transition = state.transitions[place];
      const double at = earliest_of(state, states_[next].earliest, place);
      if (at <= seconds_) edges_.push_back({next, transition.target, &transition, place});
      if (at < states_[transition.target].earliest) states_[transition.target] = {at, next};
    }
  }
}

std::vector<Weighing> ReachOfRuns::weighings_in(uint32_t state) const {
  const auto of = [&](uint32_t profile) {
    return std::vector<Weighing>{
        profile == kNone ? Weighing{} : Weighing{profile, std::string(model_.importance[profile].name.text)}};
  };
  if (state < written().states.value.size()) {
    const Reference& own = written().states.value[state].value.importance;
    if (own.index != kNone) return of(own.index);
  }
  if (test_.tries_all_profiles) return contest_.weighings();
  const uint32_t given = test_.situation.profile;
  return of(given != kNone ? given : written().importance.index);
}

std::vector<uint32_t> ReachOfRuns::steadfast_in(uint32_t state) const {
  std::vector<uint32_t> options;
  for (uint32_t i = 0; i < agent_.options.size(); ++i) {
    const LoweredOption& option = agent_.options[i];
    if (contest_.is_in(i, state) && option.set == kNoRef && option.cooldown == 0 &&
        option.cooldown_after_failure == 0 && contest_.action_of(i).value.claims.empty())
      options.push_back(i);
  }
  return options;
}

// An option is never picked in a state that is not reached, where its condition cannot hold, or where others
// that never cool down score more.
void ReachOfRuns::find_options() {
  options_.resize(contest_.contenders().size());
  for (uint32_t option = 0; option < options_.size(); ++option) {
    for (uint32_t state = 0; state < count_states() && !options_[option]; ++state)
      options_[option] = reaches(state) && contest_.is_in(option, state) && may_win(option, state);
  }
}

bool ReachOfRuns::may_win(uint32_t option, uint32_t state) const {
  std::vector<uint32_t> competing = steadfast_in(state);
  if (std::ranges::find(competing, option) == competing.end()) competing.push_back(option);
  const std::vector<Weighing> weighings = weighings_in(state);
  return std::ranges::any_of(weighings, [&](const Weighing& weighing) {
    Ranges box = contest_.box_of(weighing);
    hold_within(contest_.program(), values_.between(states_[state].earliest, seconds_), box);
    if (!contest_.narrow_to_eligible(box, option)) return false;
    Budget budget{kBudget, false, stop_};
    Evidence evidence;
    const Violation wins{.kind = Violation::Kind::wins, .option = option, .other = option};
    return find(contest_, box, competing, wins, budget, evidence) != Proof::never;
  });
}

bool ReachOfRuns::always_picks_something(uint32_t state, const std::vector<ProofRange>& where) const {
  return wins_something(steadfast_in(state), state, where);
}

double ReachOfRuns::longest_idle(uint32_t state) const {
  double longest = always_picks_something(state) ? 0 : kNever;
  for (uint32_t option = 0; option < agent_.options.size() && longest > 0; ++option) {
    const LoweredOption& one = agent_.options[option];
    const double cools = std::max(one.cooldown, one.cooldown_after_failure);
    const bool may_be_sure = contest_.is_in(option, state) && one.set == kNoRef &&
                             contest_.action_of(option).value.claims.empty() && cools < longest;
    if (may_be_sure && wins_something({option}, state, {})) longest = cools;
  }
  return longest + longest_pause() + kSlack;
}

// True if one of these is above the minimum in each thought, if they do not cool down.
bool ReachOfRuns::wins_something(const std::vector<uint32_t>& competing, uint32_t state,
                                 const std::vector<ProofRange>& where) const {
  if (competing.empty()) return false;
  const std::vector<Weighing> weighings = weighings_in(state);
  return std::ranges::all_of(weighings, [&](const Weighing& weighing) {
    Ranges box = contest_.box_of(weighing);
    hold_within(contest_.program(), values_.between(states_[state].earliest, seconds_), box);
    hold_within(contest_.program(), where, box);
    Budget budget{kBudget, false, stop_};
    Evidence evidence;
    const Violation nothing{.kind = Violation::Kind::nothing_wins, .option = competing[0]};
    return find(contest_, box, competing, nothing, budget, evidence) == Proof::never;
  });
}

bool ReachOfRuns::is_interruptible(uint32_t option) const {
  const Action& action = contest_.action_of(option).value;
  bool is = !action.interruptible.given();
  StepsDone(model_).for_each(action.steps.value,
                             [&](const Step& step) { is = is && !step.modifiers.interruptible.given(); });
  return is;
}

double ReachOfRuns::longest_pause() const {
  const LoweredRhythm& rhythm = agent_.rhythm;
  if (rhythm.interval != kNoRef) return kNever;
  return (rhythm.unit == ThinkUnit::frames ? rhythm.most * kFrame : rhythm.most * 1e-6) + kFrame;
}

// The reason for which an agent may stay in a state though a transition holds; empty: there is none.
std::string ReachOfRuns::held_up_in(uint32_t state) const {
  for (uint32_t option = 0; option < options_.size(); ++option) {
    if (!options_[option] || !contest_.is_in(option, state) || is_interruptible(option)) continue;
    const bool stays = std::ranges::all_of(
        edges_, [&](const Edge& edge) { return edge.from != state || contest_.is_in(option, edge.to); });
    if (!stays)
      return fmt::format("while {} may not be interrupted it stays in the state `{}`",
                         contest_.name_of(option), name_of_state(state));
  }
  return {};
}

// How long after it came there an agent has left a state at the latest, but for the pause of its thoughts.
double ReachOfRuns::leaves_by(uint32_t state, const Since& since) const {
  const double entered = states_[state].earliest;
  JoinedConditions joined(model_, lowered_);
  uint32_t any = kNoRef;
  for (const LoweredTransition& transition : agent_.states[state].transitions) {
    if (!transition.condition.given()) return 0;
    const uint32_t one = joined.add(transition.condition);
    any = any == kNoRef ? one : joined.either(any, one);
  }
  if (any == kNoRef) return kNever;
  const uint32_t none = joined.negated(any);
  const auto is_left = [&](double after) {
    return !may_be(joined, none, std::min(seconds_, entered + after), seconds_,
                   {static_cast<float>(after), kInfinity}, since);
  };
  return is_left(seconds_) ? least_time(0, seconds_, is_left) : kNever;
}

// `is_open`: the states on the way, so that a way that leads back is seen.
ReachOfRuns::Sure ReachOfRuns::from(uint32_t state,
                                    const std::vector<bool>& targets,  // NOLINT(misc-no-recursion)
                                    const Since& since, std::vector<uint8_t>& is_open) const {
  if (targets[state]) return {0.0, {}};
  if (is_open[state] != 0)
    return {{}, fmt::format("it may go round, from the state `{}` back to it", name_of_state(state))};
  const double leaves = leaves_by(state, since);
  // What is left in the first thought of all is left before anything runs.
  const bool is_first = state == first_ && since.event == kNone && leaves == 0 &&
                        std::ranges::find(is_open, 1) == is_open.end();
  if (std::string held = is_first ? "" : held_up_in(state); !held.empty()) return {{}, std::move(held)};
  if (leaves == kNever)
    return {{}, fmt::format("nothing is sure to lead out of the state `{}`", name_of_state(state))};
  is_open[state] = 1;
  Sure sure{leaves + longest_pause() + kSlack, {}};
  double longest = 0;
  for (const Edge& edge : edges_) {
    if (edge.from != state) continue;
    const Sure next = from(edge.to, targets, since, is_open);
    if (!next.latest) {
      sure = next;
      break;
    }
    longest = std::max(longest, *next.latest);
  }
  is_open[state] = 0;
  if (sure.latest) *sure.latest += longest;
  return sure;
}

ReachOfRuns::Sure ReachOfRuns::comes_to(const std::vector<bool>& targets, const Since& since) const {
  if (longest_pause() == kNever) return {{}, "how often it thinks depends on the situation"};
  std::vector<uint8_t> is_open(states_.size());
  Sure latest{0.0, {}};
  const auto look_from = [&](uint32_t state, double later) {
    const Sure sure = from(state, targets, since, is_open);
    if (!sure.latest)
      latest = sure;
    else
      *latest.latest = std::max(*latest.latest, *sure.latest + later);
  };
  const double pause = longest_pause() + kSlack;
  for (uint32_t state = 0; state < states_.size() && latest.latest; ++state) {
    const bool is_start = since.event == kNone ? state == first_ : reaches(state);
    if (!is_start) continue;
    look_from(state, 0);
    if (!latest.latest || !targets[state]) continue;
    // That it is there already counts after its next thought, by which it may have left.
    *latest.latest = std::max(*latest.latest, pause);
    for (const Edge& edge : edges_) {
      if (edge.from == state && latest.latest) look_from(edge.to, pause);
    }
  }
  return latest;
}

// True if each thought in a state picks an option, unless it cools down.
bool ReachOfRuns::surely_wins(uint32_t option, uint32_t state, const Since& since) const {
  const LoweredOption& own = agent_.options[option];
  if (!contest_.is_in(option, state) || own.set != kNoRef || contest_.written().select.draws() ||
      !contest_.action_of(option).value.claims.empty())
    return false;
  const auto inertia = static_cast<float>(written().select.inertia.value);
  const Contender& contender = contest_.contenders()[option];
  const auto cannot_beat = [&](uint32_t other, const Ranges& ranges) {
    const Contender& rival = contest_.contenders()[other];
    if (other == option || !contest_.is_in(other, state) || rival.rank < contender.rank) return true;
    Ranges with = ranges;
    if (!contest_.narrow_to_eligible(with, other)) return true;
    // With its inertia it may be above the minimum, too.
    if (!(with[rival.score].high + inertia > contest_.minimum())) return true;
    return rival.rank == contender.rank && with[rival.score].high + inertia < with[contender.score].low;
  };
  const auto always_wins = [&](Ranges& ranges) {
    if (ranges[contender.condition].contains(0) || !(ranges[contender.score].low > contest_.minimum()))
      return false;
    for (uint32_t other = 0; other < contest_.contenders().size(); ++other) {
      if (!cannot_beat(other, ranges)) return false;
    }
    return true;
  };
  std::vector<bool> roots(contest_.program().operations.size());
  for (uint32_t i = 0; i < contest_.contenders().size(); ++i) {
    if (!contest_.is_in(i, state)) continue;
    roots[contest_.contenders()[i].condition] = roots[contest_.contenders()[i].score] = true;
    if (!is_interruptible(i) && may_pick(i)) return false;
  }
  const std::vector<Weighing> weighings = weighings_in(state);
  return std::ranges::all_of(weighings, [&](const Weighing& weighing) {
    Ranges box = contest_.box_of(weighing);
    hold_within(contest_.program(), values_.between(states_[state].earliest, seconds_), box);
    hold_since(contest_.program(), since, box);
    Budget budget{kBudget, false, stop_};
    return contest_.prover().prove(box, question_of(contest_.program(), always_wins),
                                   sources_of(contest_.program(), roots), budget) == Proof::never;
  });
}

ReachOfRuns::Sure ReachOfRuns::picks(uint32_t option, const Since& since) const {
  const std::string name = contest_.name_of(option);
  if (longest_pause() == kNever) return {{}, "how often it thinks depends on the situation"};
  // The states in which it is sure to be picked, of which none leads to another one.
  std::vector<bool> targets(states_.size());
  for (uint32_t state = 0; state < states_.size(); ++state)
    targets[state] = reaches(state) && surely_wins(option, state, since);
  for (bool is_closed = false; !is_closed;) {
    is_closed = true;
    for (const Edge& edge : edges_) {
      if (!targets[edge.from] || targets[edge.to]) continue;
      targets[edge.from] = is_closed = false;
    }
  }
  if (std::ranges::find(targets, true) == targets.end())
    return {{}, fmt::format("it may pick something else than {}, or nothing", name)};
  const LoweredOption& own = agent_.options[option];
  const double cools = std::max(own.cooldown, own.cooldown_after_failure);
  Sure sure{0.0, {}};
  std::vector<uint8_t> is_open(states_.size());
  for (uint32_t state = 0; state < states_.size() && sure.latest; ++state) {
    const bool is_start = since.event == kNone ? state == first_ : reaches(state);
    if (!is_start) continue;
    const Sure one = from(state, targets, since, is_open);
    if (one.latest)
      *sure.latest = std::max(*sure.latest, *one.latest);
    else
      sure = one;
  }
  if (sure.latest) *sure.latest += cools + longest_pause() + kSlack;
  return sure;
}

}  // namespace ishi::compiler
