#include "lower/program_builder.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "lower/program_layout.h"

namespace ishi::compiler {
namespace {

uint32_t& operand(LoweredOperation& operation, uint8_t index) {
  return index == 0 ? operation.a : index == 1 ? operation.b : operation.c;
}

}  // namespace

size_t ProgramBuilder::KeyHash::operator()(const Key& key) const {
  uint64_t hash = static_cast<uint64_t>(key.code) + 0x9e3779b97f4a7c15ULL;
  for (const uint32_t part : {key.a, key.b, key.c, key.parameter}) {
    hash = (hash ^ part) * 0xff51afd7ed558ccdULL;
    hash ^= hash >> 32;
  }
  return hash;
}

Ref ProgramBuilder::add(const LoweredOperation& given, uint8_t operands, ishi::Scope scope, Interval range,
                        bool unique) {
  LoweredOperation operation = given;
  Domain joined = Domain::constant;
  for (uint8_t i = 0; i < operands; ++i) joined = join(joined, nodes_[operand(operation, i)].domain);
  const Domain domain = ishi::domain_of(operation.code, joined, scope);
  for (uint8_t i = 0; i < operands; ++i) {
    uint32_t& place = operand(operation, i);
    if (may_read(operation.code, domain, nodes_[place].domain)) continue;
    place = add({OperationCode::spread, place, 0, 0, 0, 0}, 1, ishi::Scope::agent, nodes_[place].range);
  }
  const Key key{operation.code, operation.a, operation.b, operation.c, operation.parameter};
  if (!unique) {
    const auto found = known_.find(key);
    if (found != known_.end()) return found->second;
  }
  const auto ref = static_cast<Ref>(nodes_.size());
  nodes_.push_back({operation, operands, domain, range});
  if (!unique) known_.emplace(key, ref);
  return ref;
}

Ref ProgramBuilder::constant(float value) {
  if (value == 0) value = 0;  // one zero
  return add({OperationCode::constant, 0, 0, 0, 0, std::bit_cast<uint32_t>(value)}, 0, ishi::Scope::agent,
             {value, value});
}

float ProgramBuilder::value_of(Ref ref) const {
  return std::bit_cast<float>(nodes_[ref].operation.parameter);
}

Ref ProgramBuilder::source(OperationCode code, uint32_t parameter, Interval range, ishi::Scope scope) {
  return add({code, 0, 0, 0, 0, parameter}, 0, scope, range);
}

Ref ProgramBuilder::level_after(uint32_t motive, Ref change) {
  return add({OperationCode::level_after, change, 0, 0, 0, motive}, 1, ishi::Scope::agent, {0, 1});
}

Ref ProgramBuilder::of_entity(OperationCode code, Ref row, uint32_t parameter, Interval range) {
  return add({code, row, 0, 0, 0, parameter}, 1, ishi::Scope::agent, range);
}

Ref ProgramBuilder::of_member(OperationCode code, Ref member, uint32_t parameter, Interval range) {
  return add({code, member, 0, 0, 0, parameter}, 1, ishi::Scope::agent, range);
}

Ref ProgramBuilder::reduce_members(OperationCode code, Ref value, Ref each, Ref none, Interval range) {
  const bool is_sum = code == OperationCode::sum_of;
  return saturated(add({code, value, each, is_sum ? 0 : none, 0, 0}, is_sum ? uint8_t{2} : uint8_t{3},
                       ishi::Scope::agent, range));
}

Ref ProgramBuilder::choose(OperationCode code, Ref score, Ref each, uint32_t choice, Interval range) {
  return add({code, score, each, 0, 0, choice}, 2, ishi::Scope::agent, range);
}

Ref ProgramBuilder::own(Ref value) {
  if (domain_of(value) >= Domain::agent) return value;
  return add({OperationCode::spread, value, 0, 0, 0, 0}, 1, ishi::Scope::agent, range_of(value));
}

Ref ProgramBuilder::saturated(Ref ref) {
  const Interval range = nodes_[ref].range;
  if (std::isfinite(range.low) && std::isfinite(range.high)) return ref;
  const Interval held{std::max(range.low, -kLargest), std::min(range.high, kLargest)};
  return add({OperationCode::saturate, ref, 0, 0, 0, 0}, 1, ishi::Scope::agent, held);
}

Ref ProgramBuilder::apply(OperationCode code, Ref a) {
  if (is_constant(a))
    return constant(
        evaluate_operation(OperationCode::saturate, evaluate_operation(code, value_of(a), 0, 0), 0, 0));
  if (code == OperationCode::absolute && range_of(a).low >= 0) return a;
  return saturated(
      add({code, a, 0, 0, 0, 0}, 1, ishi::Scope::agent, range_of_operation(code, range_of(a), {}, {})));
}

// An operand that the operation gives back unchanged, or a constant that it always gives.
Ref ProgramBuilder::simplify(OperationCode code, Ref a, Ref b) const {
  const auto is = [&](Ref ref, float value) { return is_constant(ref) && value_of(ref) == value; };
  switch (code) {
    case OperationCode::add: return is(b, 0) ? a : is(a, 0) ? b : kNoRef;
    case OperationCode::subtract: return is(b, 0) ? a : kNoRef;
    case OperationCode::multiply: return is(b, 1) || is(a, 0) ? a : is(a, 1) || is(b, 0) ? b : kNoRef;
    case OperationCode::divide: return is(b, 1) || is(b, 0) ? (is(b, 1) ? a : b) : kNoRef;
    case OperationCode::power: return is(b, 1) ? a : kNoRef;
    case OperationCode::minimum:
      return a == b || range_of(a).high <= range_of(b).low ? a
             : range_of(b).high <= range_of(a).low         ? b
                                                           : kNoRef;
    case OperationCode::maximum:
      return a == b || range_of(a).low >= range_of(b).high ? a
             : range_of(b).low >= range_of(a).high         ? b
                                                           : kNoRef;
    case OperationCode::both: return a == b || is(b, 1) || is(a, 0) ? a : is(a, 1) || is(b, 0) ? b : kNoRef;
    case OperationCode::either: return a == b || is(b, 0) || is(a, 1) ? a : is(a, 0) || is(b, 1) ? b : kNoRef;
    default: return kNoRef;
  }
}

Ref ProgramBuilder::apply(OperationCode code, Two operands) {
  const auto [a, b] = operands;
  if (is_constant(a) && is_constant(b)) {
    return constant(evaluate_operation(OperationCode::saturate,
                                       evaluate_operation(code, value_of(a), value_of(b), 0), 0, 0));
  }
  const Ref same = simplify(code, a, b);
  if (same != kNoRef) return same;
  Interval range = range_of_operation(code, range_of(a), range_of(b), {});
  if (code == OperationCode::multiply && a == b)
    range.low = range_of(a).contains(0) ? 0 : std::max(range.low, 0.0F);  // a square
  return saturated(add({code, a, b, 0, 0, 0}, 2, ishi::Scope::agent, range));
}

Ref ProgramBuilder::apply(OperationCode code, Three operands) {
  const auto [a, b, c] = operands;
  if (code == OperationCode::select) {
    if (is_constant(a)) return value_of(a) != 0 ? b : c;
    if (b == c) return b;
  }
  return add({code, a, b, c, 0, 0}, 3, ishi::Scope::agent,
             range_of_operation(code, range_of(a), range_of(b), range_of(c)));
}

Ref ProgramBuilder::curve(uint32_t index, Ref x) {
  const CurveView view = curves_[index].view();
  if (is_constant(x)) {
    folded_curves_.push_back(index);
    return constant(evaluate_operation(OperationCode::saturate, evaluate_curve(view, value_of(x)), 0, 0));
  }
  Interval range{-kInfinity, kInfinity};
  if (view.clamped) {
    const float first = 0.0F * view.output_scale + view.output_shift;
    const float last = 1.0F * view.output_scale + view.output_shift;
    range = {std::min(first, last), std::max(first, last)};
  }
  return saturated(add({OperationCode::curve, x, 0, 0, 0, index}, 1, ishi::Scope::agent, range));
}

Ref ProgramBuilder::clamp(Ref x, float low, float high) {
  return apply(OperationCode::minimum, {apply(OperationCode::maximum, {x, constant(low)}), constant(high)});
}

Ref ProgramBuilder::reduce(OperationCode code, std::vector<Ref> values) {
  for (size_t half = std::bit_ceil(values.size()) / 2; half > 0; half /= 2) {
    for (size_t i = 0; i < half && i + half < values.size(); ++i)
      values[i] = apply(code, {values[i], values[i + half]});
    values.resize(std::min(values.size(), half));
  }
  return values[0];
}

Ref ProgramBuilder::to_agents(Ref value) {
  if (is_constant(value) || domain_of(value) >= Domain::agent) return value;
  return add({OperationCode::spread, value, 0, 0, 0, 0}, 1, ishi::Scope::agent, range_of(value));
}

Ref ProgramBuilder::gate(Ref condition, Ref score) {
  // A score is each agent's, or each of its candidates'.
  if (is_shared_member(domain_of(score))) score = to_agents(score);
  return add({OperationCode::gate, condition, score, 0, 0, 0}, 2, ishi::Scope::agent,
             range_of_operation(OperationCode::gate, range_of(condition), range_of(score), {}), true);
}

Ref ProgramBuilder::result(Ref value) {
  // An agent's own value stays what it is when it is saturated, for it is finite.
  const OperationCode code =
      domain_of(value) >= Domain::agent ? OperationCode::saturate : OperationCode::spread;
  return add({code, value, 0, 0, 0, 0}, 1, ishi::Scope::agent, range_of(value), true);
}

std::vector<LoweredOperation> ProgramBuilder::finish(std::span<Ref* const> roots,
                                                     std::vector<Interval>* ranges) {
  return ProgramLayout(*this).write(roots, ranges);
}

}  // namespace ishi::compiler
