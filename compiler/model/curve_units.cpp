#include "model/curve_units.h"

namespace ishi::compiler {

bool knows_input(const Curve& curve) {
  if (curve.lacks_input || (!curve.input.given && curve.input.span.end != 0)) return false;
  const auto is_lost = [](const auto& rows, const auto& x_of) {
    return rows.span.end != 0 && (rows.value.empty() || !x_of(rows.value.front()).given);
  };
  const auto x_of_point = [](const CurvePoint& point) -> const auto& { return point.x; };
  const auto x_of_corner = [](const Setting<Measure>& corner) -> const auto& { return corner; };
  const auto x_of_key = [](const CurveKey& key) -> const auto& { return key.at; };
  return !is_lost(curve.points, x_of_point) && !is_lost(curve.smooth, x_of_point) &&
         !is_lost(curve.steps, x_of_point) && !is_lost(curve.triangle, x_of_corner) &&
         !is_lost(curve.trapezoid, x_of_corner) && !is_lost(curve.keys, x_of_key);
}

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
