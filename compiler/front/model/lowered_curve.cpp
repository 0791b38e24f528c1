#include "model/lowered_curve.h"

namespace ishi::compiler {
namespace {

// The cubic a + u(b + u(c + u·d)), u = x - x0, that runs from (x0, y0) with tangent m0 to (x0 + h, y1) with
// m1.
void add_cubic(std::vector<double>& numbers, double x0, double y0, double m0, double h, double y1,
               double m1) {
  const double slope = (y1 - y0) / h;
  numbers.insert(numbers.end(), {x0, y0, m0, (3 * slope - 2 * m0 - m1) / h, (m0 + m1 - 2 * slope) / (h * h)});
}

}  // namespace

std::vector<double> corner_numbers(const Corners& corners) {
  std::vector<double> numbers;
  for (const auto& corner : corners) numbers.push_back(corner.value.value);
  return numbers;
}

std::vector<double> point_rows(std::span<const CurvePoint> points) {
  std::vector<double> numbers;
  for (size_t i = 0; i < points.size(); ++i) {
    const double x = points[i].x.value.value;
    const double slope = i + 1 < points.size()
                             ? (points[i + 1].y.value - points[i].y.value) / (points[i + 1].x.value.value - x)
                             : 0;
    numbers.insert(numbers.end(), {x, points[i].y.value, slope});
  }
  return numbers;
}

std::vector<double> step_rows(std::span<const CurvePoint> points) {
  std::vector<double> numbers;
  for (const CurvePoint& point : points) numbers.insert(numbers.end(), {point.x.value.value, point.y.value});
  return numbers;
}

// Fritsch & Carlson's monotone cubic with the weighted harmonic mean of Fritsch & Butland (PCHIP).
std::vector<double> smooth_rows(std::span<const CurvePoint> points) {
  const size_t segments = points.size() - 1;
  std::vector<double> h(segments);
  std::vector<double> slope(segments);
  for (size_t i = 0; i < segments; ++i) {
    h[i] = points[i + 1].x.value.value - points[i].x.value.value;
    slope[i] = (points[i + 1].y.value - points[i].y.value) / h[i];
  }
  std::vector<double> tangent(points.size());
  tangent.front() = slope.front();
  tangent.back() = slope.back();
  for (size_t i = 1; i < segments; ++i) {
    if (slope[i - 1] * slope[i] <= 0) continue;
    const double before = 2 * h[i] + h[i - 1];
    const double after = h[i] + 2 * h[i - 1];
    tangent[i] = (before + after) / (before / slope[i - 1] + after / slope[i]);
  }
  std::vector<double> numbers;
  for (size_t i = 0; i < segments; ++i) {
    add_cubic(numbers, points[i].x.value.value, points[i].y.value, tangent[i], h[i], points[i + 1].y.value,
              tangent[i + 1]);
  }
  numbers.insert(numbers.end(), {points.back().x.value.value, points.back().y.value, 0, 0, 0});
  return numbers;
}

void add_key_rows(std::span<const CurveKey> keys, std::vector<double>& numbers) {
  for (size_t i = 0; i + 1 < keys.size(); ++i) {
    add_cubic(numbers, keys[i].at.value.value, keys[i].value.value, keys[i].out.value,
              keys[i + 1].at.value.value - keys[i].at.value.value, keys[i + 1].value.value,
              keys[i + 1].in.value);
  }
  numbers.insert(numbers.end(), {keys.back().at.value.value, keys.back().value.value, 0, 0, 0});
}

}  // namespace ishi::compiler
