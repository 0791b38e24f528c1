#include "language/curve_units.h"

#include <algorithm>

#include "language/curve_kinds.h"

namespace ishi::compiler {

namespace {

// True if a place on x is written in a unit.
bool measures_along_input(Curve curve) {
  return std::ranges::any_of(row_of(curve).numbers, [&](const CurveNumber& number) {
    return number.along_input != nullptr && number.along_input(curve).written.quantity != Quantity::number;
  });
}

}  // namespace

bool knows_input(const Curve& curve) {
  if (!curve.input.given && (curve.input.span.end != 0 || measures_along_input(curve))) return false;
  if (!lists_x(curve)) return true;
  const ListedX all = listed_x(curve);
  return !all.empty() && all.front()->given;
}

Quantity curve_input(const Curve& curve) {
  if (curve.input.given) return curve.input.value.quantity;
  const ListedX all = listed_x(curve);
  return all.empty() ? Quantity::number : all.front()->value.quantity;
}

const UnitRow* curve_input_unit(const Curve& curve) {
  if (curve.input.given) return curve.input.value.unit;
  const ListedX all = listed_x(curve);
  return all.empty() ? nullptr : all.back()->value.unit;
}

Quantity curve_output(const Curve& curve) {
  return curve.output.given ? curve.output.value.quantity : Quantity::number;
}

}  // namespace ishi::compiler
