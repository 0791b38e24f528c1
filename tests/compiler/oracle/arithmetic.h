#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

// The arithmetic of the second evaluator of scores.

namespace ishi::compiler::oracle {

inline constexpr double kLargest = std::numeric_limits<float>::max();

inline double clamp(double x, double low, double high) { return std::min(std::max(x, low), high); }

// Calculates in double precision, and notes where a number was so close to an edge that single precision
// may fall on the other side of it.
class Arithmetic {
 public:
  [[nodiscard]] bool is_fragile() const { return is_fragile_; }

  // Notes that something hangs on what is fragile already.
  void doubt() { is_fragile_ = true; }

  // Notes when two numbers are nearly the same, so that float and double may order them differently.
  void compare(double a, double b) {
    const double scale = std::max({1.0, std::abs(a), std::abs(b)});
    if (std::abs(a - b) < 1e-4 * scale) is_fragile_ = true;
  }

  double divide(double a, double b) {
    if (b != 0 && std::abs(b) < 1e-4 * std::max(1.0, std::abs(a))) is_fragile_ = true;
    return b == 0 ? 0 : a / b;
  }

  double power(double a, double b) {
    if (std::abs(a) < 1e-4 && a != 0) is_fragile_ = true;
    if (a == 0) return b == 0 ? 1 : 0;
    if (a < 0 && b != std::floor(b)) return 0;
    return std::pow(a, b);
  }

  // `result`, which x was rounded to.
  double whole(double x, double result) {
    compare(x, std::round(x));
    compare(x, std::floor(x) + 0.5);
    return result;
  }

 private:
  bool is_fragile_ = false;
};

}  // namespace ishi::compiler::oracle
