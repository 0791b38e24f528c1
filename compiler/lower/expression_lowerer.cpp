#include "lower/expression_lowerer.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>

#include "language/functions.h"

namespace ishi::compiler {
namespace {

constexpr Interval kRow{0, 16777216};          // entities are counted exactly
constexpr Interval kPlace{-1e6F, 1e6F};        // metres
constexpr Interval kFacing{-1e6F, 1e6F};       // whatever the game wrote
constexpr Interval kTime{0, 1e9F};             // seconds

OperationCode binary_code(ExpressionKind kind) {
  switch (kind) {
    case ExpressionKind::add: return OperationCode::add;
    case ExpressionKind::subtract: return OperationCode::subtract;
    case ExpressionKind::multiply: return OperationCode::multiply;
    case ExpressionKind::divide: return OperationCode::divide;
    case ExpressionKind::power: return OperationCode::power;
    case ExpressionKind::equal: return OperationCode::equal;
    case ExpressionKind::not_equal: return OperationCode::not_equal;
    case ExpressionKind::less:
    case ExpressionKind::greater: return OperationCode::less;
    case ExpressionKind::less_equal:
    case ExpressionKind::greater_equal: return OperationCode::less_equal;
    case ExpressionKind::both: return OperationCode::both;
    default: return OperationCode::either;
  }
}

bool is_mirrored(ExpressionKind kind) {
  return kind == ExpressionKind::greater || kind == ExpressionKind::greater_equal;
}

ishi::Scope scope_of(const Variable& variable) { return static_cast<ishi::Scope>(variable.scope.value); }

}  // namespace

Interval range_of(const Variable& variable) { return {variable.low, variable.high}; }

void ExpressionLowerer::set_option(uint32_t option, bool is_running) {
  option_ = option;
  is_running_ = is_running;
}

LoweredValue ExpressionLowerer::lower(const Expression& node) {
  switch (node.kind) {
    case ExpressionKind::number:
    case ExpressionKind::truth:
    case ExpressionKind::enum_member: return {builder_.constant(static_cast<float>(node.number))};
    case ExpressionKind::nobody: return {builder_.constant(0)};
    case ExpressionKind::key: return lower_key(node);
    case ExpressionKind::value: {
      // Once a program: values that read values would otherwise be walked through again and again.
      const auto known = values_.find(node.index);
      if (known != values_.end()) return known->second;
      return values_[node.index] = lower(*model_.values[node.index].value.is.root);
    }
    case ExpressionKind::motive: return {level(node.index)};
    case ExpressionKind::self: return {self_row()};
    case ExpressionKind::time: return {builder_.source(OperationCode::time, 0, kTime)};
    case ExpressionKind::running:
      return {is_running_ ? builder_.truth(true) : builder_.source(OperationCode::running, option_, kTruth)};
    case ExpressionKind::known:
      return {builder_.apply(OperationCode::not_equal, lower_number(*node.operands[0]), builder_.constant(0))};
    case ExpressionKind::position:
    case ExpressionKind::facing: {
      const Ref row = lower_number(*node.operands[0]);
      const bool is_position = node.kind == ExpressionKind::position;
      const Interval range = is_position ? kPlace : kFacing;
      return {builder_.of_entity(is_position ? OperationCode::position_x : OperationCode::facing_x, row, 0, range),
              builder_.of_entity(is_position ? OperationCode::position_y : OperationCode::facing_y, row, 0, range),
              builder_.of_entity(is_position ? OperationCode::position_z : OperationCode::facing_z, row, 0, range)};
    }
    case ExpressionKind::field: return lower_field(node);
    case ExpressionKind::norm: return {lower_norm(node)};
    case ExpressionKind::negate: return {builder_.apply(OperationCode::negate, lower_number(*node.operands[0]))};
    case ExpressionKind::not_: return {builder_.apply(OperationCode::not_, lower_number(*node.operands[0]))};
    case ExpressionKind::curve: return {builder_.curve(node.index, lower_number(*node.operands[0]))};
    case ExpressionKind::call: return lower_call(node);
    default: return {lower_binary(node)};
  }
}

Ref ExpressionLowerer::level(uint32_t motive) {
  const auto known = levels_.find(motive);
  if (known != levels_.end()) return known->second;
  const auto needs = static_cast<uint32_t>(model_.needs.size());
  const Motive& found = motive < needs ? model_.needs[motive].value : model_.drives[motive - needs].value;
  return levels_[motive] = builder_.clamp(lower_number(*found.level.root), 0, 1);
}

LoweredValue ExpressionLowerer::lower_key(const Expression& node) {
  const Variable& key = model_.blackboard[node.index].value;
  const ishi::Scope scope = scope_of(key);
  switch (key.resolved.kind) {
    case ValueKind::entity: return {builder_.source(OperationCode::key_entity, node.index, kRow, scope)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder_.source(OperationCode::key_x, node.index, kPlace, scope),
              builder_.source(OperationCode::key_y, node.index, kPlace, scope),
              builder_.source(OperationCode::key_z, node.index, kPlace, scope)};
    default: return {builder_.source(OperationCode::key, node.index, range_of(key), scope)};
  }
}

// Fields are numbered over all things.
uint32_t ExpressionLowerer::field_index(uint32_t thing, uint32_t field) const {
  uint32_t index = field;
  for (uint32_t i = 0; i < thing; ++i) index += static_cast<uint32_t>(model_.things[i].value.fields.size());
  return index;
}

LoweredValue ExpressionLowerer::lower_field(const Expression& node) {
  const Ref row = lower_number(*node.operands[0]);
  const Variable& field = model_.things[node.owner].value.fields[node.index].value;
  const uint32_t index = field_index(node.owner, node.index);
  switch (field.resolved.kind) {
    case ValueKind::entity: return {builder_.of_entity(OperationCode::field_entity, row, index, kRow)};
    case ValueKind::point:
    case ValueKind::direction:
      return {builder_.of_entity(OperationCode::field_x, row, index, kPlace),
              builder_.of_entity(OperationCode::field_y, row, index, kPlace),
              builder_.of_entity(OperationCode::field_z, row, index, kPlace)};
    default: return {builder_.of_entity(OperationCode::field, row, index, range_of(field))};
  }
}

// (x - low) · r, r chosen so that the top of the range is exactly 1 where a float allows it.
Ref ExpressionLowerer::lower_norm(const Expression& node) {
  const Expression& object = *node.operands[0];
  const Variable& variable = object.kind == ExpressionKind::field ? model_.things[object.owner].value.fields[object.index].value
                                                                  : model_.blackboard[object.index].value;
  const float span = variable.high - variable.low;
  float factor = 1.0F / span;
  for (const float candidate : {factor, std::nextafter(factor, 2 * factor), std::nextafter(factor, 0.0F)}) {
    if (span * candidate == 1.0F) {
      factor = candidate;
      break;
    }
  }
  const Ref above = builder_.apply(OperationCode::subtract, lower_number(object), builder_.constant(variable.low));
  return builder_.clamp(builder_.apply(OperationCode::multiply, above, builder_.constant(factor)), 0, 1);
}

Ref ExpressionLowerer::lower_binary(const Expression& node) {
  const Expression& left = *node.operands[0];
  const Expression& right = *node.operands[1];
  Ref a = lower_number(left);
  Ref b = kNoRef;
  if (node.kind == ExpressionKind::both || node.kind == ExpressionKind::either) {
    const size_t mark = assume(left, node.kind == ExpressionKind::both);
    b = lower_number(right);
    forget(mark);
  } else {
    b = lower_number(right);
  }
  if (is_mirrored(node.kind)) std::swap(a, b);
  const OperationCode code = binary_code(node.kind);
  if (code == OperationCode::divide) warn_operand(node, right, b, code, a);
  if (code == OperationCode::power) warn_operand(node, left, a, code, b);
  return builder_.apply(code, a, b);
}

// --- warnings ------------------------------------------------------------------------------------

Interval ExpressionLowerer::assumed_range(Ref value) const {
  Interval range = builder_.range_of(value);
  for (const Assumption& assumption : assumptions_) {
    if (assumption.value != value) continue;
    range = {std::max(range.low, assumption.range.low), std::min(range.high, assumption.range.high)};
  }
  return range;
}

size_t ExpressionLowerer::assume(const Expression& condition, bool truth) {
  const size_t mark = assumptions_.size();
  switch (condition.kind) {
    case ExpressionKind::both:
    case ExpressionKind::either:
      if (truth == (condition.kind == ExpressionKind::both)) {
        assume(*condition.operands[0], truth);
        assume(*condition.operands[1], truth);
      }
      break;
    case ExpressionKind::not_: assume(*condition.operands[0], !truth); break;
    case ExpressionKind::less:
    case ExpressionKind::less_equal:
    case ExpressionKind::greater:
    case ExpressionKind::greater_equal:
    case ExpressionKind::not_equal: assume_comparison(condition, truth); break;
    default: break;
  }
  return mark;
}

void ExpressionLowerer::assume_comparison(const Expression& node, bool truth) {
  Ref left = lower_number(*node.operands[0]);
  Ref right = lower_number(*node.operands[1]);
  bool or_equal = node.kind == ExpressionKind::less_equal || node.kind == ExpressionKind::greater_equal;
  bool left_is_less = node.kind == ExpressionKind::less || node.kind == ExpressionKind::less_equal;
  if (node.kind == ExpressionKind::not_equal) {
    // Of a range that begins or ends at the excluded value.
    if (!truth || !builder_.is_constant(right)) return;
    const Interval range = assumed_range(left);
    const float value = builder_.value_of(right);
    if (range.low == value) assumptions_.push_back({left, {std::nextafter(value, kLargest), range.high}});
    if (range.high == value) assumptions_.push_back({left, {range.low, std::nextafter(value, -kLargest)}});
    return;
  }
  if (!truth) {
    left_is_less = !left_is_less;
    or_equal = !or_equal;
  }
  if (!left_is_less) std::swap(left, right);
  // Now: left < right, or left <= right.
  const float above = builder_.range_of(left).low;
  const float below = builder_.range_of(right).high;
  assumptions_.push_back({right, {or_equal ? above : std::nextafter(above, kLargest), kLargest}});
  assumptions_.push_back({left, {-kLargest, or_equal ? below : std::nextafter(below, -kLargest)}});
}

void ExpressionLowerer::warn_operand(const Expression& node, const Expression& operand, Ref value, OperationCode code, Ref other) {
  const Interval range = assumed_range(value);
  const auto text = [&] { return fmt::format("{} to {}", show(range.low, operand.type.quantity), show(range.high, operand.type.quantity)); };
  if (code == OperationCode::divide && range.contains(0)) {
    diagnostics_.report(Code::possible_division_by_zero, operand.span, "this can be 0, and something is divided by it")
        .note(fmt::format("it lies between {}; what is divided by 0 counts as 0", text()))
        .help("keep it above 0, such as max(…, 0.01), or divide only inside if(… > 0, …, …)");
  }
  if (code == OperationCode::square_root && range.low < 0) {
    diagnostics_.report(Code::possible_invalid_operand, operand.span, "this can be negative, and has no square root then")
        .note(fmt::format("it lies between {}; the square root of what is negative counts as 0", text()))
        .help("keep it at 0 or above, such as max(…, 0)");
  }
  if (code == OperationCode::logarithm && range.low <= 0) {
    diagnostics_.report(Code::possible_invalid_operand, operand.span, "this can be 0 or less, and has no logarithm then")
        .note(fmt::format("it lies between {}; the logarithm of what is not positive counts as 0", text()))
        .help("keep it above 0, such as max(…, 0.001)");
  }
  if (code == OperationCode::power && range.low < 0) {
    const Interval exponent = builder_.range_of(other);
    const bool is_whole = exponent.low == exponent.high && exponent.low == std::floor(exponent.low);
    if (is_whole) return;
    diagnostics_.report(Code::possible_invalid_operand, node.span, "a negative number is raised to a power that may be fractional")
        .note(fmt::format("the base lies between {}; such a power counts as 0", text()))
        .help("keep the base at 0 or above, such as max(…, 0)");
  }
}

}  // namespace ishi::compiler
