#include "program/ranges.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "asset/tables.h"
#include "program/row.h"

namespace ishi {
namespace {

using Code = OperationCode;

constexpr ValueRange kUnit{0, 1};

bool is_finite(const ValueRange& range) { return std::isfinite(range.low) && std::isfinite(range.high); }
ValueRange known(const ValueRange& range) { return is_finite(range) ? range : ValueRange{}; }

// Rounding keeps the order of numbers, so that the ends of what is rounded are the ends, rounded.
ValueRange sum(const ValueRange& a, const ValueRange& b) { return known({a.low + b.low, a.high + b.high}); }
ValueRange negated(const ValueRange& a) { return {-a.high, -a.low}; }
ValueRange product(const ValueRange& a, const ValueRange& b) {
  if (!is_finite(a) || !is_finite(b)) return {};
  const float ends[] = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
  const auto [low, high] = std::minmax_element(ends, ends + 4);
  return known({*low, *high});
}

ValueRange either(const ValueRange& a, const ValueRange& b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

ValueRange key_range(const Variable& key) {
  switch (key.storage) {
    case Storage::number:
    case Storage::integer: return {key.low, key.high};
    case Storage::byte: return {0, std::max(key.high, key.fallback[0])};
    default: return {};
  }
}

// Also 1, which those have who have no profile.
ValueRange weight_range(const RangeInput& input, uint32_t motive) {
  ValueRange range{1, 1};
  for (size_t i = motive; i < input.weights.size(); i += input.motive_count) {
    const float weight = input.weights[i].weight();
    range = either(range, {weight, weight});
  }
  return range;
}

ValueRange range_of(const RangeInput& input, const blob::Operation& operation,
                    const Array<ValueRange>& ranges) {
  const auto of = [&](uint32_t k) { return ranges[operand_of(operation, k)]; };
  switch (const auto code = static_cast<Code>(operation.code()); code) {
    case Code::constant: {
      const auto value = std::bit_cast<float>(operation.parameter());
      return {value, value};
    }
    case Code::key: return key_range(input.keys[operation.parameter()]);
    case Code::weight: return weight_range(input, operation.parameter());
    case Code::spread: return of(0);
    case Code::add: return sum(of(0), of(1));
    case Code::subtract: return sum(of(0), negated(of(1)));
    case Code::multiply: return product(of(0), of(1));
    case Code::minimum: return known({std::min(of(0).low, of(1).low), std::min(of(0).high, of(1).high)});
    case Code::maximum: return known({std::max(of(0).low, of(1).low), std::max(of(0).high, of(1).high)});
    case Code::negate: return negated(of(0));
    case Code::saturate: return of(0);
    case Code::select: return either(of(1), of(2));
    case Code::curve: {
      const Interval y = curves::range_of(input.curves[operation.parameter()], {of(0).low, of(0).high});
      return known({y.low, y.high});
    }
    case Code::running:
    case Code::level:
    case Code::is_thing:
    case Code::equal:
    case Code::not_equal:
    case Code::less:
    case Code::less_equal:
    case Code::both:
    case Code::either:
    case Code::not_: return kUnit;
    default: return {};
  }
}

}  // namespace

bool find_ranges(const RangeInput& input, Array<ValueRange>& ranges) {
  if (!ranges.allocate(input.program.size())) return false;
  for (uint32_t i = 0; i < input.program.size(); ++i) ranges[i] = range_of(input, input.program[i], ranges);
  return true;
}

}  // namespace ishi
