#include "sweep/sweep.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <queue>
#include <utility>

#include "sweep/constancy.h"

namespace ishi::compiler {
namespace {

constexpr uint64_t kMostThoughts = 4000;  // of a line

// A place of a line, and what is decided there.
struct Place {
  float value = 0;
  SweptDecision decision;
  RunsFor picked_for;
  Thought thought;
};

class LineSweep {
 public:
  LineSweep(const SweepQuestion& question, float second)
      : axis_(question.axes[0]),
        values_{0, second},
        decider_(question.asset, question.model, question.situation, question.axes),
        constancy_(make(question)),
        stop_(question.stop) {}

  SweptLine run() {
    line_.obstacle = constancy_.obstacle();
    if (axis_.kind == Axis::Kind::words || (axis_.count() != 0 && !line_.obstacle.empty())) {
      for (float value = axis_.low; value <= axis_.high; ++value) places_.emplace(value, at(value));
    } else {
      const Place& low = places_.emplace(axis_.low, at(axis_.low)).first->second;
      if (axis_.low < axis_.high) add(low, places_.emplace(axis_.high, at(axis_.high)).first->second);
      while (!open_.empty() && !is_stopped(stop_)) split();
    }
    join();
    return std::move(line_);
  }

 private:
  // The situation that the proof starts from has the second value.
  static Situation with_second(const SweepQuestion& question, float second) {
    Situation situation = question.situation;
    if (question.axes.size() > 1) question.axes[1].set(question.model, situation, second);
    return situation;
  }
  Constancy make(const SweepQuestion& question) {
    return {question.model, question.lowered, question.asset, with_second(question, values_[1]),
            std::span(question.axes).first(1)};
  }

  Place at(float value) {
    values_[0] = value;
    const SweptDecision decision = decider_.decide(values_);
    return {value, decision, decider_.picked_for(), decider_.thought()};
  }

  // A part of the line between two places.
  struct Part {
    const Place* low = nullptr;
    const Place* high = nullptr;

    [[nodiscard]] bool is_alike() const {
      return low->decision == high->decision && low->picked_for == high->picked_for;
    }
    [[nodiscard]] double width() const { return static_cast<double>(high->value) - low->value; }
    // Changes first, then what is widest.
    bool operator<(const Part& other) const {
      if (is_alike() != other.is_alike()) return is_alike();
      return width() < other.width();
    }
  };

  [[nodiscard]] std::optional<float> middle(float low, float high) const {
    const double half = (static_cast<double>(low) + high) / 2;
    const auto value = static_cast<float>(axis_.kind == Axis::Kind::whole ? std::floor(half) : half);
    return value == low || value == high ? std::nullopt : std::optional(value);
  }

  // Keeps a part that is to be split: unless nothing lies in it, or nothing changes.
  void add(const Place& low, const Place& high) {
    if (!middle(low.value, high.value)) return;
    const std::array<Interval, 1> part = {Interval{low.value, high.value}};
    const Part between{&low, &high};
    if (between.is_alike() && constancy_.is_constant(part, low.decision, low.thought)) return;
    open_.push(between);
  }

  void split() {
    const Part part = open_.top();
    open_.pop();
    if (part.is_alike() && decider_.count() > kMostThoughts) {
      const double unseen = axis_.kind == Axis::Kind::whole ? part.width() - 1 : part.width();
      line_.widest_gap = std::max(line_.widest_gap, unseen);
      return;
    }
    const float value = *middle(part.low->value, part.high->value);
    const Place& half = places_.emplace(value, at(value)).first->second;
    add(*part.low, half);
    add(half, *part.high);
  }

  // Neighbouring places with one decision are a stretch.
  void join() {
    const auto add = [](std::vector<SweptStretch>& stretches, bool is_new, float value, const Place& place) {
      if (is_new) stretches.push_back({value, value, place.decision, place.picked_for});
      stretches.back().last = value;
    };
    const auto is_other = [](const std::vector<SweptStretch>& stretches, const Place& place) {
      return stretches.empty() || !(stretches.back().decision == place.decision);
    };
    for (const auto& [value, place] : places_) {
      const bool is_other_pick =
          is_other(line_.picks, place) || line_.picks.back().picked_for != place.picked_for;
      add(line_.picks, is_other_pick, value, place);
      add(line_.stretches, is_other(line_.stretches, place), value, place);
    }
  }

  const Axis& axis_;
  std::array<float, 2> values_;
  Decider decider_;
  Constancy constancy_;
  const Stop* stop_;
  std::map<float, Place> places_;
  std::priority_queue<Part> open_;
  SweptLine line_;
};

const SweptStretch& pick_at(const SweptLine& line, float value) {
  return *std::ranges::find_if(line.picks, [&](const SweptStretch& one) { return value <= one.last; });
}

// The lines for what may run, made as they are asked for.
class RunningLines {
 public:
  RunningLines(const SweepQuestion& question, const SweptLine& line) : question_(question), at_rest_(line) {}

  const SweptLine& of(uint32_t option, const RunsFor& picked_for) {
    if (option == kNone) return at_rest_;
    const std::pair<uint32_t, RunsFor> runs = {option, picked_for};
    const auto known = lines_.find(runs);
    if (known != lines_.end()) return known->second;
    SweepQuestion running = question_;
    running.situation.running = running.model.agents[running.situation.agent].value.actions[option].index;
    running.situation.running_for = picked_for;
    return lines_.emplace(runs, sweep_line(running)).first->second;
  }
  [[nodiscard]] double widest_gap() const {
    double widest = 0;
    for (const auto& [runs, line] : lines_) widest = std::max(widest, line.widest_gap);
    return widest;
  }

 private:
  const SweepQuestion& question_;
  const SweptLine& at_rest_;
  std::map<std::pair<uint32_t, RunsFor>, SweptLine> lines_;
};

// Goes slowly from one end to the other, and notes where what runs changes. Where it only runs for another
// member from there on, that has the inertia.
std::vector<Switch> follow(RunningLines& lines, const Axis& axis, bool is_rising) {
  constexpr size_t kMostSwitches = 256;
  float at = is_rising ? axis.low : axis.high;
  SweptDecision now = pick_at(lines.of(kNone, {}), at).decision;
  RunsFor picked_for = pick_at(lines.of(kNone, {}), at).picked_for;
  std::vector<Switch> switches;
  for (size_t changes = 0; switches.size() < kMostSwitches && changes < 4 * kMostSwitches; ++changes) {
    const std::vector<SweptStretch>& stretches = lines.of(now.option, picked_for).picks;
    const auto is_ahead = [&](const SweptStretch& one) {
      return !(one.decision == now && one.picked_for == picked_for) &&
             (is_rising ? one.last >= at : one.first <= at);
    };
    const SweptStretch* next = nullptr;
    if (is_rising) {
      const auto found = std::ranges::find_if(stretches, is_ahead);
      if (found != stretches.end()) next = &*found;
    } else {
      const auto found = std::find_if(stretches.rbegin(), stretches.rend(), is_ahead);
      if (found != stretches.rend()) next = &*found;
    }
    if (next == nullptr) break;
    at = is_rising ? std::max(at, next->first) : std::min(at, next->last);
    if (!(next->decision == now)) switches.push_back({at, now, next->decision});
    now = next->decision;
    picked_for = next->picked_for;
  }
  return switches;
}

}  // namespace

SweptLine sweep_line(const SweepQuestion& question, float second) {
  return LineSweep(question, second).run();
}

class MapSweep::Quarters {
 public:
  explicit Quarters(SweepQuestion question)
      : question_(std::move(question)),
        decider_(question_.asset, question_.model, question_.situation, axes_),
        constancy_(question_.model, question_.lowered, question_.asset, question_.situation, axes_) {
    map_.finest = std::ldexp(1.0, -kDepth);
    map_.obstacle = constancy_.obstacle();
    open_.push_back({{axes_[0].low, axes_[0].high}, {axes_[1].low, axes_[1].high}, kDepth});
  }

  bool go_on() {
    constexpr int kAtOnce = 200;
    for (int i = 0; i < kAtOnce && !open_.empty(); ++i) {
      if (is_stopped(question_.stop)) return false;
      const Part part = open_.back();
      open_.pop_back();
      quarter(part);
    }
    return !open_.empty();
  }
  SweptMap take() { return std::move(map_); }

 private:
  static constexpr int kDepth = 7;

  struct Part {
    Interval first, second;
    int depth = 0;
  };

  [[nodiscard]] float middle(Interval range, size_t axis) const {
    const double half = (static_cast<double>(range.low) + range.high) / 2;
    return static_cast<float>(axes_[axis].kind == Axis::Kind::whole ? std::floor(half) : half);
  }

  void quarter(const Part& one) {
    const auto& [first, second, depth] = one;
    const std::array<float, 2> centre = {middle(first, 0), middle(second, 1)};
    const std::array<Interval, 2> part = {first, second};
    const SweptDecision decision = decider_.decide(centre);
    const bool is_proved = constancy_.is_constant(part, decision, decider_.thought());
    if (is_proved || depth == 0) {
      if (!is_proved) map_.unproved += std::ldexp(1.0, -2 * kDepth);
      map_.areas.push_back({first, second, decision, is_proved});
      return;
    }
    // From left to right, each from its low half to its high one: the last is taken first.
    for (const Interval& half : {Interval{centre[0], first.high}, Interval{first.low, centre[0]}}) {
      for (const Interval& other : {Interval{centre[1], second.high}, Interval{second.low, centre[1]}})
        open_.push_back({half, other, depth - 1});
    }
  }

  SweepQuestion question_;
  const std::vector<Axis>& axes_ = question_.axes;
  Decider decider_;
  Constancy constancy_;
  std::vector<Part> open_;
  SweptMap map_;
};

MapSweep::MapSweep(SweepQuestion question) : quarters_(std::make_unique<Quarters>(std::move(question))) {}
MapSweep::~MapSweep() = default;
bool MapSweep::go_on() { return quarters_->go_on(); }
SweptMap MapSweep::take() { return quarters_->take(); }

SweptMap sweep_map(const SweepQuestion& question) {
  MapSweep sweep(question);
  while (sweep.go_on()) {
  }
  return sweep.take();
}

std::optional<Hysteresis> sweep_hysteresis(const SweepQuestion& question, const SweptLine& line) {
  const Agent& agent = question.model.agents[question.situation.agent].value;
  const bool has_order = question.axes[0].kind != Axis::Kind::words;
  if (!has_order || agent.actions.empty() || question.situation.running != kNone || line.stretches.size() < 2)
    return std::nullopt;
  if (!(agent.select.inertia.value > 0)) return std::nullopt;
  RunningLines lines(question, line);
  Hysteresis result;
  result.rising = follow(lines, question.axes[0], true);
  result.falling = follow(lines, question.axes[0], false);
  result.widest_gap = lines.widest_gap();
  return result;
}

}  // namespace ishi::compiler
