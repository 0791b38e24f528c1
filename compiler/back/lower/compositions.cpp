#include <algorithm>
#include <array>
#include <limits>
#include <string_view>

#include "expression/types.h"
#include "language/functions.h"
#include "lower/expression_lowerer.h"
#include "lower/name_values.h"

// The functions of the expression language that are more than one operation.

namespace ishi::compiler {
namespace {

constexpr Interval kUnitRange{-1, 1};
constexpr float kFarAway = 1e6F;  // metres: the distance of nobody

}  // namespace

LoweredValue ExpressionLowerer::lower_call(const Expression& node) {
  using enum OperationCode;
  const FunctionRow& row = *node.function;
  const std::string_view name = row.name;
  if (name == "if") return lower_if(node);
  if (name == "distance") {
    const bool from_self = node.operands.size() == 1;
    Ref known = kNoRef;
    const LoweredValue d = difference(from_self ? nullptr : node.operands[0], *node.operands.back(), known);
    return {builder_.apply(select, {known, length_of(builder_, d), builder_.constant(kFarAway)})};
  }
  if (name == "direction") return lower_direction(node);
  if (name == "bearing") return lower_bearing(node);
  if (name == "angle") return lower_angle(node);
  if (row.arguments.starts_with('s')) return {lower_over_set(node)};

  std::vector<Ref> values;
  for (const Expression* operand : node.operands) values.push_back(lower_number(*operand));
  if (row.operation && values.size() == 1) {
    warn_of_operand(ranges(), node, *node.operands[0], values[0], *row.operation, kNoRef);
    return {builder_.apply(*row.operation, values[0])};
  }
  if (name == "mod") {
    warn_of_operand(ranges(), node, *node.operands[1], values[1], divide, values[0]);
    return {builder_.apply(modulo, {values[0], values[1]})};
  }
  if (row.operation) return {builder_.reduce(*row.operation, values)};
  if (name == "clamp")
    return {builder_.apply(minimum, {builder_.apply(maximum, {values[0], values[1]}), values[2]})};
  if (name == "lerp") {
    const Ref way = builder_.apply(multiply, {builder_.apply(subtract, {values[1], values[0]}), values[2]});
    return {builder_.apply(add, {values[0], way})};
  }
  const size_t low = name == "smoothstep" ? 0 : 1;
  warn_of_width(ranges(), *node.operands[low], *node.operands[low + 1],
                builder_.apply(subtract, {values[low + 1], values[low]}));
  if (name == "norm") return {lower_normalized(builder_, values[0], values[1], values[2])};
  if (name == "remap") {
    const Ref t = lower_normalized(builder_, values[0], values[1], values[2]);
    const Ref way = builder_.apply(multiply, {builder_.apply(subtract, {values[4], values[3]}), t});
    return {builder_.apply(add, {values[3], way})};
  }
  // smoothstep(a, b, x)
  const Ref t = builder_.clamp(lower_normalized(builder_, values[2], values[0], values[1]), 0, 1);
  const Ref rest =
      builder_.apply(subtract, {builder_.constant(3), builder_.apply(multiply, {builder_.constant(2), t})});
  return {builder_.apply(multiply, {builder_.apply(multiply, {t, t}), rest})};
}

LoweredValue ExpressionLowerer::lower_direction(const Expression& node) {
  using enum OperationCode;
  const bool from_self = node.operands.size() == 1;
  Ref known = kNoRef;
  const LoweredValue d = difference(from_self ? nullptr : node.operands[0], *node.operands.back(), known);
  const Ref length = length_of(builder_, d);
  const Ref is_somewhere =
      builder_.apply(both, {known, builder_.apply(less, {builder_.constant(0), length})});
  const bool up_y = model_.up.value == Up::y;
  const auto part = [&](Ref component, float forward) {
    const Ref unit =
        builder_.clamp(builder_.apply(divide, {component, length}), kUnitRange.low, kUnitRange.high);
    return builder_.apply(select, {is_somewhere, unit, builder_.constant(forward)});
  };
  return {part(d.x, 0), part(d.y, up_y ? 0.0F : 1.0F), part(d.z, up_y ? 1.0F : 0.0F)};
}

LoweredValue ExpressionLowerer::lower_bearing(const Expression& node) {
  using enum OperationCode;
  Ref known = kNoRef;
  const LoweredValue d = difference(nullptr, *node.operands[0], known);
  const LoweredValue f = self_facing(builder_);
  // In the ground plane; right of the facing (forward, right) is (right, -forward) turned by a quarter.
  const bool up_y = model_.up.value == Up::y;
  const Ref forward = up_y ? f.z : f.y;
  const Ref ahead = up_y ? d.z : d.y;
  const Ref to_right = builder_.apply(
      subtract, {builder_.apply(multiply, {d.x, forward}), builder_.apply(multiply, {ahead, f.x})});
  const Ref straight =
      builder_.apply(add, {builder_.apply(multiply, {d.x, f.x}), builder_.apply(multiply, {ahead, forward})});
  return {builder_.apply(select,
                         {known, builder_.apply(arc_tangent, {to_right, straight}), builder_.constant(0)})};
}

LoweredValue ExpressionLowerer::lower_angle(const Expression& node) {
  using enum OperationCode;
  const LoweredValue a = lower(*node.operands[0]);
  const LoweredValue b = lower(*node.operands[1]);
  const auto cross = [&](Ref p, Ref q, Ref r, Ref s) {
    return builder_.apply(subtract, {builder_.apply(multiply, {p, s}), builder_.apply(multiply, {q, r})});
  };
  const LoweredValue normal{cross(a.y, a.z, b.y, b.z), cross(a.z, a.x, b.z, b.x), cross(a.x, a.y, b.x, b.y)};
  return {builder_.apply(arc_tangent, {length_of(builder_, normal), dot(builder_, a, b)})};
}

LoweredValue ExpressionLowerer::lower_if(const Expression& node) {
  const Ref condition = lower_number(*node.operands[0]);
  size_t mark = assume(*node.operands[0], true);
  const LoweredValue yes = lower(*node.operands[1]);
  forget(mark);
  mark = assume(*node.operands[0], false);
  const LoweredValue no = lower(*node.operands[2]);
  forget(mark);
  const auto choose = [&](Ref a, Ref b) {
    return a == kNoRef ? kNoRef : builder_.apply(OperationCode::select, {condition, a, b});
  };
  return {choose(yes.x, no.x), choose(yes.y, no.y), choose(yes.z, no.z)};
}

// The place of a point or an entity; `row` is the entity's, kNoRef for a point and for what is remembered.
LoweredValue ExpressionLowerer::place_of(const Expression& node, Ref& row) {
  const Interval range{-1e6F, 1e6F};
  const bool is_member = node.kind == ExpressionKind::fact || node.kind == ExpressionKind::choice;
  if (is_member && is_memory(model_, set_of(model_, node))) {  // where it was
    // There may be no choice, and what a body is for may be forgotten by the time that it is over.
    const bool may_be_none = node.kind == ExpressionKind::choice || (context_.is_running && !node.is_it);
    if (may_be_none)
      row = builder_.apply(OperationCode::add, {number_of(node), builder_.constant(1)});  // 0: none
    return remembered_place(node);
  }
  const LoweredValue value = lower(node);
  if (node.type.kind != ValueKind::entity) return value;
  row = value.x;
  return {builder_.of_entity(OperationCode::position_x, row, 0, range),
          builder_.of_entity(OperationCode::position_y, row, 0, range),
          builder_.of_entity(OperationCode::position_z, row, 0, range)};
}

LoweredValue ExpressionLowerer::lower_target(const Expression& node, Ref& known) {
  Ref row = kNoRef;
  const LoweredValue place = place_of(node, row);
  if (row != kNoRef) known = builder_.apply(OperationCode::not_equal, {row, builder_.constant(0)});
  if (node.may_be_nowhere) known = is_somewhere(builder_, place);
  return place;
}

// `to` minus `from` (null: the agent). `known`: neither is nobody.
LoweredValue ExpressionLowerer::difference(const Expression* from, const Expression& to, Ref& known) {
  known = builder_.truth(true);
  const auto place = [&](const Expression& node) {
    Ref row = kNoRef;
    const LoweredValue value = place_of(node, row);
    if (row != kNoRef && node.kind != ExpressionKind::self) {
      const Ref is_somebody = builder_.apply(OperationCode::not_equal, {row, builder_.constant(0)});
      known = builder_.apply(OperationCode::both, {known, is_somebody});
    }
    if (node.may_be_nowhere)
      known = builder_.apply(OperationCode::both, {known, is_somewhere(builder_, value)});
    return value;
  };
  const LoweredValue end = place(to);
  Expression self;
  self.kind = ExpressionKind::self;
  self.type.kind = ValueKind::entity;
  const LoweredValue start = place(from != nullptr ? *from : self);
  return {builder_.apply(OperationCode::subtract, {end.x, start.x}),
          builder_.apply(OperationCode::subtract, {end.y, start.y}),
          builder_.apply(OperationCode::subtract, {end.z, start.z})};
}

}  // namespace ishi::compiler
