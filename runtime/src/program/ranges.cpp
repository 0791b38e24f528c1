#include "program/ranges.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "asset/tables.h"
#include "program/hulls.h"
#include "program/operation_rules.h"
#include "program/row.h"

namespace ishi {
namespace {

using Code = OperationCode;

using hulls::both_of;
using hulls::kUnknown;

Interval known(Interval range) {
  return std::isfinite(range.low) && std::isfinite(range.high) ? range : kUnknown;
}

Interval key_range(const Variable& key) {
  switch (key.storage) {
    case Storage::number:
    case Storage::integer: return {key.low, key.high};
    case Storage::byte: return {0, std::max(key.high, key.fallback[0])};
    default: return kUnknown;
  }
}

// Also 1, which those have who have no profile.
Interval weight_range(const RangeInput& input, uint32_t motive) {
  Interval range{1, 1};
  for (size_t i = motive; i < input.weights.size(); i += input.motive_count) {
    const float weight = input.weights[i].weight();
    range = both_of(range, {weight, weight});
  }
  return range;
}

Interval range_of(const RangeInput& input, const blob::Operation& operation, const Array<Interval>& ranges) {
  const auto code = static_cast<Code>(operation.code());
  const auto operands = rules_of(code).operands;
  const auto of = [&](uint32_t k) { return k < operands ? ranges[operand_of(operation, k)] : Interval(); };
  switch (code) {
    case Code::constant: {
      const auto value = std::bit_cast<float>(operation.parameter());
      return {value, value};
    }
    case Code::key: return key_range(input.keys[operation.parameter()]);
    case Code::weight: return weight_range(input, operation.parameter());
    case Code::spread: return of(0);
    case Code::curve: return known(curves::range_of(input.curves[operation.parameter()], of(0)));
    default: return known(range_of_operation(code, of(0), of(1), of(2)));
  }
}

}  // namespace

bool find_ranges(const RangeInput& input, Array<Interval>& ranges) {
  if (!ranges.allocate(input.program.size())) return false;
  for (uint32_t i = 0; i < input.program.size(); ++i) ranges[i] = range_of(input, input.program[i], ranges);
  return true;
}

}  // namespace ishi
