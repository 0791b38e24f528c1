#include <algorithm>
#include <array>
#include <utility>

#include "program/curve.h"
#include "program/kernels.h"
#include "program/operations.h"

namespace ishi::kernels {
namespace {

using Run = Instruction::Run;

constexpr uint32_t kLargestMask = 7;  // of three operands
constexpr uint32_t kFewRows = 8;      // of a curve: more are searched

template <typename Operation, uint32_t kConstants>
void loop(float* __restrict out, const float* __restrict a, const float* __restrict b,
          const float* __restrict c, size_t lanes) {
  constexpr auto at = [](uint32_t operand, size_t i) { return (kConstants >> operand & 1) != 0 ? 0 : i; };
  constexpr int kOperands = operations::count_operands(Operation::apply);
  for (size_t i = 0; i < lanes; ++i) {
    if constexpr (kOperands == 1) {
      out[i] = Operation::apply(a[at(0, i)]);
    } else if constexpr (kOperands == 2) {
      out[i] = Operation::apply(a[at(0, i)], b[at(1, i)]);
    } else {
      out[i] = Operation::apply(a[at(0, i)], b[at(1, i)], c[at(2, i)]);
    }
  }
}

template <typename Operation, uint32_t kConstants>
void run(const Chunk& chunk, const Instruction& instruction) {
  const auto operand = [&](uint32_t i) {
    const uint32_t index = instruction.operands[i];
    return (kConstants >> i & 1) != 0 ? chunk.shared + index : chunk.lanes(index);
  };
  loop<Operation, kConstants>(chunk.lanes(instruction.out), operand(0), operand(1), operand(2),
                              chunk.padded());
}

template <typename Operation, uint32_t kConstants>
constexpr Run run_of() {
  if constexpr (operations::kIsElementwise<Operation>) {
    constexpr uint32_t kAll = (1u << operations::count_operands(Operation::apply)) - 1;
    if constexpr (kConstants < kAll) return &run<Operation, kConstants>;
  }
  return nullptr;
}

using Variants = std::array<Run, kLargestMask>;

template <typename Operation, uint32_t... kConstants>
constexpr Variants variants_of(std::integer_sequence<uint32_t, kConstants...>) {
  return {run_of<Operation, kConstants>()...};
}

template <size_t... kIndex>
constexpr std::array<Variants, kOperationCount> make_kernels(std::index_sequence<kIndex...>) {
  return {variants_of<std::tuple_element_t<kIndex, operations::All>>(
      std::make_integer_sequence<uint32_t, kLargestMask>())...};
}

constexpr auto kKernels = make_kernels(std::make_index_sequence<kOperationCount>());

// x ^ 2, the power that designers write most: what math::pow gives for this exponent, without its cost.
struct Square {
  static constexpr CurveShape shape = curves::Power::shape;
  static float y(float t, curves::Numbers n) { return n.values[1] * math::saturate(t * t) + n.values[2]; }
};

// The frame and the numbers are values of their own: of what the curve points at the compiler would think
// that writing lanes could change it, and read it again for each.
template <typename Kind, bool kClamped>
void curve_loop(float* __restrict out, const float* __restrict x, curves::Frame frame,
                curves::Numbers numbers, size_t lanes) {
  for (size_t i = 0; i < lanes; ++i) out[i] = curves::evaluate<Kind, kClamped>(frame, numbers, x[i]);
}

// A curve of rows alone, of which there are few. Each lane keeps the values of the last row whose x is not
// above it: vector code, where a search would be branches that nobody could foresee.
template <typename Kind, bool kClamped>
void rows_loop(float* __restrict out, const float* __restrict x, curves::Frame frame, curves::Numbers numbers,
               size_t lanes) {
  constexpr uint32_t kWidth = Kind::shape.row;
  alignas(64) float t[kChunkRows];
  alignas(64) float rows[kWidth][kChunkRows];
  lanes = lanes / kLanes * kLanes;  // as it is: no loop then needs code for what is left over
  for (size_t i = 0; i < lanes; ++i) t[i] = (x[i] - frame.shift) * frame.scale;
  for (uint32_t w = 0; w < kWidth; ++w) std::fill_n(rows[w], lanes, numbers.values[w]);
  for (uint32_t first = kWidth; first < numbers.count; first += kWidth) {
    const float begin = numbers.values[first];
    for (uint32_t w = 0; w < kWidth; ++w) {
      const float value = numbers.values[first + w];
      for (size_t i = 0; i < lanes; ++i) rows[w][i] = begin <= t[i] ? value : rows[w][i];
    }
  }
  for (size_t i = 0; i < lanes; ++i) {
    float row[kWidth];
    for (uint32_t w = 0; w < kWidth; ++w) row[w] = rows[w][i];
    out[i] = curves::framed<kClamped>(frame, Kind::on(row, t[i]));
  }
}

template <typename Kind, bool kClamped>
void run_curve(const Chunk& chunk, const Instruction& instruction) {
  const curves::Curve& curve = chunk.binding.curves[instruction.parameter];
  if constexpr (Kind::shape.row != 0 && Kind::shape.fixed == 0) {
    if (curve.numbers.count <= kFewRows * Kind::shape.row) {
      rows_loop<Kind, kClamped>(chunk.lanes(instruction.out), chunk.lanes(instruction.operands[0]),
                                curves::frame_of(curve), curve.numbers, chunk.padded());
      return;
    }
  }
  float fixed[4] = {};
  curves::Numbers numbers = curve.numbers;
  if constexpr (Kind::shape.row == 0) {
    for (uint32_t i = 0; i < Kind::shape.fixed; ++i) fixed[i] = numbers.values[i];
    numbers.values = fixed;
  }
  curve_loop<Kind, kClamped>(chunk.lanes(instruction.out), chunk.lanes(instruction.operands[0]),
                             curves::frame_of(curve), numbers, chunk.padded());
}

template <typename Kind>
Run curve_of(bool clamped) {
  return clamped ? &run_curve<Kind, true> : &run_curve<Kind, false>;
}

}  // namespace

Run elementwise(OperationCode code, uint32_t constants) {
  return kKernels[static_cast<uint32_t>(code)][constants];
}

Run curve(const curves::Curve& curve) {
  if (curve.kind == CurveKind::power && curve.numbers.values[0] == 2.0f)
    return curve_of<Square>(curve.clamped);
  return curves::visit(curve.kind, [&](auto of_kind) { return curve_of<decltype(of_kind)>(curve.clamped); });
}

}  // namespace ishi::kernels
