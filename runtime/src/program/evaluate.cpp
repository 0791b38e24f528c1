#include <array>
#include <utility>

#include "ishi/program.h"
#include "program/curve.h"
#include "program/operations.h"

// The scalar reference of every operation and curve, called by the constant folder, by `explain` and
// for everything that is not computed for each agent.

namespace ishi {
namespace {

using Reference = float (*)(float a, float b, float c);

template <typename Operation>
float call(float a, float b, float c) {
  if constexpr (!operations::kIsElementwise<Operation>) {
    return 0.0f;
  } else if constexpr (Operation::operands == 1) {
    return Operation::apply(a);
  } else if constexpr (Operation::operands == 2) {
    return Operation::apply(a, b);
  } else {
    return Operation::apply(a, b, c);
  }
}

template <size_t... kIndex>
constexpr std::array<Reference, kOperationCount> make_references(std::index_sequence<kIndex...>) {
  return {&call<std::tuple_element_t<kIndex, operations::All>>...};
}

constexpr auto kReferences = make_references(std::make_index_sequence<kOperationCount>());

}  // namespace

float evaluate_operation(OperationCode code, float a, float b, float c) {
  return kReferences[static_cast<uint32_t>(code)](a, b, c);
}

CurveShape curve_shape(CurveKind kind) {
  return curves::visit(kind, [](auto of_kind) { return decltype(of_kind)::shape; });
}

float evaluate_curve(const CurveView& curve, float x) {
  const curves::Curve whole{
      curve.kind,
      curves::frame_of(curve.clamped, curve.shift, curve.scale, curve.output_scale, curve.output_shift),
      {curve.numbers.data(), static_cast<uint32_t>(curve.numbers.size())}};
  return curves::evaluate(whole, x);
}

float curves::evaluate(const Curve& curve, float x) {
  return visit(curve.kind, [&](auto of_kind) { return evaluate<decltype(of_kind)>(curve, x); });
}

}  // namespace ishi
