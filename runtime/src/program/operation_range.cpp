#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "ishi/program.h"
#include "program/hulls.h"
#include "program/operations.h"

// The range of each operation, by its hull.

namespace ishi {
namespace {

// True if each operand is one number: the result is then the runtime's own, bit by bit.
bool is_single(const Interval& operand) { return operand.low == operand.high && std::isfinite(operand.low); }
bool is_finite(const Interval& operand) { return std::isfinite(operand.low) && std::isfinite(operand.high); }

using Hull = Interval (*)(const Interval* operands);

template <typename Operation>
Interval hull(const Interval* operands) {
  if constexpr (operations::kIsElementwise<Operation>) {
    const Interval* const end = operands + Operation::operands;
    if (!Operation::is_total && !std::all_of(operands, end, is_finite)) return hulls::kUnknown;
    if (Operation::code != OperationCode::gate && std::all_of(operands, end, is_single)) {
      const float value =
          evaluate_operation(Operation::code, operands[0].low, operands[1].low, operands[2].low);
      if (!std::isnan(value)) return {value, value};
    }
    if constexpr (Operation::operands == 1) {
      return Operation::hull(operands[0]);
    } else if constexpr (Operation::operands == 2) {
      return Operation::hull(operands[0], operands[1]);
    } else {
      return Operation::hull(operands[0], operands[1], operands[2]);
    }
  } else if constexpr (requires { Operation::range; }) {
    return Operation::range;
  } else {
    return hulls::kUnknown;
  }
}

template <size_t... kIndex>
constexpr std::array<Hull, kOperationCount> make_hulls(std::index_sequence<kIndex...>) {
  return {&hull<std::tuple_element_t<kIndex, operations::All>>...};
}

constexpr auto kHulls = make_hulls(std::make_index_sequence<kOperationCount>());

}  // namespace

Interval range_of_operation(OperationCode code, Interval a, Interval b, Interval c) {
  const Interval operands[] = {a, b, c};
  return kHulls[static_cast<uint32_t>(code)](operands);
}

}  // namespace ishi
