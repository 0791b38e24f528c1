#include "bodies/planned_formula.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "asset/limits.h"
#include "program/row.h"

namespace ishi {
namespace {

using Code = OperationCode;
using Part = RelaxedSteps::Part;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kExact = 1u << 24;
// Above what the roundings of kMostOperations sums can come to, for each unit of what is added.
constexpr double kRounding = 0x1p-17;

bool is_whole_storage(Storage storage) { return storage == Storage::integer || storage == Storage::byte; }
bool is_whole_number(float x) { return std::floor(x) == x && std::fabs(x) <= kExact; }

Interval range_of(ValueType type, float low, float high, float fallback) {
  switch (storage_of(type)) {
    case Storage::number:
    case Storage::integer: return {low, high};
    case Storage::byte: return {0, std::max(high, fallback)};
    case Storage::entity: return {0, kExact};
    case Storage::vector: break;
  }
  return {-limits::kFar, limits::kFar};
}

// What gives whole numbers of whole numbers.
bool keeps_whole(Code code) {
  switch (code) {
    case Code::add:
    case Code::subtract:
    case Code::multiply:
    case Code::minimum:
    case Code::maximum:
    case Code::negate:
    case Code::absolute:
    case Code::select:
    case Code::saturate:
    case Code::spread: return true;
    default: return false;
  }
}

bool is_truth(Code code) {
  return code == Code::equal || code == Code::not_equal || code == Code::less || code == Code::less_equal ||
         code == Code::both || code == Code::either || code == Code::not_;
}

double size_of(const PlannedFormula::Value& key) {
  return std::max(std::fabs(double{key.key_low}), std::fabs(double{key.key_high})) +
         std::max(std::fabs(double{key.least}), std::fabs(double{key.most}));
}

// The float at or beyond a number, upwards or downwards.
float rounded_up(double x) {
  const auto nearest = static_cast<float>(x);
  return double{nearest} < x ? std::nextafter(nearest, kInfinity) : nearest;
}
float rounded_down(double x) { return -rounded_up(-x); }

}  // namespace

Interval range_of_planned(const Variable& key) {
  switch (key.storage) {
    case Storage::number:
    case Storage::integer: return {key.low, key.high};
    case Storage::byte: return {0, std::max(key.high, key.fallback[0])};
    case Storage::entity: return {0, kExact};
    case Storage::vector: break;
  }
  return {-limits::kFar, limits::kFar};
}

bool PlannedFormula::reads_planned(const blob::Operation& operation, uint64_t given) const {
  const auto code = static_cast<Code>(operation.code());
  if (reads_key(code)) return planned_keys_[operation.parameter()] != kNotFound;
  const bool is_given = code >= Code::record && code <= Code::record_entity;
  return is_given && (operation.parameter() >= 64 || (given >> operation.parameter() & 1) != 0);
}

// A planned key, or a parameter that depends on one.
PlannedFormula::Value PlannedFormula::source(const blob::Operation& operation,
                                             std::span<const blob::Parameter> parameters) const {
  const auto code = static_cast<Code>(operation.code());
  Value value{.is_planned = true};
  if (!reads_key(code)) {
    const blob::Variable& given = parameters[operation.parameter()].variable();
    const auto type = static_cast<ValueType>(given.type());
    const Interval range = range_of(type, given.low(), given.high(), given.fallback_x());
    value.low = range.low, value.high = range.high;
    value.is_whole = is_whole_storage(storage_of(type));
    return value;
  }
  const Variable& key = keys_[operation.parameter()];
  const uint32_t axis = code >= Code::key_x && code <= Code::key_z
                            ? static_cast<uint32_t>(code) - static_cast<uint32_t>(Code::key_x)
                            : 0;
  const Interval range = range_of_planned(key);
  value.low = value.key_low = range.low;
  value.high = value.key_high = range.high;
  value.place = planned_keys_[operation.parameter()] + axis;
  value.is_whole = value.is_key_whole = is_whole_storage(key.storage);
  return value;
}

PlannedFormula::Value PlannedFormula::result(const blob::Operation& operation) const {
  const auto code = static_cast<Code>(operation.code());
  const uint32_t operands = operands_of(operation);
  Value of[3];
  bool is_whole = true;
  for (uint32_t i = 0; i < operands; ++i) {
    of[i] = values_[operand_of(operation, i)];
    is_whole &= of[i].is_whole;
  }
  const auto range = [&](uint32_t i) { return Interval{of[i].low, of[i].high}; };
  const Interval hull = range_of_operation(code, range(0), range(1), range(2));
  Value value{.low = hull.low, .high = hull.high, .is_planned = true};
  difference(value, code, of[0], of[1], of[2]);
  value.is_whole = is_truth(code) || (is_whole && keeps_whole(code) && std::fabs(hull.low) <= kExact &&
                                      std::fabs(hull.high) <= kExact);
  return value;
}

// What an operation has to do with one key, if it says so.
void PlannedFormula::difference(Value& to, Code code, const Value& a, const Value& b, const Value& c) {
  const auto follow = [&](const Value& key, float least, float most) {
    to.place = key.place;
    to.key_low = key.key_low, to.key_high = key.key_high;
    to.is_key_whole = key.is_key_whole;
    to.least = least, to.most = most;
  };
  const bool is_a = a.place != kNotFound, is_b = b.place != kNotFound;
  const Value& key = is_a ? a : b;
  const Value& other = is_a ? b : a;
  switch (code) {
    case Code::saturate:
    case Code::spread:
      if (is_a) follow(a, a.least, a.most);
      break;
    case Code::add:
      if (is_a || is_b) follow(key, key.least + other.low, key.most + other.high);
      break;
    case Code::subtract:
      if (is_a) follow(a, a.least - b.high, a.most - b.low);
      break;
    case Code::minimum:
      if (is_a || is_b) follow(key, std::min(key.least, other.low - key.key_high), key.most);
      break;
    case Code::maximum:
      if (is_a || is_b) follow(key, key.least, std::max(key.most, other.high - key.key_low));
      break;
    case Code::select: {
      if (!is_b && c.place == kNotFound) break;
      const Value& one = is_b ? b : c;
      const Value& two = is_b ? c : b;
      const bool is_same = two.place == one.place;
      follow(one, std::min(one.least, is_same ? two.least : two.low - one.key_high),
             std::max(one.most, is_same ? two.most : two.high - one.key_low));
      break;
    }
    default: break;
  }
  // Where nothing is known of the other operand there is no difference.
  if (to.place != kNotFound && !(std::isfinite(to.least) && std::isfinite(to.most))) to.place = kNotFound;
}

void PlannedFormula::read(std::span<const blob::Operation> program, std::span<const float> values,
                          uint64_t given, std::span<const blob::Parameter> parameters) {
  program_ = program;
  bool has_pass = false;
  is_planned_ = false;
  for (const blob::Operation& operation : program) {
    is_planned_ |= reads_planned(operation, given);
    has_pass |= operation.code() == blob::OperationCode::each;
  }
  is_known_ = !is_planned_ || (program.size() <= kMostOperations && !has_pass);
  const size_t first = program.size() > kMostOperations ? program.size() - 3 : 0;
  for (size_t i = first; i < program.size(); ++i) {
    const blob::Operation& operation = program[i];
    bool is_planned = reads_planned(operation, given);
    Value& value = values_[i - first];
    if (is_planned && is_known_) {
      value = source(operation, parameters);
      continue;
    }
    for (uint32_t k = 0; k < operands_of(operation) && is_known_ && is_planned_; ++k)
      is_planned |= values_[operand_of(operation, k)].is_planned;
    value = !is_known_   ? Value{.low = -kInfinity, .high = kInfinity, .is_planned = true}
            : is_planned ? result(operation)
                         : Value{.low = values[i], .high = values[i], .is_whole = is_whole_number(values[i])};
  }
}

PlannedFormula::Value PlannedFormula::value(uint32_t behind) const {
  return values_[std::min<size_t>(program_.size(), program_.size() > kMostOperations ? 3 : kMostOperations) -
                 1 - behind];
}

Part PlannedFormula::condition(RelaxedSteps& relaxed) const {
  if (!is_planned_) return value().low != 0 ? RelaxedSteps::kAlways : RelaxedSteps::kNever;
  if (!is_known_) return RelaxedSteps::kAlways;
  return condition(relaxed, static_cast<uint32_t>(program_.size()) - 1, true);
}

// When an operation is true, or false.
Part PlannedFormula::condition(RelaxedSteps& relaxed, uint32_t index,
                               bool is_so) const {  // NOLINT(misc-no-recursion): operands stand before it
  const blob::Operation& operation = program_[index];
  const auto code = static_cast<Code>(operation.code());
  const Value& own = values_[index];
  if (!own.is_planned) return (own.low != 0) == is_so ? RelaxedSteps::kAlways : RelaxedSteps::kNever;
  const auto of = [&](uint32_t operand, bool so) { return condition(relaxed, operand, so); };
  const uint32_t a = operation.a(), b = operation.b(), c = operation.c();
  switch (code) {
    case Code::saturate:
    case Code::spread: return of(a, is_so);
    case Code::not_: return of(a, !is_so);
    case Code::both:
    case Code::either: {
      const Part one = of(a, is_so), two = of(b, is_so);
      return (code == Code::both) == is_so ? relaxed.both(one, two) : relaxed.either(one, two);
    }
    case Code::select: {
      const Part one = relaxed.both(of(a, true), of(b, is_so));
      return relaxed.either(one, relaxed.both(of(a, false), of(c, is_so)));
    }
    case Code::less:
    case Code::less_equal:
      if (is_so) return compared(relaxed, code, values_[a], values_[b]);
      return compared(relaxed, code == Code::less ? Code::less_equal : Code::less, values_[b], values_[a]);
    case Code::equal:
    case Code::not_equal:
      return compared(relaxed, (code == Code::equal) == is_so ? Code::equal : Code::not_equal, values_[a],
                      values_[b]);
    default: break;
  }
  const Value zero{.is_whole = true};
  return compared(relaxed, is_so ? Code::not_equal : Code::equal, own, zero);
}

// A bound that is not exact is moved by what roundings can come to.
Part PlannedFormula::below(RelaxedSteps& relaxed, const Value& key, double bound, bool is_strict,
                           bool is_exact) {
  if (!is_exact) bound += (size_of(key) + std::fabs(bound)) * kRounding;
  float high = rounded_up(bound);
  if (key.is_key_whole) {
    high = is_strict && is_exact ? std::ceil(high) - 1 : std::floor(high);
  } else if (is_strict && is_exact) {
    high = std::nextafter(high, -kInfinity);
  }
  return high < key.key_low ? RelaxedSteps::kNever : relaxed.between(key.place, -kInfinity, high);
}

Part PlannedFormula::above(RelaxedSteps& relaxed, const Value& key, double bound, bool is_strict,
                           bool is_exact) {
  if (!is_exact) bound -= (size_of(key) + std::fabs(bound)) * kRounding;
  float low = rounded_down(bound);
  if (key.is_key_whole) {
    low = is_strict && is_exact ? std::floor(low) + 1 : std::ceil(low);
  } else if (is_strict && is_exact) {
    low = std::nextafter(low, kInfinity);
  }
  return low > key.key_high ? RelaxedSteps::kNever : relaxed.between(key.place, low, kInfinity);
}

Part PlannedFormula::compared(RelaxedSteps& relaxed, Code code, const Value& a, const Value& b) const {
  if (a.place == b.place) return RelaxedSteps::kAlways;  // of one key, or of none that is known
  const bool is_a = a.place != kNotFound;
  const Value& key = is_a ? a : b;
  const Value& other = is_a ? b : a;
  const bool is_bare = key.least == 0 && key.most == 0;
  // Exact if whole numbers are subtracted, or if a key itself is compared.
  const bool is_exact = is_bare || (a.is_whole && b.is_whole);
  switch (code) {
    case Code::less:
    case Code::less_equal: {
      const bool is_strict = code == Code::less;
      return is_a ? below(relaxed, key, double{other.high} - key.least, is_strict, is_exact)
                  : above(relaxed, key, double{other.low} - key.most, is_strict, is_exact);
    }
    case Code::equal: {
      const Part least = above(relaxed, key, double{other.low} - key.most, false, is_exact);
      const Part most = below(relaxed, key, double{other.high} - key.least, false, is_exact);
      // One value, which steps may bring about from either side.
      if (is_bare && other.low == other.high && least != RelaxedSteps::kNever && most != RelaxedSteps::kNever)
        return relaxed.between(key.place, other.low, other.low);
      return relaxed.both(least, most);
    }
    default: break;
  }
  const bool is_one = is_bare && other.low == other.high;
  return is_one ? relaxed.other_than(key.place, other.low) : RelaxedSteps::kAlways;
}

void relax_effect(RelaxedSteps& relaxed, const Variable& key, uint32_t place,
                  const PlannedFormula::Value& value, float read) {
  if (!value.is_planned) {
    relaxed.sets(place, read, read);
    return;
  }
  const Interval range = range_of_planned(key);
  const bool is_whole = is_whole_storage(key.storage);
  if (value.place == place && key.storage != Storage::entity) {
    const double rounding = value.is_whole ? 0 : size_of(value) * kRounding;
    float least = rounded_down(value.least - rounding), most = rounded_up(value.most + rounding);
    if (is_whole) least = std::floor(least), most = std::ceil(most);
    relaxed.adds(place, least, most, range.low, range.high);
    return;
  }
  const bool is_known = key.storage != Storage::entity && value.low <= value.high;
  float low = is_known ? std::clamp(value.low, range.low, range.high) : range.low;
  float high = is_known ? std::clamp(value.high, range.low, range.high) : range.high;
  if (is_whole) low = std::floor(low), high = std::ceil(high);
  relaxed.sets(place, low, high);
}

}  // namespace ishi
