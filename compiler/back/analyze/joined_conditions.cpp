#include "analyze/joined_conditions.h"

#include <algorithm>

namespace ishi::compiler {
namespace {

bool reads_record(OperationCode code) {
  return code >= OperationCode::record && code <= OperationCode::record_entity;
}

// An operation of an agent's program, as the agent's body finds it right after the decision: a member at
// hand is the one that the option is for, and a choice, a level or a row is what it has just become.
LoweredOperation as_decided(std::span<const LoweredOperation> program, uint32_t i, bool has_passes) {
  using enum OperationCode;
  const LoweredOperation& operation = program[i];
  const auto leaf = [&](OperationCode code, uint32_t parameter) {
    return LoweredOperation{code, 0, 0, 0, 0, parameter};
  };
  switch (operation.code) {
    case level_after: return leaf(level, operation.parameter);
    case best_of: return leaf(chosen, operation.parameter);
    case best_score: return leaf(chosen_score, operation.parameter);
    case each:
    case member: return has_passes ? operation : leaf(bound, operation.parameter);
    case member_row: {
      const OperationCode of = program[operation.a].code;
      const bool is_at_hand = !has_passes && (of == each || of == member || of == bound);
      return is_at_hand ? leaf(bound_row, operation.parameter) : operation;
    }
    default: return operation;
  }
}

}  // namespace

uint32_t own_moment(const LoweredAgent& agent, const LoweredOption& option) {
  const auto index = static_cast<uint32_t>(&option - agent.options.data());
  for (uint32_t i = 0; i < agent.moments.size(); ++i) {
    if (agent.moments[i].kind == MomentKind::option && agent.moments[i].subject == index) return i;
  }
  return kNoRef;
}

bool JoinedConditions::is_of_place(OperationCode code) {
  return draws(code) || code == OperationCode::step_elapsed || code == OperationCode::elapsed ||
         code == OperationCode::running || code == OperationCode::ending || code == OperationCode::ended;
}

uint32_t JoinedConditions::append(const LoweredOperation& operation, Interval range) {
  operations_.push_back(operation);
  ranges_.push_back(range);
  places_.push_back(0);
  return static_cast<uint32_t>(operations_.size() - 1);
}

uint32_t JoinedConditions::apply(OperationCode code, uint32_t a, uint32_t b) {
  return append({code, a, b, 0, 0, 0}, range_of_operation(code, ranges_[a], ranges_[b], {}));
}

uint32_t JoinedConditions::add(const LoweredFormula& formula) {
  const uint64_t record = formula.record_kind == RecordKind::none
                              ? 0
                              : (static_cast<uint64_t>(formula.record_kind) << 32) + formula.record + 1;
  return add(formula.program, formula.ranges, static_cast<uint32_t>(formula.program.size() - 1), record,
             kNoRef);
}

uint32_t JoinedConditions::add(std::span<const LoweredOperation> program, std::span<const Interval> ranges,
                               uint32_t root, uint32_t begun) {
  return add(program, ranges, root, 0, begun);
}

uint32_t JoinedConditions::add(std::span<const LoweredOperation> program, std::span<const Interval> ranges,
                               uint32_t root, uint64_t record, uint32_t begun) {
  const auto needed_with = [&](bool has_passes) {
    std::vector<bool> is_needed(program.size());
    is_needed[root] = true;
    for (uint32_t i = root + 1; i-- > 0;) {
      const LoweredOperation operation = as_decided(program, i, has_passes);
      const auto count = operation_table()[static_cast<uint32_t>(operation.code)].operands;
      const uint32_t operands[] = {operation.a, operation.b, operation.c};
      for (uint32_t k = 0; k < count && is_needed[i]; ++k) is_needed[operands[k]] = true;
    }
    return is_needed;
  };
  // Within what is made of all members of a set each member is any of them, not the one at hand.
  bool has_passes = false;
  std::vector<bool> is_needed = needed_with(has_passes);
  for (uint32_t i = 0; i <= root; ++i) {
    const OperationCode code = as_decided(program, i, has_passes).code;
    has_passes |= is_needed[i] && reduces(code);
  }
  if (has_passes) is_needed = needed_with(has_passes);
  std::vector<uint32_t> places(program.size());
  for (uint32_t i = 0; i <= root; ++i) {
    if (!is_needed[i]) continue;
    if (program[i].code == OperationCode::spread) {
      places[i] = places[program[i].a];
      continue;
    }
    LoweredOperation operation = as_decided(program, i, has_passes);
    operation.gate = 0;
    const auto count = operation_table()[static_cast<uint32_t>(operation.code)].operands;
    uint32_t* const operands[] = {&operation.a, &operation.b, &operation.c};
    for (uint32_t k = 0; k < count; ++k) *operands[k] = places[*operands[k]];
    const bool is_begun = operation.code == OperationCode::since && operation.parameter == begun;
    const uint64_t place = is_of_place(operation.code) || is_begun ? next_place_++
                           : reads_record(operation.code)          ? record
                                                                   : 0;
    const auto is_same = [&](uint32_t other) {
      const LoweredOperation& known = operations_[other];
      return known.code == operation.code && known.a == operation.a && known.b == operation.b &&
             known.c == operation.c && known.parameter == operation.parameter && places_[other] == place;
    };
    uint32_t known = 0;
    while (known < operations_.size() && !is_same(known)) ++known;  // conditions are short
    places[i] = known;
    if (known < operations_.size()) continue;
    append(operation, ranges[i]);
    places_.back() = place;
  }
  return places[root];
}

AnalyzedProgram JoinedConditions::program() const { return analyzed(model_, lowered_, operations_, ranges_); }

}  // namespace ishi::compiler
