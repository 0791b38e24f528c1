#include <algorithm>
#include <array>
#include <limits>
#include <tuple>
#include <type_traits>

#include "program/curve.h"
#include "program/operands.h"
#include "program/operations.h"

namespace ishi {

void Operands::prepare(const Chunk& chunk, const Instruction& in, uint32_t count) {
  for (uint32_t k = 0; k < count; ++k) {
    const bool is_shared = (in.constants >> k & 1) != 0;
    if (is_shared) std::fill_n(each[k], kLanes, chunk.shared[in.operands[k]]);
    at[k] = is_shared ? each[k] : chunk.lanes(in.operands[k]);
    step[k] = is_shared ? 0 : 1;
  }
  out = chunk.lanes(in.out);
  lanes = chunk.padded();
}

void run_loop(const Chunk& chunk, const Instruction& in, uint32_t count, void (*loop)(const Operands&)) {
  Operands operands;
  operands.prepare(chunk, in, count);
  loop(operands);
}

void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const CompoundOperands&)) {
  const Compound& compound = chunk.compounds[in.parameter];
  CompoundOperands operands;
  for (uint32_t k = 0; k < compound.factor_count; ++k) operands.factors[k] = chunk.lanes(compound.factors[k]);
  for (uint32_t k = 0; k < compound.term_count; ++k) {
    const Compound::Term& term = compound.terms[k];
    const float weight = term.weight == Compound::kNone ? 1.0f : chunk.shared[term.weight];
    operands.values[k] = chunk.lanes(term.value);
    operands.weights[k] = term.negative ? -weight : weight;
  }
  operands.out = chunk.lanes(in.out);
  operands.lanes = chunk.padded();
  loop(operands);
}

void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const CurveOperands&)) {
  loop({&chunk.binding.curves[in.parameter], chunk.lanes(in.operands[0]), chunk.lanes(in.out), chunk.count});
}

void run_loop(const Chunk& chunk, const Instruction& in, void (*loop)(const RowOperands&)) {
  RowOperands operands;
  operands.curve = &chunk.binding.curves[in.parameter];
  const CurveShape shape = curve_shape(operands.curve->kind);
  const float* number = operands.curve->numbers.values + shape.fixed;
  const float* const end = operands.curve->numbers.values + operands.curve->numbers.count;
  uint32_t row = 0;
  for (; number != end; ++row) {
    for (uint32_t w = 0; w < shape.row; ++w) operands.columns[w][row] = *number++;
  }
  operands.rows = row;
  for (; row < curves::kFewRows; ++row) operands.columns[0][row] = std::numeric_limits<float>::quiet_NaN();
  operands.x = chunk.lanes(in.operands[0]);
  operands.out = chunk.lanes(in.out);
  operands.lanes = chunk.padded();
  loop(operands);
}

template <OperationCode kCode>
void run_by_lanes(const Chunk& chunk, const Instruction& in) {
  using Operation = std::tuple_element_t<static_cast<size_t>(kCode), operations::All>;
  Operands operands;
  operands.prepare(chunk, in, Operation::operands);
  const float* const a = operands.at[0];
  float* __restrict const out = chunk.lanes(in.out);
  if constexpr (Operation::operands == 1) {
    for (size_t i = 0; i < chunk.padded(); ++i) out[i] = Operation::apply(a[i * operands.step[0]]);
  } else {
    const float* const b = operands.at[1];
    for (size_t i = 0; i < chunk.padded(); ++i)
      out[i] = Operation::apply(a[i * operands.step[0]], b[i * operands.step[1]]);
  }
}

namespace {

// The loop of an operation whose `apply` is no template and takes floats alone.
template <typename Operation>
constexpr Instruction::Run by_lanes() {
  if constexpr (requires { typename std::type_identity<decltype(&Operation::apply)>::type; }) {
    return &run_by_lanes<Operation::code>;
  } else {
    return nullptr;
  }
}

template <typename... Operations>
constexpr auto all_by_lanes(std::tuple<Operations...>*) {
  return std::array{by_lanes<Operations>()...};
}

}  // namespace

// Nobody reads this table: naming the loops here instantiates them, for program/machine.cpp links with them.
using ByLanes = std::array<Instruction::Run, std::tuple_size_v<operations::AllElementwise>>;
extern const ByLanes kLoopsByLanes;
constexpr ByLanes kLoopsByLanes = all_by_lanes(static_cast<operations::AllElementwise*>(nullptr));

void run_curve_by_lanes(const Chunk& chunk, const Instruction& in) {
  const curves::Curve& curve = chunk.binding.curves[in.parameter];
  const float* const x = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  for (size_t i = 0; i < chunk.count; ++i) out[i] = curves::evaluate(curve, x[i]);
}

}  // namespace ishi
