#include "model/curve_units.h"

namespace ishi::compiler {

Quantity curve_input(const Curve& curve) {
  if (curve.input.given) return curve.input.value.quantity;
  for (const auto* rows : {&curve.points, &curve.smooth, &curve.steps}) {
    if (!rows->value.empty()) return rows->value[0].x.value.quantity;
  }
  for (const auto* corners : {&curve.triangle, &curve.trapezoid}) {
    if (!corners->value.empty()) return corners->value[0].value.quantity;
  }
  if (!curve.keys.value.empty()) return curve.keys.value[0].at.value.quantity;
  return Quantity::number;
}

const UnitRow* curve_input_unit(const Curve& curve) {
  if (curve.input.given) return curve.input.value.unit;
  for (const auto* rows : {&curve.points, &curve.smooth, &curve.steps}) {
    if (!rows->value.empty()) return rows->value.back().x.value.unit;
  }
  for (const auto* corners : {&curve.triangle, &curve.trapezoid}) {
    if (!corners->value.empty()) return corners->value.back().value.unit;
  }
  return curve.keys.value.empty() ? nullptr : curve.keys.value.back().at.value.unit;
}

Quantity curve_output(const Curve& curve) {
  return curve.output.given ? curve.output.value.quantity : Quantity::number;
}

}  // namespace ishi::compiler
