#include <array>
#include <tuple>

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
  if constexpr (Operation::operands == 1) {
    return Operation::apply(a);
  } else if constexpr (Operation::operands == 2) {
    return Operation::apply(a, b);
  } else {
    return Operation::apply(a, b, c);
  }
}

template <typename... Operations>
constexpr auto make_references(std::tuple<Operations...>*) {
  operations::OfElementwise<Reference> references;
  (references.set(Operations::code, &call<Operations>), ...);
  return references;
}

constexpr auto kReferences = make_references(static_cast<operations::AllElementwise*>(nullptr));

}  // namespace

float evaluate_operation(OperationCode code, float a, float b, float c) {
  const Reference reference = kReferences[code];
  return reference == nullptr ? 0.0f : reference(a, b, c);
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
