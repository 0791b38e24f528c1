#include <algorithm>

#include "lower/expression_lowerer.h"

// What steps were given, the members that they go over, and points that may lie nowhere.

namespace ishi::compiler {
namespace {}  // namespace

LoweredValue ExpressionLowerer::lower_given(const Expression& node) {
  const GivenPlace& given = *std::ranges::find(*givens_, node.text, &GivenPlace::name);
  const auto known = [&] { return builder_.source(OperationCode::given, given.first, kTruth); };
  if (node.index == 0) return {known()};
  const Variable& variable = (*given.values)[node.index - 1].value;
  const uint32_t place = given.first + node.index;
  // An argument that was not given has its default.
  const auto or_default = [&](Ref value, float fallback) {
    if (given.is_sure) return value;
    return builder_.apply(OperationCode::select, {known(), value, builder_.constant(fallback)});
  };
  switch (variable.resolved.kind) {
    case ValueKind::entity: return {or_default(builder_.source(OperationCode::given_entity, place, kRow), 0)};
    case ValueKind::point:
    case ValueKind::direction:
      return {or_default(builder_.source(OperationCode::given_x, place, kPlace), variable.fallback[0]),
              or_default(builder_.source(OperationCode::given_y, place, kPlace), variable.fallback[1]),
              or_default(builder_.source(OperationCode::given_z, place, kPlace), variable.fallback[2])};
    default:
      return {
          or_default(builder_.source(OperationCode::given, place, range_of(variable)), variable.fallback[0])};
  }
}

// Of the innermost steps around that call what they go over so.
uint32_t ExpressionLowerer::given_of(const Expression& variable) const {
  return std::ranges::find(loops_->rbegin(), loops_->rend(), variable.text, &LoopPlace::name)->given;
}

Ref ExpressionLowerer::is_somewhere(const LoweredValue& place) {
  return builder_.apply(OperationCode::less, {place.x, builder_.constant(kNowhere)});
}

}  // namespace ishi::compiler
