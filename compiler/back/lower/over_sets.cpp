#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "language/functions.h"
#include "language/limits.h"
#include "lower/expression_lowerer.h"
#include "lower/name_values.h"

// Functions over sets. One of them goes over its set in a pass, with a lane for each agent. Passes do not
// nest: where what is asked of each member depends on the member that a pass around it has at hand, the
// members are read one by one by their numbers instead, as many as the set can hold.

namespace ishi::compiler {

// The value of a member, and the condition under which it counts; kNoRef: always.
struct ExpressionLowerer::OfMember {
  Ref value = kNoRef;
  Ref passes = kNoRef;
};

namespace {

using enum OperationCode;

constexpr float kLengthOfNone = 1e6F;  // metres

// The result of the function over no members.
float of_none(const Expression& node) {
  const bool is_length = node.operands[1]->type.quantity == Quantity::length;
  return node.function->name == "lowest" && is_length ? kLengthOfNone : 0.0F;
}

}  // namespace

Ref ExpressionLowerer::lower_over_set(const Expression& node) {
  const uint32_t set = node.operands[0]->index;
  if (node.operands.size() == 1) {
    const auto most = static_cast<float>(capacity_of(model_, set));
    return builder_.source(member_count, set, {0, most});
  }
  std::vector<uint32_t> passes = {node.pass};
  const bool is_nested = std::ranges::any_of(
      node.operands, [&](const Expression* operand) { return is_of_member_at_hand(*operand, passes); });
  return is_nested ? lower_by_numbers(node) : lower_in_pass(node);
}

ExpressionLowerer::OfMember ExpressionLowerer::of_member(const Expression& node) {
  const auto outer = std::exchange(around_.over, Over{node.operands[0]->index, node.pass, node.call});
  OfMember result;
  if (node.operands.size() < 3) {
    result.value = lower_number(*node.operands[1]);
    around_.over = outer;
    return result;
  }
  result.passes = lower_number(*node.operands[2]);
  const size_t mark = assume(*node.operands[2], true);
  result.value = lower_number(*node.operands[1]);
  forget(mark);
  around_.over = outer;
  return result;
}

Ref ExpressionLowerer::lower_in_pass(const Expression& node) {
  const std::string_view name = node.function->name;
  const uint32_t set = node.operands[0]->index;
  const auto most = static_cast<float>(capacity_of(model_, set));
  OfMember of_one = of_member(node);
  const Interval range = builder_.range_of(of_one.value);
  const Ref passing = each_member(builder_, set);
  const Ref zero = builder_.constant(0);
  const auto reduce = [&](OperationCode code, Ref value, Ref none, Interval made) {
    return builder_.reduce_members(code, value, passing, none, made);
  };
  if (name == "count") return reduce(sum_of, of_one.value, zero, {0, most});
  if (name == "sum") {
    if (of_one.passes != kNoRef) of_one.value = builder_.apply(select, {of_one.passes, of_one.value, zero});
    // Each addition may round up.
    const float grown = most * (1 + most * std::numeric_limits<float>::epsilon());
    return reduce(sum_of, of_one.value, zero,
                  {std::min(range.low, 0.0F) * grown, std::max(range.high, 0.0F) * grown});
  }
  const OperationCode code = *node.function->operation;
  const float none = of_none(node);
  const Ref nothing = builder_.constant(none);
  const Interval with_none = hull(range, {none, none});
  if (of_one.passes == kNoRef) return reduce(code, of_one.value, nothing, with_none);
  // Those that do not count are at the end where they cannot win.
  const Ref end = builder_.constant(code == highest_of ? range.low : range.high);
  const Ref value = builder_.apply(select, {of_one.passes, of_one.value, end});
  const Ref made = reduce(code, value, nothing, with_none);
  return builder_.apply(select, {reduce(highest_of, of_one.passes, zero, {0, 1}), made, nothing});
}

Ref ExpressionLowerer::lower_by_numbers(const Expression& node) {
  const std::string_view name = node.function->name;
  const uint32_t set = node.operands[0]->index;
  std::vector<OfMember> members;
  for (uint32_t i = 0; i < capacity_of(model_, set); ++i) {
    if (++numbered_count_ > kLimits.nested_members) break;
    const auto number = static_cast<float>(i);
    const Ref member = builder_.of_member(nth, builder_.constant(number), set, {-1, number});
    numbered_[node.pass] = member;
    const auto outer = std::exchange(lowered_, {});
    OfMember& one = members.emplace_back(of_member(node));
    lowered_ = outer;
    const Ref is_there = builder_.apply(less_equal, {builder_.constant(0), member});
    one.passes = one.passes == kNoRef ? is_there : builder_.apply(both, {is_there, one.passes});
  }
  numbered_.erase(node.pass);
  if (numbered_count_ > kLimits.nested_members) return report_nested(node);

  const Ref zero = builder_.constant(0);
  std::vector<Ref> values, passes;
  if (name == "count" || name == "sum") {
    for (const OfMember& one : members) {
      values.push_back(name == "count" ? builder_.apply(both, {one.passes, one.value})
                                       : builder_.apply(select, {one.passes, one.value, zero}));
    }
    return builder_.reduce(add, std::move(values));
  }
  const bool is_highest = name == "highest";
  Interval range = builder_.range_of(members[0].value);
  for (const OfMember& one : members) range = hull(range, builder_.range_of(one.value));
  const Ref end = builder_.constant(is_highest ? range.low : range.high);
  for (const OfMember& one : members) {
    values.push_back(builder_.apply(select, {one.passes, one.value, end}));
    passes.push_back(one.passes);
  }
  const Ref made = builder_.reduce(is_highest ? maximum : minimum, std::move(values));
  return builder_.apply(select,
                        {builder_.reduce(either, std::move(passes)), made, builder_.constant(of_none(node))});
}

Ref ExpressionLowerer::report_nested(const Expression& node) {
  if (!is_nested_reported_) {
    is_nested_reported_ = true;
    diagnostics_
        .report(Code::program_too_large, node.span,
                fmt::format("sets that are gone over inside each other come to more than {} members here",
                            kLimits.nested_members))
        .note("a set inside another one counts with all that it can hold, for each that the other can hold")
        .help("give the inner sets a smaller `capacity`, or let the game write what is asked into a field");
  }
  return builder_.constant(0);
}

// True if an expression depends on the member of a pass around it. `passes`: those that stand in it, or
// around it and are its own.
bool ExpressionLowerer::is_of_member_at_hand(  // NOLINT(misc-no-recursion): as high as expressions are
    const Expression& node, std::vector<uint32_t>& passes) const {
  switch (node.kind) {
    case ExpressionKind::fact:
      if (!node.is_it) return context_.set != kNone && !context_.is_running;
      return std::ranges::find(passes, node.pass) == passes.end() && !numbered_.contains(node.pass);
    case ExpressionKind::running:
    case ExpressionKind::elapsed: return context_.set != kNone && !context_.is_running;
    default: break;
  }
  if (node.pass != 0) passes.push_back(node.pass);
  return std::ranges::any_of(node.operands, [&](const Expression* operand) {  // NOLINT(misc-no-recursion)
    return is_of_member_at_hand(*operand, passes);
  });
}

}  // namespace ishi::compiler
