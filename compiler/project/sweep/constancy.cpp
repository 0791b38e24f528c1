#include "sweep/constancy.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "ishi/scratch.h"
#include "ishi/tools.h"
#include "lower/program_builder.h"
#include "simulate/stage.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr size_t kNoSet = std::numeric_limits<size_t>::max();

// The number of floats from one to another, that one included.
uint64_t floats_between(float low, float high) {
  const auto order = [](float value) {
    const auto bits = static_cast<int64_t>(std::bit_cast<uint32_t>(value));
    constexpr int64_t kSign = int64_t{1} << 31;
    return bits >= kSign ? kSign - bits : bits;
  };
  return static_cast<uint64_t>(order(high) - order(low));
}

uint32_t count_operands(const LoweredOperation& operation) {
  return operation_table()[static_cast<uint32_t>(operation.code)].operands;
}

// True if it does more than post events.
bool changes_something(const LoweredNode& node) {  // NOLINT(misc-no-recursion)
  if (node.kind != ishi::NodeKind::sequence && node.kind != ishi::NodeKind::emit) return true;
  return std::ranges::any_of(node.children, changes_something);
}

bool reads_axis(const LoweredOperation& operation, const Axis& axis) {
  if (axis.is_field() || operation.parameter != axis.index) return false;
  return axis.is_level ? operation.code == level || operation.code == level_after : reads_key(operation.code);
}

}  // namespace

Constancy::Constancy(const Model& model, const Lowered& lowered, const Asset& asset,
                     const Situation& situation, std::span<const Axis> axes)
    : model_(model), lowered_(lowered), asset_(asset), axes_(axes) {
  const auto found = std::ranges::find(lowered.agents, situation.agent, &LoweredAgent::agent);
  if (found == lowered.agents.end() || !read(situation)) {
    obstacle_ = "the situation cannot be looked at";
    return;
  }
  if (std::ranges::any_of(axes, &Axis::is_field)) {
    obstacle_ = "it is read of somebody else";
    return;
  }
  given_ = &*found;
  find_dependent();
  for (const LoweredState& state : given_->states) {
    for (const LoweredNode* const node : {&state.enter, &state.finally}) {
      if (reads_axis(*node)) obstacle_ = "what a state does on the way reads it";
    }
  }
  if (situation.running != kNone) {
    for (const LoweredOption& option : given_->options) {
      if (option.action == situation.running && reads_axis(option.body[Modifier::interruptible]))
        obstacle_ = "what keeps the running action from being interrupted reads it";
    }
  }
  if (!obstacle_.empty()) return;
  find_sets_of_operations();
  known_ = std::make_unique<FixedAgent>(with_fixed_sets(*given_, reading_.sets, reading_.self_row));
  contest_ = std::make_unique<Contest>(model, lowered, known_->agent);
  pin();
}

bool Constancy::read(const Situation& situation) {
  Stage stage(asset_, model_, situation);
  Scratch scratch;
  Batch batch;
  Status status = stage.open();
  if (!status) return false;
  const StageAgent& agent = stage.agents()[0];
  Population& population = agent.population();
  reading_.values.resize(Tools(population).value_count());
  status = Scratch::create(stage.world(), scratch);
  if (status) status = stage.world().begin_frame({0, situation.time_microseconds});
  if (status) status = population.begin_think(batch);
  if (status) status = Tools(population).explain(agent.self(), reading_.values);
  reading_.state = population.state(agent.self());
  reading_.self_row = static_cast<float>(agent.self().index);
  const auto sets = static_cast<uint32_t>(model_.memory.size() + model_.candidates.size());
  for (uint32_t set = 0; set < sets && status; ++set) {
    const std::vector<Entity> members = agent.members(set);
    FixedSet& one = reading_.sets.emplace_back(FixedSet{set, {}});
    std::vector<bool>& taken = reading_.taken.emplace_back();
    for (uint32_t member = 0; member < members.size() && status; ++member) {
      status = Tools(population)
                   .explain_member(agent.self(), set, member, one.members.emplace_back(reading_.values));
      taken.push_back(stage.is_taken(members[member]));
    }
  }
  return static_cast<bool>(status);
}

bool Constancy::reads_axis(const LoweredOperation& operation) const {
  return std::ranges::any_of(axes_, [&](const Axis& axis) { return compiler::reads_axis(operation, axis); });
}

bool Constancy::reads_axis(const LoweredFormula& formula) const {
  return std::ranges::any_of(formula.program,
                             [&](const LoweredOperation& operation) { return reads_axis(operation); });
}

bool Constancy::reads_axis(const LoweredNode& node) const {  // NOLINT(misc-no-recursion)
  const auto reads = [&](const auto& one) { return reads_axis(one.formula); };
  return reads_axis(node.value) || std::ranges::any_of(node.arguments, reads) ||
         std::ranges::any_of(node.assignments, reads) ||
         std::ranges::any_of(node.modifiers, [&](const LoweredFormula& one) { return reads_axis(one); }) ||
         std::ranges::any_of(node.children, [&](const LoweredNode& child) { return reads_axis(child); });
}

void Constancy::find_dependent() {
  for (const LoweredOperation& operation : given_->program) {
    bool depends = reads_axis(operation);
    // In a fresh world no time has passed since a level was given, however fast it rises.
    const bool is_given = operation.code == level_after;
    const uint32_t operands[] = {operation.a, operation.b, operation.c};
    for (uint32_t i = 0; i < count_operands(operation) && !is_given; ++i)
      depends = depends || dependent_[operands[i]];
    dependent_.push_back(depends);
  }
}

void Constancy::find_sets_of_operations() {
  for (const LoweredOperation& operation : given_->program) {
    const FixedSet* set = nullptr;
    if (operation.code == each || operation.code == OperationCode::member) {
      set = &reading_.sets[operation.parameter];
    } else if (!reduces(operation.code)) {
      const uint32_t operands[] = {operation.a, operation.b, operation.c};
      for (uint32_t i = 0; i < count_operands(operation) && set == nullptr; ++i) set = set_of_[operands[i]];
    }
    set_of_.push_back(set);
  }
}

// The value of what the known program reads; nothing if it may change, or is not known.
std::optional<float> Constancy::pinned(uint32_t operation, uint32_t given, size_t occurrence) const {
  const AnalyzedProgram& program = contest_->program();
  if (!program.is_source(operation) || given == kNoRef || dependent_[given]) return std::nullopt;
  const FixedSet* const set = set_of_[given];
  if (set == nullptr) return reading_.values[given];
  // Copies stand in the order of the members; some may have become constants.
  const auto copies = static_cast<size_t>(std::ranges::count(known_->operations, given));
  if (copies == set->members.size()) return set->members[occurrence][given];
  const bool is_same = std::ranges::all_of(set->members, [&](const std::vector<float>& values) {
    return values[given] == set->members[0][given];
  });
  return is_same && !set->members.empty() ? std::optional(set->members[0][given]) : std::nullopt;
}

void Constancy::pin() {
  const AnalyzedProgram& program = contest_->program();
  base_ = all_situations(program);
  std::vector<size_t> occurrences(given_->program.size());
  for (uint32_t i = 0; i < base_.size(); ++i) {
    const uint32_t given = known_->operations[i];
    const size_t occurrence = given == kNoRef ? 0 : occurrences[given]++;
    if (const auto value = pinned(i, given, occurrence)) {
      base_[i] = {*value, *value};
      if (set_of_[given] == nullptr) plain_.emplace_back(i, given);
    }
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
      if (program.is_source(i) && compiler::reads_axis(program.operations[i], axes_[axis]))
        swept_.emplace_back(i, axis);
    }
  }
  for (uint32_t i = 0; i < base_.size(); ++i) {
    const bool is_swept = std::ranges::any_of(swept_, [&](const auto& one) { return one.first == i; });
    has_open_ = has_open_ || (program.is_source(i) && !is_swept && base_[i].low != base_[i].high);
  }
  // The members that the options are for: copies stand in their order.
  std::vector<uint32_t> members(given_->options.size());
  for (uint32_t i = 0; i < known_->competing; ++i) {
    const uint32_t origin = known_->origins[i];
    const uint32_t set = given_->options[origin].set;
    if (set == kNoRef)
      member_of_.emplace_back(kNoSet, 0);
    else
      member_of_.emplace_back(set, members[origin]++);
  }
}

Ranges Constancy::ranges_of(std::span<const Interval> part, const Thought& thought) const {
  Ranges ranges = base_;
  // Another state may have another importance.
  for (const auto& [operation, given] : plain_)
    ranges[operation] = {thought.values[given], thought.values[given]};
  for (const auto& [operation, axis] : swept_) {
    const Interval held = {std::max(ranges[operation].low, part[axis].low),
                           std::min(ranges[operation].high, part[axis].high)};
    ranges[operation] = held.low <= held.high ? held : part[axis];
  }
  propagate(contest_->program(), ranges);
  return ranges;
}

// True if a condition holds in all of a part, or nowhere in it.
bool Constancy::is_decided(const LoweredFormula& condition, std::span<const Interval> part) const {
  if (!reads_axis(condition)) return true;
  const AnalyzedProgram program = analyzed(model_, lowered_, condition.program, condition.ranges);
  Ranges ranges = all_situations(program);
  for (uint32_t i = 0; i < ranges.size(); ++i) {
    for (size_t axis = 0; axis < axes_.size(); ++axis) {
      if (program.is_source(i) && compiler::reads_axis(condition.program[i], axes_[axis]))
        ranges[i] = part[axis];
    }
  }
  propagate(program, ranges);
  const Interval truth = ranges.back();
  return !truth.contains(0) || (truth.low == 0 && truth.high == 0);
}

// True if the agent goes over to the same state all over a part, or stays in it, and nothing that scores read
// is changed on the way.
bool Constancy::keeps_state(std::span<const Interval> part, const Thought& thought) const {
  if (given_->states.empty()) return true;
  const auto& ways = given_->states[reading_.state].transitions;
  const bool is_same = std::ranges::all_of(
      ways, [&](const LoweredTransition& way) { return is_decided(way.condition, part); });
  if (!is_same) return false;
  if (thought.state == reading_.state) return true;
  return !changes_something(given_->states[reading_.state].finally) &&
         !changes_something(given_->states[thought.state].enter);
}

bool Constancy::is_constant(std::span<const Interval> part, const SweptDecision& decision,
                            const Thought& thought) {
  if (!obstacle_.empty() || !keeps_state(part, thought)) return false;
  return stays(decision, ranges_of(part, thought), thought) || is_same_everywhere(part, decision, thought);
}

bool Constancy::stays(const SweptDecision& decision, const Ranges& ranges, const Thought& thought) const {
  return thought.agent.options.count == 0 ? choices_stay(ranges, thought)
                                          : stays_best(decision, ranges, thought);
}

// Beside a change roundings decide; there each value is looked at, with the runtime's own arithmetic.
bool Constancy::is_same_everywhere(std::span<const Interval> part, const SweptDecision& decision,
                                   const Thought& thought) {
  constexpr uint64_t kMostValues = 2048;
  if (has_open_ || part.size() > 1 || axes_[0].kind != Axis::Kind::number) return false;
  const uint64_t count = floats_between(part[0].low, part[0].high);
  if (count > kMostValues || count > values_left_) return false;
  values_left_ -= count;
  std::vector<float> values(base_.size());
  for (size_t i = 0; i < values.size(); ++i) values[i] = base_[i].low;
  for (const auto& [operation, given] : plain_) values[operation] = thought.values[given];
  Ranges ranges(base_.size());
  for (float at = part[0].low; at <= part[0].high; at = std::nextafter(at, kInfinity)) {
    for (const auto& [operation, axis] : swept_) values[operation] = at;
    evaluate(contest_->program(), values);
    for (size_t i = 0; i < values.size(); ++i) ranges[i] = {values[i], values[i]};
    if (!stays(decision, ranges, thought)) return false;
  }
  return true;
}

Constancy::Standing Constancy::standing_of(uint32_t option, const Ranges& ranges,
                                           const Thought& thought) const {
  const uint32_t origin = known_->origins[option];
  const Contender& one = contest_->contenders()[option];
  Standing standing{ranges[one.score], false, false, one.score};
  const bool is_ready = thought.cooldowns.empty() || !(thought.cooldowns[origin] > 0);
  const bool is_free = thought.taken.empty() || !thought.taken[origin];
  if (!thought.competes(asset_, origin) || !is_ready || !is_free) return standing;
  const auto& [set, member] = member_of_[option];
  const auto& claims = model_.actions[one.action].value.claims;
  const bool claims_member =
      std::ranges::any_of(claims, [](const Reference& claim) { return claim.index == kNone; });
  if (set != kNoSet && claims_member && reading_.taken[set][member]) return standing;
  // Of an action for members inertia is for the one that it runs for.
  const FactThought* const facts = thought.facts_of(origin);
  const bool runs =
      origin == thought.running && (set == kNoSet || (facts != nullptr && facts->running == member));
  if (runs && thought.agent.inertia != 0) {
    standing.score = {standing.score.low + thought.agent.inertia,
                      standing.score.high + thought.agent.inertia};
    standing.operation = kNoRef;
  }
  standing.is_possible = !(ranges[one.condition].low == 0 && ranges[one.condition].high == 0) &&
                         standing.score.high > contest_->minimum();
  standing.is_sure = !ranges[one.condition].contains(0) && standing.score.low > contest_->minimum();
  return standing;
}

bool Constancy::is_below(const Standing& rival, const Standing& best, bool wins_ties,
                         const Ranges& ranges) const {
  if (rival.score.high < best.score.low || (wins_ties && rival.score.high == best.score.low)) return true;
  if (rival.operation == kNoRef || best.operation == kNoRef) return false;
  if (rival.operation == best.operation) return wins_ties;
  const Inequality beaten{
      .greater = rival.operation, .less = best.operation, .constant = 0, .is_strict = wins_ties};
  std::vector<bool> used;
  return contest_->is_contradiction(ranges, {&beaten, 1}, used);
}

bool Constancy::stays_best(const SweptDecision& decision, const Ranges& ranges,
                           const Thought& thought) const {
  const bool last_wins = thought.agent.ties == ishi::Ties::last;
  std::vector<Standing> standings;
  Standing best{{-kInfinity, -kInfinity}, false, false, kNoRef};
  int32_t rank = std::numeric_limits<int32_t>::min();
  for (uint32_t option = 0; option < known_->competing; ++option) {
    const Standing standing = standing_of(option, ranges, thought);
    if (known_->origins[option] == decision.option) {
      rank = contest_->contenders()[option].rank;
      if (standing.is_sure && standing.score.low > best.score.low) best = standing;
    }
    standings.push_back(standing);
  }
  const bool is_locked = thought.is_locked && decision.option == thought.running && decision.option != kNone;
  if (is_locked) rank = model_.actions[given_->options[decision.option].action].value.rank.value;
  if (decision.option != kNone && !is_locked && !best.is_sure) return false;
  for (uint32_t option = 0; option < known_->competing; ++option) {
    const uint32_t origin = known_->origins[option];
    if (!standings[option].is_possible || origin == decision.option) continue;
    if (decision.option == kNone) return false;
    const int32_t other = contest_->contenders()[option].rank;
    if (other > rank) return false;
    if (other < rank || is_locked) continue;
    const bool wins_ties = (decision.option < origin) != last_wins;
    if (!is_below(standings[option], best, wins_ties, ranges)) return false;
  }
  return true;
}

// Of each choice the same member is the best.
bool Constancy::choices_stay(const Ranges& ranges, const Thought& thought) const {
  for (size_t i = 0; i < given_->choices.size(); ++i) {
    const LoweredChoice& choice = given_->choices[i];
    if (!dependent_[choice.best]) continue;
    if (given_->program[choice.best].code != best_of) return false;
    const FixedSet& set = reading_.sets[choice.set];
    const auto copies = [&](Ref given) {
      std::vector<uint32_t> places;
      for (uint32_t place = 0; place < known_->operations.size(); ++place) {
        if (known_->operations[place] == given) places.push_back(place);
      }
      return places;
    };
    const std::vector<uint32_t> gates = copies(given_->program[choice.best].a);
    if (gates.size() != set.members.size()) return false;
    const auto judged = std::ranges::find(thought.judged, static_cast<uint32_t>(i), &FactThought::option);
    if (judged == thought.judged.end() || judged->running != kNone) return false;
    const auto standing = [&](size_t member) {
      const LoweredOperation& gate = contest_->program().operations[gates[member]];
      Standing one{ranges[gate.b], !ranges[gate.a].contains(0), true, gate.b};
      one.is_possible = !(ranges[gate.a].low == 0 && ranges[gate.a].high == 0);
      return one;
    };
    const Standing best = judged->best == kNone ? Standing{} : standing(judged->best);
    if (judged->best != kNone && !best.is_sure) return false;
    for (size_t member = 0; member < gates.size(); ++member) {
      const Standing rival = standing(member);
      if (member == judged->best || !rival.is_possible) continue;
      if (judged->best == kNone || !is_below(rival, best, judged->best < member, ranges)) return false;
    }
  }
  return true;
}

}  // namespace ishi::compiler
