#include "lower/curve_data.h"

#include <utility>

#include "language/curve_kinds.h"

namespace ishi::compiler {

CurveData lower_curve(const Curve& curve) {
  Line x;
  if (curve.input.given) {
    const Bounds& input = curve.input.value;
    x = {input.low, 1 / (input.high - input.low)};
  }
  const LoweredCurve lowered = row_of(curve).lower(curve, x);

  double low = curve.output.given ? curve.output.value.low : 0;
  double high = curve.output.given ? curve.output.value.high : 1;
  if (curve.invert.value) std::swap(low, high);  // 1 - y, then low..high, is y mapped to high..low

  CurveData data;
  data.kind = lowered.kind;
  data.clamped = curve.clamp.value;
  data.shift = static_cast<float>(lowered.line.shift);
  data.scale = static_cast<float>(lowered.line.scale);
  data.output_scale = static_cast<float>(high - low);
  data.output_shift = static_cast<float>(low);
  for (const double number : lowered.numbers) data.numbers.push_back(static_cast<float>(number));
  return data;
}

}  // namespace ishi::compiler
