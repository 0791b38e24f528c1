#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

#include "ishi/program.h"
#include "program/hulls.h"
#include "program/operation_rules.h"
#include "program/operations.h"

// The range of each operation, by its hull.

namespace ishi {
namespace {

// True if each operand is one number: the result is then the runtime's own, bit by bit.
bool is_single(const Interval& operand) { return operand.low == operand.high && std::isfinite(operand.low); }
bool is_finite(const Interval& operand) { return std::isfinite(operand.low) && std::isfinite(operand.high); }

// Of an elementwise operation, where its operands are not one number each.
using Hull = Interval (*)(const Interval* operands);

struct ElementwiseHull {
  Hull of = nullptr;
  bool is_total = false;  // operands may be unknown
};

template <typename Operation>
Interval hull(const Interval* operands) {
  if constexpr (Operation::operands == 1) {
    return Operation::hull(operands[0]);
  } else if constexpr (Operation::operands == 2) {
    return Operation::hull(operands[0], operands[1]);
  } else {
    return Operation::hull(operands[0], operands[1], operands[2]);
  }
}

template <typename... Operations>
constexpr auto make_hulls(std::tuple<Operations...>*) {
  operations::OfElementwise<ElementwiseHull> hulls;
  (hulls.set(Operations::code, {&hull<Operations>, Operations::is_total}), ...);
  return hulls;
}
constexpr auto kHulls = make_hulls(static_cast<operations::AllElementwise*>(nullptr));

template <typename Operation>
constexpr Interval range_of_loaded() {
  if constexpr (requires { Operation::range; }) return Operation::range;
  return hulls::kUnknown;
}

template <size_t... kIndex>
constexpr std::array<Interval, kOperationCount> make_ranges(std::index_sequence<kIndex...>) {
  return {range_of_loaded<std::tuple_element_t<kIndex, operations::All>>()...};
}
// Of the others, which have the same one whatever their operands are.
constexpr auto kRanges = make_ranges(std::make_index_sequence<kOperationCount>());

}  // namespace

Interval range_of_operation(OperationCode code, Interval a, Interval b, Interval c) {
  const OperationRules& rules = rules_of(code);
  if (!rules.elementwise) return kRanges[static_cast<uint32_t>(code)];
  const Interval operands[] = {a, b, c};
  const Interval* const end = operands + rules.operands;
  const ElementwiseHull hull = kHulls[code];
  if (!hull.is_total && !std::all_of(operands, end, is_finite)) return hulls::kUnknown;
  if (code != OperationCode::gate && std::all_of(operands, end, is_single)) {
    const float value = evaluate_operation(code, a.low, b.low, c.low);
    if (!std::isnan(value)) return {value, value};
  }
  return hull.of(operands);
}

}  // namespace ishi
