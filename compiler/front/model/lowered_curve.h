#pragma once

#include <span>
#include <vector>

#include "ishi/program.h"
#include "model/curve.h"

// A curve lowered for the runtime, in double until it is rounded once. runtime/src/program/curves.inl
// explains the numbers of each kind.

namespace ishi::compiler {

// t = (x - shift) * scale.
struct Line {
  double shift = 0;
  double scale = 1;

  // The line that first maps x by this one and then by (x - next_shift) * next_scale.
  [[nodiscard]] Line then(double next_shift, double next_scale) const {
    return {shift + next_shift / scale, scale * next_scale};
  }
};

struct LoweredCurve {
  CurveKind kind = CurveKind::linear;
  Line line;
  std::vector<double> numbers;
};

// Rows as the runtime has them: points (x, y, slope to the next one), steps (x, y), cubics (x, a, b, c, d)
// through points, which never overshoot, or through keys with their tangents. Corners as they are.
[[nodiscard]] std::vector<double> corner_numbers(const Corners& corners);
[[nodiscard]] std::vector<double> point_rows(std::span<const CurvePoint> points);
[[nodiscard]] std::vector<double> step_rows(std::span<const CurvePoint> points);
[[nodiscard]] std::vector<double> smooth_rows(std::span<const CurvePoint> points);
void add_key_rows(std::span<const CurveKey> keys, std::vector<double>& numbers);

}  // namespace ishi::compiler
