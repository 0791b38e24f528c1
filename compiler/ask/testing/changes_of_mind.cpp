#include "testing/changes_of_mind.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <queue>
#include <tuple>
#include <utility>

#include "analyze/defeat.h"
#include "analyze/evidence.h"
#include "language/unit.h"
#include "prove/proof_ranges.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kBudget = 40'000;  // operations of one question
constexpr double kLongAgo = 1e9;      // seconds
constexpr double kHair = 1e-6;

// The operations of a program that read a number.
std::vector<uint32_t> readers_of(const AnalyzedProgram& program, const ProofRange& what) {
  using enum OperationCode;
  std::vector<uint32_t> readers;
  for (uint32_t i = 0; i < program.operations.size(); ++i) {
    const LoweredOperation& operation = program.operations[i];
    const bool is_read =
        what.is_level ? operation.code == level || operation.code == level_after : operation.code == key;
    if (is_read && operation.parameter == what.index) readers.push_back(i);
  }
  return readers;
}

void hold(const AnalyzedProgram& program, const std::vector<uint32_t>& readers, Interval to, Ranges& ranges) {
  for (const uint32_t reader : readers)
    ranges[reader] = {std::max(ranges[reader].low, to.low), std::min(ranges[reader].high, to.high)};
  propagate(program, ranges);
}

bool is_empty(const Interval& interval) { return interval.low > interval.high; }

// The lowest `elapsed` at which a condition may hold; 0 if that is not known.
double least_elapsed(const ReachOfRuns& reach, const LoweredFormula& condition, const Model& model,
                     const Lowered& lowered) {
  if (!condition.given()) return 0;
  const AnalyzedProgram program = analyzed(model, lowered, condition.program, condition.ranges);
  Ranges ranges = reach.box_between(program, 0, reach.seconds());
  const auto last = static_cast<uint32_t>(condition.program.size() - 1);
  if (!narrow(program, ranges, last, true)) return kLongAgo;
  double least = 0;
  for (uint32_t i = 0; i < ranges.size(); ++i) {
    if (condition.program[i].code == OperationCode::step_elapsed)
      least = std::max(least, double{ranges[i].low});
  }
  return std::max(0.0, least - 2 * ReachOfRuns::kFrame);
}

}  // namespace

ChangesOfMind::ChangesOfMind(const ReachOfRuns& reach, const Stop* stop) : reach_(reach), stop_(stop) {
  const Contest& contest = reach.contest();
  leavings_.resize(reach.count_states());
  choosings_.resize(reach.count_states());
  for (uint32_t option = 0; option < contest.contenders().size(); ++option) {
    const LoweredOption& lowered = contest.agent().options[option];
    held_for_.push_back(goes_on(option) ? least_elapsed(reach, lowered.body[Modifier::interruptible],
                                                        contest.model(), contest.lowered())
                                        : 0);
    cools_for_.push_back(lowered.cooldown);
  }
  longest_gap_ = reach.longest_pause() + ReachOfRuns::kFrame;
  for (uint32_t state = 0; state < reach.count_states(); ++state) {
    if (reach.reaches(state) && !reach.always_picks_something(state)) longest_gap_ = kLongAgo;
  }
  longest_gap_ = std::min(longest_gap_, kLongAgo);
  find_leavings();
  for (uint32_t state = 0; state < reach.count_states(); ++state) {
    if (reach.reaches(state)) find_choosings(state);
  }
}

// What its steps do may end it at any time, and so may its `while` and the loss of its member.
bool ChangesOfMind::goes_on(uint32_t option) const {
  const Contest& contest = reach_.contest();
  const Action& action = contest.action_of(option).value;
  return action.steps.value.empty() && !action.while_holds.given() &&
         contest.agent().options[option].set == kNoRef;
}

// The values of each gradual number between which alone something is not impossible. False: it never is.
template <class IsImpossible>
bool ChangesOfMind::find_place(const AnalyzedProgram& program, const Ranges& box,
                               const std::vector<bool>& sources, const IsImpossible& is_impossible,
                               Place& place) const {
  const Prover prover(program);
  const auto is_never = [&](const Ranges& part) {
    Ranges narrowed = part;
    if (is_impossible(narrowed)) return true;
    Budget budget{kBudget, false, stop_};
    return prover.prove(part, question_of(program, is_impossible), sources, budget) == Proof::never;
  };
  if (is_never(box)) return false;
  Ranges narrowed = box;
  static_cast<void>(is_impossible(narrowed));
  constexpr int kHalvings = 8;
  for (const ValuesOverTime::Gradual& gradual : reach_.values().gradual()) {
    const std::vector<uint32_t> readers = readers_of(program, gradual.what);
    const bool is_read = std::ranges::any_of(readers, [&](uint32_t one) { return sources[one]; });
    Interval all = gradual.what.of[0];
    const bool takes_time = std::isfinite(gradual.up) || std::isfinite(gradual.down);
    if (!is_read || !takes_time) {
      place.push_back(all);
      continue;
    }
    for (const uint32_t reader : readers)
      all = {std::max(all.low, narrowed[reader].low), std::min(all.high, narrowed[reader].high)};
    const auto is_never_in = [&](Interval part) {
      Ranges held = box;
      hold(program, readers, part, held);
      return is_never(held);
    };
    // Takes off an end what is impossible, in ever smaller pieces.
    Interval may{all};
    float piece = (all.high - all.low) / 2;
    for (int i = 0; i < kHalvings && piece > 0; ++i, piece /= 2) {
      if (may.low + piece <= may.high && is_never_in({may.low, may.low + piece})) may.low += piece;
      if (may.high - piece >= may.low && is_never_in({may.high - piece, may.high})) may.high -= piece;
    }
    place.push_back(may);
  }
  return true;
}

void ChangesOfMind::find_leavings() {
  const Contest& contest = reach_.contest();
  for (const ReachOfRuns::Edge& edge : reach_.edges()) {
    Leaving leaving;
    leaving.to = edge.to;
    JoinedConditions joined(contest.model(), contest.lowered());
    uint32_t condition = 0;
    if (!reach_.condition_of(edge, joined, condition)) {
      for (const auto& gradual : reach_.values().gradual()) leaving.place.push_back(gradual.what.of[0]);
      add_leaving(edge, std::move(leaving));
      continue;
    }
    const AnalyzedProgram program = joined.program();
    Ranges box = reach_.box_between(program, 0, reach_.seconds());
    const auto is_impossible = [&](Ranges& part) { return !narrow(program, part, condition, true); };
    if (!find_place(program, box, source_of(program, condition), is_impossible, leaving.place)) continue;
    if (narrow(program, box, condition, true)) {
      for (uint32_t i = 0; i < box.size(); ++i) {
        if (program.operations[i].code == OperationCode::step_elapsed)
          leaving.after = std::max(leaving.after, double{box[i].low} - 2 * ReachOfRuns::kFrame);
      }
    }
    add_leaving(edge, std::move(leaving));
  }
}

void ChangesOfMind::add_leaving(const ReachOfRuns::Edge& edge, Leaving leaving) {
  const std::vector<ValuesOverTime::Gradual>& gradual = reach_.values().gradual();
  std::vector<ProofRange> where;
  for (size_t i = 0; i < gradual.size(); ++i)
    where.push_back({gradual[i].what.is_level, gradual[i].what.index, {leaving.place[i]}});
  // The thought that enters it picks something perhaps.
  leaving.idle = reach_.always_picks_something(edge.to, where)
                     ? ReachOfRuns::kFrame
                     : std::min(kLongAgo, reach_.longest_idle(edge.to));
  leavings_[edge.from].push_back(std::move(leaving));
}

void ChangesOfMind::find_choosings(uint32_t state) {
  const Contest& contest = reach_.contest();
  const AnalyzedProgram& program = contest.program();
  const auto count = static_cast<uint32_t>(contest.contenders().size());
  std::vector<bool> roots(program.operations.size());
  for (const Contender& one : contest.contenders()) roots[one.condition] = roots[one.score] = true;
  const std::vector<bool> sources = sources_of(program, roots);
  using Before = Choosing::Before;
  for (uint32_t option = 0; option < count; ++option) {
    if (!reach_.may_pick(option) || !contest.is_in(option, state)) continue;
    for (uint32_t before = 0; before < count; ++before) {
      if (before == option || !reach_.may_pick(before)) continue;
      if (!goes_on(before)) {
        find_choosing(state, {option, before, Before::either, {}}, sources);
        continue;
      }
      bool is_everywhere = true;
      for (uint32_t other = 0; other < reach_.count_states(); ++other)
        is_everywhere = is_everywhere && (!reach_.reaches(other) || contest.is_in(before, other));
      if (!is_everywhere) find_choosing(state, {option, before, Before::has_ended, {}}, sources);
      if (contest.is_in(before, state)) find_choosing(state, {option, before, Before::runs, {}}, sources);
    }
  }
}

void ChangesOfMind::find_choosing(uint32_t state, Choosing choosing, const std::vector<bool>& sources) {
  const Contest& contest = reach_.contest();
  const AnalyzedProgram& program = contest.program();
  const auto inertia = static_cast<float>(reach_.written().select.inertia.value);
  const bool runs = choosing.still == Choosing::Before::runs;
  const Contender& own = contest.contenders()[choosing.option];
  const Contender& other = contest.contenders()[choosing.before];
  const bool draws = contest.written().select.draws();
  std::vector<uint32_t> rivals = reach_.steadfast_in(state);
  std::erase_if(rivals, [&](uint32_t rival) {  // what ranks lower is no rival, nor what is drawn beside it
    const int32_t rank = contest.contenders()[rival].rank;
    return rival == choosing.option || rank < own.rank || (draws && rank == own.rank);
  });
  bool may_be = false;
  for (const Weighing& weighing : reach_.weighings_in(state)) {
    Ranges box = contest.box_of(weighing);
    hold_within(program, reach_.values().between(0, reach_.seconds()), box);
    for (uint32_t i = 0; i < box.size() && choosing.still != Choosing::Before::either; ++i) {
      if (program.operations[i].code != OperationCode::running) continue;
      const float is_it = runs && program.operations[i].parameter == choosing.before ? 1 : 0;
      box[i] = {is_it, is_it};
    }
    propagate(program, box);
    Budget sums{kBudget, false, stop_};
    uint32_t sums_left = kMostSums;
    Defeat defeat;
    const auto is_impossible = [&](Ranges& part) {
      if (cannot_win(contest, choosing.option, rivals, part, sums_left, sums, defeat)) return true;
      if (!runs || own.rank > other.rank || draws) return false;
      const bool is_there =
          !part[other.condition].contains(0) && part[other.score].low + inertia > contest.minimum();
      return is_there && (own.rank < other.rank || part[own.score].high < part[other.score].low + inertia);
    };
    Place place;
    if (!find_place(program, box, sources, is_impossible, place)) continue;
    for (size_t i = 0; i < place.size() && may_be; ++i)
      place[i] = {std::min(place[i].low, choosing.place[i].low),
                  std::max(place[i].high, choosing.place[i].high)};
    choosing.place = std::move(place);
    may_be = true;
  }
  if (may_be) choosings_[state].push_back(std::move(choosing));
}

// A moment after something has happened. Times are since then, or `kLongAgo`.
struct ChangesOfMind::Node {
  double seconds = 0;  // since the first change
  uint32_t changes = 0;
  uint32_t state = 0, option = 0;
  double in_state = 0;               // since the state was entered
  const Leaving* entered = nullptr;  // by which it was; null: it was in it already
  std::vector<double> begun;         // by option, since it was last chosen
  Place place;
  bool may_run = true;  // the option, where it goes on until another one takes over
};

class ChangesOfMind::Search {
 public:
  Search(const ChangesOfMind& changes, uint32_t most, double seconds)
      : changes_(changes),
        gradual_(changes.reach_.values().gradual()),
        contest_(changes.reach_.contest()),
        most_(most),
        seconds_(seconds) {}

  std::string find() {
    for (uint32_t state = 0; state < changes_.choosings_.size(); ++state) {
      for (const Choosing& choosing : changes_.choosings_[state]) {
        for (const Place& place : first_places(state, choosing)) {
          Node node;
          node.changes = 1;
          node.state = state;
          node.option = choosing.option;
          node.in_state = kLongAgo;
          node.begun.assign(changes_.cools_for_.size(), kLongAgo);
          node.begun[choosing.before] = changes_.longest_gap_;
          node.begun[choosing.option] = 0;
          node.place = place;
          add(std::move(node), kNone);
        }
      }
    }
    while (!open_.empty()) {
      const uint32_t at = open_.top().second;
      open_.pop();
      if (nodes_[at].changes > most_) return way_to(at);
      if (nodes_.size() > kMostNodes)
        return fmt::format("there are more than {} ways to change its mind, which is too many to look at",
                           kMostNodes);
      go_on(at);
    }
    return {};
  }

 private:
  static constexpr size_t kMostNodes = 60'000;

  // Earliest first, then those with the most changes.
  using Key = std::tuple<double, uint32_t>;

  void add(Node node, uint32_t from) {
    if (node.seconds > seconds_ + kHair) return;
    // What is longer ago than anything asks for is the same.
    for (size_t i = 0; i < node.begun.size(); ++i)
      node.begun[i] = std::min(node.begun[i], std::max(changes_.cools_for_[i], changes_.held_for_[i]));
    double longest = 0;
    for (const Leaving& leaving : changes_.leavings_[node.state]) longest = std::max(longest, leaving.after);
    node.in_state = std::min(node.in_state, longest);
    std::string known;
    const auto write = [&](const auto& value) {
      known.append(reinterpret_cast<const char*>(&value), sizeof value);
    };
    write(node.changes), write(node.state), write(node.option), write(node.in_state), write(node.may_run),
        write(node.entered);
    for (const double one : node.begun) write(one);
    for (const Interval& one : node.place) write(one.low), write(one.high);
    const auto [best, is_new] = best_.try_emplace(std::move(known), node.seconds);
    if (!is_new && best->second <= node.seconds) return;
    best->second = node.seconds;
    open_.push({{-node.seconds, node.changes}, static_cast<uint32_t>(nodes_.size())});
    nodes_.push_back(std::move(node));
    from_.push_back(from);
  }

  // Where the numbers may be as an agent chooses: if that ends what it did in the state before, it has just
  // entered this one.
  [[nodiscard]] std::vector<Place> first_places(uint32_t state, const Choosing& choosing) const {
    if (contest_.is_in(choosing.before, state)) return {choosing.place};
    std::vector<Place> places;
    for (const std::vector<Leaving>& leavings : changes_.leavings_) {
      for (const Leaving& leaving : leavings) {
        if (leaving.to != state || !follows(leaving, choosing)) continue;
        Place place = leaving.place;
        spread(place, leaving.idle, choosing.place);
        places.push_back(std::move(place));
      }
    }
    return places;
  }

  // True if an option may be chosen as long after a state was entered as an agent does nothing there.
  [[nodiscard]] bool follows(const Leaving& leaving, const Choosing& choosing) const {
    return time_between(leaving.place, choosing.place) <= leaving.idle;
  }

  [[nodiscard]] double time_between(const Place& from, const Place& target) const {
    double seconds = 0;
    for (size_t i = 0; i < target.size(); ++i) {
      const double rounding = gradual_[i].rounding;
      const double up = target[i].low - double{from[i].high} - rounding;
      const double down = double{from[i].low} - target[i].high - rounding;
      if (up > 0) seconds = std::max(seconds, up / gradual_[i].up);
      if (down > 0) seconds = std::max(seconds, down / gradual_[i].down);
    }
    return seconds;
  }

  // Where the numbers may be some time later, within a place.
  void spread(Place& place, double seconds, const Place& target) const {
    for (size_t i = 0; i < target.size(); ++i) {
      const auto reach = [&](double speed) {  // what changes at once needs no time
        return (std::isinf(speed) ? speed : speed * seconds) + gradual_[i].rounding;
      };
      const auto low = static_cast<float>(place[i].low - reach(gradual_[i].down));
      const auto high = static_cast<float>(place[i].high + reach(gradual_[i].up));
      place[i] = {std::max(low, target[i].low), std::min(high, target[i].high)};
      if (is_empty(place[i])) place[i] = {place[i].high, place[i].high};  // by a rounding
    }
  }

  // How long it takes the numbers to come to another place, at least; `place` is where they then are.
  double come_to(const Place& target, double at_least, Place& place) const {
    const double seconds = std::max(at_least, time_between(place, target));
    spread(place, seconds, target);
    return seconds;
  }

  static void pass(Node& node, double seconds) {
    node.seconds += seconds;
    node.in_state += seconds;
    for (double& one : node.begun) one += seconds;
  }

  // Seconds for which the option at hand keeps others of its rank away.
  [[nodiscard]] double held(const Node& node, int32_t rank) const {
    const bool is_over = !node.may_run || rank > contest_.contenders()[node.option].rank;
    return is_over ? 0 : std::max(0.0, changes_.held_for_[node.option] - node.begun[node.option]);
  }

  void go_on(uint32_t at) {
    const Node from = nodes_[at];
    for (const Leaving& leaving : changes_.leavings_[from.state]) {
      Node node = from;
      double wait = std::max(ReachOfRuns::kFrame, leaving.after - from.in_state);
      const bool has_it = contest_.is_in(from.option, leaving.to);
      if (!has_it) wait = std::max(wait, held(from, contest_.contenders()[from.option].rank));
      pass(node, come_to(leaving.place, wait, node.place));
      node.state = leaving.to;
      node.in_state = 0;
      node.entered = &leaving;
      node.may_run = from.may_run && has_it;
      add(std::move(node), at);
    }
    for (const Choosing& choosing : changes_.choosings_[from.state]) {
      using Before = Choosing::Before;
      if (choosing.before != from.option) continue;
      if (choosing.still != Before::either && (choosing.still == Before::runs) != from.may_run) continue;
      const bool was_idle = from.entered != nullptr && !contest_.is_in(from.option, from.state);
      if (was_idle && !follows(*from.entered, choosing)) continue;
      Node node = from;
      // A thought chooses once, but it may change the state before it does.
      double wait = from.entered == nullptr ? ReachOfRuns::kFrame : 0;
      wait = std::max(wait, changes_.cools_for_[choosing.option] - from.begun[choosing.option]);
      wait = std::max(wait, held(from, contest_.contenders()[choosing.option].rank));
      pass(node, come_to(choosing.place, wait, node.place));
      node.option = choosing.option;
      double& before = node.begun[choosing.before];  // which has ended not long ago
      before = std::min(before, changes_.longest_gap_);
      node.begun[choosing.option] = 0;
      node.may_run = true;
      node.entered = nullptr;
      ++node.changes;
      add(std::move(node), at);
    }
  }

  // "`flee` → `fight` → `flee` in 0.05s"
  [[nodiscard]] std::string way_to(uint32_t at) const {
    constexpr size_t kMostTold = 4;
    std::vector<std::string> names;
    for (uint32_t node = at, changes = ~0U; node != kNone; node = from_[node]) {
      if (nodes_[node].changes == changes) continue;
      changes = nodes_[node].changes;
      names.push_back(contest_.name_of(nodes_[node].option));
    }
    std::string text;
    for (size_t i = std::min(kMostTold, names.size()); i-- > 0;)
      text += fmt::format("{}{}", text.empty() ? "" : " → ", names[i]);
    const bool is_all = names.size() <= kMostTold;
    return fmt::format("it may change its mind {} times in {}: {}{}", nodes_[at].changes,
                       show(std::round(nodes_[at].seconds * 100) / 100, Quantity::duration),
                       is_all ? "" : "… → ", text);
  }

  const ChangesOfMind& changes_;
  const std::vector<ValuesOverTime::Gradual>& gradual_;
  const Contest& contest_;
  uint32_t most_;
  double seconds_;
  std::vector<Node> nodes_;
  std::vector<uint32_t> from_;  // by node: the one before it
  std::priority_queue<std::pair<Key, uint32_t>> open_;
  std::map<std::string, double> best_;
};

std::string ChangesOfMind::more_than(uint32_t most, double seconds) const {
  return Search(*this, most, seconds).find();
}

}  // namespace ishi::compiler
