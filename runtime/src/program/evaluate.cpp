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

float no_value(float, float, float) { return 0.0f; }

template <typename Operation>
float call(float a, float b, float c) {
  if constexpr (Operation::operands == 1) {
    return Operation::apply(a);
  } else if constexpr (Operation::operands == 2) {
    return Operation::apply(a, b);
  } else {
    return Operation::apply(a, b, c);
  }
}

template <typename Operation>
constexpr Reference reference_of() {
  if constexpr (operations::kIsElementwise<Operation>) return &call<Operation>;
  return &no_value;
}

template <size_t... kIndex>
constexpr std::array<Reference, kOperationCount> make_references(std::index_sequence<kIndex...>) {
  return {reference_of<std::tuple_element_t<kIndex, operations::All>>()...};
}

constexpr auto kReferences = make_references(std::make_index_sequence<kOperationCount>());

}  // namespace

float evaluate_operation(OperationCode code, float a, float b, float c) {
  return kReferences[static_cast<uint32_t>(code)](a, b, c);
}

namespace curves {
namespace {

template <typename... Kinds>
constexpr std::array<CurveShape, kCurveKindCount> make_shapes(std::tuple<Kinds...>*) {
  return {Kinds::shape...};
}

template <typename... Kinds>
constexpr std::array<float (*)(const Curve&, float), kCurveKindCount> make_evaluations(
    std::tuple<Kinds...>*) {
  return {&evaluate<Kinds>...};
}

constexpr auto kShapes = make_shapes(static_cast<All*>(nullptr));
constexpr auto kEvaluations = make_evaluations(static_cast<All*>(nullptr));

}  // namespace

float evaluate(const Curve& curve, float x) {
  return kEvaluations[static_cast<size_t>(curve.kind)](curve, x);
}

}  // namespace curves

CurveShape curve_shape(CurveKind kind) { return curves::kShapes[static_cast<size_t>(kind)]; }

float evaluate_curve(const CurveView& curve, float x) { return curves::evaluate(curves::curve_of(curve), x); }

}  // namespace ishi
