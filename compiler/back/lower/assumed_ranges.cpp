#include "lower/assumed_ranges.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "language/functions.h"
#include "lower/interval.h"

namespace ishi::compiler {

Interval AssumedRanges::range_of(const ProgramBuilder& builder, Ref value) const {
  Interval range = builder.range_of(value);
  for (const Assumption& assumption : assumptions_) {
    if (assumption.value != value) continue;
    range = {std::max(range.low, assumption.range.low), std::min(range.high, assumption.range.high)};
  }
  return range;
}

bool AssumedRanges::may_be_zero(const ProgramBuilder& builder, Ref value) const {
  for (const Assumption& assumption : assumptions_) {
    if (assumption.value == value && assumption.is_not_zero) return false;
  }
  return range_of(builder, value).contains(0);
}

// Reads one condition into what is assumed.
struct AssumedRanges::Reading {
  AssumedRanges& assumed;
  const Model& model;
  const ProgramBuilder& builder;
  const std::function<Ref(const Expression&)>& lower;
  std::unordered_set<uint32_t> seen_values;

  void read(const Expression& condition, bool truth) {
    switch (condition.kind) {
      case ExpressionKind::both:
      case ExpressionKind::either:
        if (truth == (condition.kind == ExpressionKind::both)) {
          read(*condition.operands[0], truth);
          read(*condition.operands[1], truth);
        }
        break;
      case ExpressionKind::not_: read(*condition.operands[0], !truth); break;
      case ExpressionKind::value:
        // Each once: values that read values twice would otherwise be walked through again and again.
        if (seen_values.insert(condition.index).second)
          read(*model.values[condition.index].value.is.root, truth);
        break;
      case ExpressionKind::less:
      case ExpressionKind::less_equal:
      case ExpressionKind::greater:
      case ExpressionKind::greater_equal:
      case ExpressionKind::equal:
      case ExpressionKind::not_equal: read_comparison(condition, truth); break;
      default: break;
    }
  }

  // Of a range that begins or ends at the excluded value.
  void exclude(Ref value, Ref excluded) {
    if (!builder.is_constant(excluded)) return;
    const Interval range = assumed.range_of(builder, value);
    const float limit = builder.value_of(excluded);
    if (limit == 0) assumed.assumptions_.push_back({value, range, true});
    if (range.low == limit)
      assumed.assumptions_.push_back({value, {std::nextafter(limit, kLargest), range.high}});
    if (range.high == limit)
      assumed.assumptions_.push_back({value, {range.low, std::nextafter(limit, -kLargest)}});
  }

  void read_comparison(const Expression& node, bool truth) {
    Ref left = lower(*node.operands[0]);
    Ref right = lower(*node.operands[1]);
    if (node.kind == ExpressionKind::equal || node.kind == ExpressionKind::not_equal) {
      if (truth != (node.kind == ExpressionKind::not_equal)) return;
      exclude(left, right);
      exclude(right, left);
      return;
    }
    bool or_equal = node.kind == ExpressionKind::less_equal || node.kind == ExpressionKind::greater_equal;
    bool left_is_less = node.kind == ExpressionKind::less || node.kind == ExpressionKind::less_equal;
    if (!truth) {
      left_is_less = !left_is_less;
      or_equal = !or_equal;
    }
    const Expression& greater = *node.operands[left_is_less ? 1 : 0];
    if (!left_is_less) std::swap(left, right);
    // Now: left < right, or left <= right.
    const float above = builder.range_of(left).low;
    const float below = builder.range_of(right).high;
    assumed.assumptions_.push_back({right, {or_equal ? above : std::nextafter(above, kLargest), kLargest}});
    const bool is_distance_from_zero =
        greater.kind == ExpressionKind::call && greater.function->name == "abs";
    if (is_distance_from_zero && (above > 0 || (above == 0 && !or_equal))) {
      const Ref inner = lower(*greater.operands[0]);
      assumed.assumptions_.push_back({inner, builder.range_of(inner), true});
    }
    assumed.assumptions_.push_back({left, {-kLargest, or_equal ? below : std::nextafter(below, -kLargest)}});
  }
};

size_t AssumedRanges::assume(const Model& model, const ProgramBuilder& builder, const Expression& condition,
                             bool truth, const std::function<Ref(const Expression&)>& lower) {
  const size_t mark = assumptions_.size();
  Reading{*this, model, builder, lower, {}}.read(condition, truth);
  return mark;
}

}  // namespace ishi::compiler
