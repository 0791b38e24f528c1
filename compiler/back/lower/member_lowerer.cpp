#include <cmath>

#include "expression/types.h"
#include "lower/expression_lowerer.h"
#include "lower/name_values.h"
#include "lower/source_ranges.h"

// Members of memories and candidates, and what is remembered of them, in the terms of programs.

namespace ishi::compiler {

LoweredValue ExpressionLowerer::lower_member(const Expression& node) {
  using enum OperationCode;
  const bool is_itself = node.kind == ExpressionKind::fact || node.kind == ExpressionKind::choice;
  const Expression& variable = is_itself ? node : *node.operands[0];
  const uint32_t set = set_of(model_, variable);
  const auto read = [&](OperationCode code, Interval range) {
    return builder_.of_member(code, number_of(variable), set, range);
  };
  switch (node.kind) {
    case ExpressionKind::choice: return {read(member_row, kRow)};
    case ExpressionKind::fact:
      // Somebody who is forgotten is still who they are.
      if (variable.is_of_step) return {builder_.source(given_entity, given_of(context_, variable), kRow)};
      if (context_.is_running && !variable.is_it) return {builder_.source(bound_row, set, kRow)};
      return {read(member_row, kRow)};
    case ExpressionKind::fact_position: return remembered_place(variable);
    case ExpressionKind::fact_first_seen: return {read(member_first_seen, kWhenSeen)};
    case ExpressionKind::fact_last_seen: return {read(member_last_seen, kWhenSeen)};
    case ExpressionKind::fact_awareness: return {read(member_awareness, kTruth)};
    default: break;
  }
  const double forget = model_.memory[set].value.forget.value;  // candidates have nothing of this
  if (node.kind == ExpressionKind::fact_confidence && std::isinf(forget)) return {builder_.constant(1)};
  const Ref age = read(member_age, kElapsed);
  if (node.kind == ExpressionKind::fact_age) return {age};
  const Ref gone = builder_.apply(divide, {age, builder_.constant(static_cast<float>(forget))});
  return {builder_.clamp(builder_.apply(subtract, {builder_.constant(1), gone}), 0, 1)};
}

// Who made a noise. A step may have remembered somebody of another kind: nobody, as far as `maker` goes.
LoweredValue ExpressionLowerer::lower_maker(const Expression& node) {
  const Ref row = lower_member(*node.operands[0]).x;
  if (node.type.reference == kNone) return {row};
  const Ref is_one = builder_.of_entity(OperationCode::is_thing, row, node.type.reference, kTruth);
  return {builder_.apply(OperationCode::select, {is_one, row, builder_.constant(0)})};
}

// Of all that the agent remembers.
Ref ExpressionLowerer::greatest_awareness() {
  Ref greatest = builder_.constant(0);
  for (uint32_t set = 0; set < model_.memory.size(); ++set) {
    if (model_.memory[set].value.aware == kNone) continue;
    const Ref each_one = each_member(builder_, set);
    const Ref of_one = builder_.of_member(OperationCode::member_awareness, each_one, set, kTruth);
    const Ref of_all =
        builder_.reduce_members(OperationCode::highest_of, of_one, each_one, builder_.constant(0), kTruth);
    greatest = builder_.apply(OperationCode::maximum, {greatest, of_all});
  }
  return greatest;
}

// Of a member of a memory: where it was noticed.
LoweredValue ExpressionLowerer::remembered_place(const Expression& variable) {
  using enum OperationCode;
  const auto read = [&](OperationCode code) {
    return builder_.of_member(code, number_of(variable), set_of(model_, variable), kPlace);
  };
  return {read(member_x), read(member_y), read(member_z)};
}

uint32_t first_member_field(const Model& model, uint32_t set) {
  size_t first = 0;
  for (uint32_t i = 0; i < set; ++i) first += count_noticed(model, i) + own_fields(model, i).size();
  return static_cast<uint32_t>(first);
}

LoweredValue ExpressionLowerer::lower_member_field(const Expression& node) {
  using enum OperationCode;
  const uint32_t index = first_member_field(model_, node.owner) + node.index;
  const Variable& variable = variable_of(model_, context_, node);
  const auto read = [&](OperationCode code, Interval range) {
    return builder_.of_member(code, number_of(*node.operands[0]), index, range);
  };
  switch (variable.resolved.kind) {
    case ValueKind::entity: return {read(member_field_entity, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {read(member_field_x, kPlace), read(member_field_y, kPlace), read(member_field_z, kPlace)};
    default: return {read(member_field, range_of(variable))};
  }
}

}  // namespace ishi::compiler
