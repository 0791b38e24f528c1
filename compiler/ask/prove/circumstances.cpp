#include "prove/circumstances.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>

#include "analyze/prover.h"
#include "analyze/ranges.h"
#include "lower/lower_condition.h"
#include "model/steps_within.h"
#include "prove/proof_ranges.h"

namespace ishi::compiler {
namespace {

using enum OperationCode;

constexpr uint32_t kSamples = 500;  // of the situations in which a transition may be taken
constexpr size_t kMostWays = 8;
constexpr uint64_t kWayOperations = 300'000;  // of the search for one that no sample shows

// Appends a condition, whose last operation is its value.
uint32_t append(const LoweredFormula& condition, WayConditions& all) {
  const auto is_same = [](const LoweredOperation& a, const LoweredOperation& b) {
    return a.code == b.code && a.a == b.a && a.b == b.b && a.c == b.c && a.parameter == b.parameter;
  };
  return append_condition(condition, all.program, is_same,
                          [&](size_t i) { all.ranges.push_back(condition.ranges[i]); });
}

AnalyzedProgram analyzed(const Contest& contest, const WayConditions& conditions) {
  return analyzed(contest.model(), contest.lowered(), conditions.program, conditions.ranges);
}

// False if no situation of the box takes this way.
bool narrow(const AnalyzedProgram& program, const WayConditions& conditions, Ranges& box) {
  return std::ranges::all_of(conditions.truths, [&](const WayConditions::Truth& truth) {
    return narrow(program, box, truth.operation, truth.value);
  });
}

bool is_taken(const WayConditions& conditions, const std::vector<float>& values) {
  return std::ranges::all_of(conditions.truths, [&](const WayConditions::Truth& truth) {
    return (values[truth.operation] != 0) == truth.value;
  });
}

// The places of a program's keys in a box.
std::vector<ProofRange> ranges_of_keys(const AnalyzedProgram& program, const Ranges& box) {
  std::vector<ProofRange> result;
  for (uint32_t i = 0; i < box.size(); ++i) {
    const LoweredOperation& source = program.operations[i];
    if (!reads_key(source.code)) continue;
    const bool is_part = source.code >= key_x && source.code <= key_z;
    ProofRange& range = result.emplace_back(ProofRange{false, source.parameter, {kAnyNumber}});
    if (is_part) range.of.resize(3, kAnyNumber);
    range.of[is_part ? static_cast<size_t>(source.code) - static_cast<size_t>(key_x) : 0] = box[i];
  }
  return result;
}

// The fixed part of a situation.
std::vector<ProofRange> ranges_of_values(const Situation& chosen) {
  constexpr float kSomebody = 1;
  std::vector<ProofRange> result;
  for (const SituationValue& key : chosen.keys) {
    ProofRange& range = result.emplace_back(ProofRange{false, key.index, {}});
    for (const float part : key.value) range.of.push_back({part, part});
    if (key.entity != kNone) range.of = {{kSomebody, kLargest}};
  }
  for (const SituationValue& level : chosen.levels)
    result.push_back({true, level.index, {{level.value[0], level.value[0]}}});
  return result;
}

WayOver way_of(const AnalyzedProgram& program, const std::vector<float>& values) {
  WayOver way;
  const auto take = [](std::vector<SituationValue>& of, uint32_t index) -> SituationValue& {
    const auto known = std::ranges::find(of, index, &SituationValue::index);
    return known != of.end() ? *known : of.emplace_back(SituationValue{index});
  };
  for (uint32_t i = 0; i < values.size(); ++i) {
    const LoweredOperation& source = program.operations[i];
    switch (source.code) {
      case key:
      case key_x: take(way.keys, source.parameter).value[0] = values[i]; break;
      case key_y: take(way.keys, source.parameter).value[1] = values[i]; break;
      case key_z: take(way.keys, source.parameter).value[2] = values[i]; break;
      case key_entity: take(way.keys, source.parameter).entity = values[i] >= 1 ? 0 : kNone; break;
      case level:
      case level_after: take(way.levels, source.parameter).value[0] = values[i]; break;
      default: break;
    }
  }
  return way;
}

class Circumstances {
 public:
  Circumstances(const Contest& contest, const Situation& shared, const std::vector<ProofRange>& ranges)
      : contest_(contest),
        model_(contest.model()),
        shared_(shared),
        ranges_(ranges),
        states_(contest.written().states.value) {}

  std::vector<Circumstance> find() {
    if (states_.empty()) {
      Circumstance& only = result_.emplace_back();
      only.competing.resize(contest_.contenders().size());
      std::iota(only.competing.begin(), only.competing.end(), 0);
      only.weighing = usual_weighing();
      return std::move(result_);
    }
    for (uint32_t from = 0; from < states_.size(); ++from) {
      if (shared_.state == kNone || shared_.state == from) add_from(from);
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] Weighing usual_weighing() const {
    const uint32_t profile = shared_.profile != kNone ? shared_.profile : contest_.written().importance.index;
    if (profile == kNone) return {};
    return {profile, std::string(model_.importance[profile].name.text)};
  }

  // It goes over to the first state whose condition holds, else it stays.
  void add_from(uint32_t from) {
    WayConditions so_far;
    for (const LoweredTransition& transition : contest_.agent().states[from].transitions) {
      const uint32_t condition = append(transition.condition, so_far);
      so_far.truths.push_back({condition, true});
      if (Circumstance* const over = add_if_possible(from, transition.target, so_far); over != nullptr) {
        take_changes(states_[from].value.finally.value, *over);
        take_changes(states_[transition.target].value.enter.value, *over);
        take_constants(contest_.agent().states[from].finally, true, *over);
        take_constants(contest_.agent().states[transition.target].enter, true, *over);
      }
      so_far.truths.back().value = false;
    }
    add_if_possible(from, from, so_far);
  }

  // Null if no situation of the ranges takes this way.
  Circumstance* add_if_possible(uint32_t from, uint32_t state, const WayConditions& conditions) {
    const AnalyzedProgram program = analyzed(contest_, conditions);
    Ranges box = all_situations(program);
    hold_within(program, ranges_, box);
    if (!narrow(program, conditions, box)) return nullptr;
    Circumstance& one = add(from, state);
    one.conditions = conditions;
    one.before = ranges_of_keys(program, box);
    return &one;
  }

  Circumstance& add(uint32_t from, uint32_t state) {
    Circumstance& one = result_.emplace_back();
    one.from = from;
    one.state = state;
    for (uint32_t option = 0; option < contest_.contenders().size(); ++option) {
      if (contest_.is_in(option, state)) one.competing.push_back(option);
    }
    const Reference& importance = states_[state].value.importance;
    one.weighing = importance.index != kNone ? Weighing{importance.index, std::string(importance.text)}
                                             : usual_weighing();
    return one;
  }

  // The steps that are done at once on the way.
  void take_changes(const std::vector<Step>& steps, Circumstance& over) const {
    for (const Step& whole : steps) {
      for_each_step_in(whole, [&](const Step& step) {
        const auto take = [](const auto& map, const Map<Formula>& written, std::vector<uint32_t>& taken) {
          for (const auto& entry : written) {
            const uint32_t index = find_index(map, entry.name.text);
            if (index != kNone) taken.push_back(index);
          }
        };
        if (const auto* const set = step.as<SetStep>()) take(model_.blackboard, set->values, over.set);
        if (const auto* const raise = step.as<RaiseStep>()) {
          take(model_.needs, raise->changes, over.raised);
          for (const auto& change : raise->changes) {
            const uint32_t drive = find_index(model_.drives, change.name.text);
            if (drive != kNone) over.raised.push_back(static_cast<uint32_t>(model_.needs.size()) + drive);
          }
        }
        if (const auto* const remember = step.as<RememberStep>())
          take(model_.memory, remember->memories, over.remembered);
        if (const auto* const forget = step.as<ForgetStep>())
          take(model_.memory, forget->memories, over.remembered);
      });
    }
  }

  // Keys that are set to a constant in every situation. The last write counts, and only of the agent's own
  // keys: others are written when all have thought.
  void take_constants(const LoweredNode& node, bool is_sure,
                      Circumstance& over) const {  // NOLINT(misc-no-recursion)
    is_sure &= !node[Modifier::when].given() &&
               (node.kind == ishi::NodeKind::sequence || node.kind == ishi::NodeKind::set);
    for (const LoweredAssignment& assignment : node.assignments) {
      if (assignment.target != Target::key) continue;
      const uint32_t key = assignment.subject;
      std::erase_if(over.after, [&](const ProofRange& range) { return range.index == key; });
      const std::optional<float> value = constant_of(assignment.formula);
      const Variable& variable = model_.blackboard[key].value;
      const ValueKind kind = variable.resolved.kind;
      const bool has_one_number =
          kind != ValueKind::entity && kind != ValueKind::point && kind != ValueKind::direction;
      const bool is_number = has_one_number && variable.scope.value == Scope::agent;
      if (!is_sure || !is_number || !value) continue;
      const bool is_held = kind == ValueKind::number || kind == ValueKind::integer;
      const float read = is_held ? std::clamp(*value, variable.low, variable.high) : *value;
      over.after.push_back({false, key, {{read, read}}});
    }
    for (const LoweredNode& child : node.children) take_constants(child, is_sure, over);
  }

  // The value of a formula that reads nothing.
  [[nodiscard]] std::optional<float> constant_of(const LoweredFormula& formula) const {
    const AnalyzedProgram program = analyzed(model_, contest_.lowered(), formula.program, formula.ranges);
    for (uint32_t i = 0; i < formula.program.size(); ++i) {
      if (program.is_source(i)) return std::nullopt;
    }
    std::vector<float> values(formula.program.size());
    evaluate(program, values);
    return values.empty() ? std::nullopt : std::optional(values.back());
  }

  const Contest& contest_;
  const Model& model_;
  const Situation& shared_;
  const std::vector<ProofRange>& ranges_;
  const Map<State>& states_;
  std::vector<Circumstance> result_;
};

}  // namespace

std::vector<Circumstance> circumstances_of(const Contest& contest, const Situation& shared,
                                           const std::vector<ProofRange>& ranges) {
  return Circumstances(contest, shared, ranges).find();
}

std::vector<WayOver> ways_of(const Contest& contest, const Circumstance& circumstance,
                             const std::vector<ProofRange>& ranges, const Situation& chosen) {
  const WayConditions& conditions = circumstance.conditions;
  if (conditions.truths.empty()) return std::vector<WayOver>(1);
  const AnalyzedProgram program = analyzed(contest, conditions);
  Ranges box = all_situations(program);
  hold_within(program, ranges, box);
  hold_within(program, ranges_of_values(chosen), box);
  if (!narrow(program, conditions, box)) return {};
  const Prover prover(program);
  std::vector<WayOver> ways;
  static_cast<void>(prover.find_sample(box, kSamples, [&](const std::vector<float>& values) {
    if (is_taken(conditions, values)) ways.push_back(way_of(program, values));
    return ways.size() == kMostWays;
  }));
  if (!ways.empty()) return ways;
  const Question question{[&](Ranges& part) { return !narrow(program, conditions, part); },
                          [&](const std::vector<float>& values) { return is_taken(conditions, values); }};
  std::vector<bool> sources(program.operations.size());
  for (uint32_t i = 0; i < sources.size(); ++i) sources[i] = program.is_source(i);
  Budget budget{kWayOperations};
  Evidence evidence;
  if (prover.prove(box, question, sources, budget, &evidence) == Proof::sometimes)
    ways.push_back(way_of(program, evidence.witness));
  return ways;
}

}  // namespace ishi::compiler
