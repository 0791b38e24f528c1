#include <algorithm>
#include <tuple>

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

template void run_by_lanes<OperationCode::modulo>(const Chunk&, const Instruction&);
template void run_by_lanes<OperationCode::power>(const Chunk&, const Instruction&);
template void run_by_lanes<OperationCode::sine>(const Chunk&, const Instruction&);
template void run_by_lanes<OperationCode::cosine>(const Chunk&, const Instruction&);
template void run_by_lanes<OperationCode::arc_tangent>(const Chunk&, const Instruction&);

void run_curve_by_lanes(const Chunk& chunk, const Instruction& in) {
  const curves::Curve& curve = chunk.binding.curves[in.parameter];
  const float* const x = chunk.lanes(in.operands[0]);
  float* const out = chunk.lanes(in.out);
  for (size_t i = 0; i < chunk.count; ++i) out[i] = curves::evaluate(curve, x[i]);
}

}  // namespace ishi
