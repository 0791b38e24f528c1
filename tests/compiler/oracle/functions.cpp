#include "compiler/oracle/functions.h"

#include <algorithm>
#include <cmath>

namespace ishi::compiler::oracle {
namespace {

double sign(double x) { return x > 0 ? 1 : x < 0 ? -1 : 0; }

// Functions that have no edge but those of their arguments.
std::optional<double> smooth_function_of(std::string_view name, const std::vector<double>& x) {
  if (name == "min") return *std::ranges::min_element(x);
  if (name == "max") return *std::ranges::max_element(x);
  if (name == "clamp") return clamp(x[0], x[1], x[2]);
  if (name == "lerp") return x[0] + (x[1] - x[0]) * x[2];
  if (name == "abs") return std::abs(x[0]);
  if (name == "exp") return std::exp(x[0]);
  if (name == "sin") return std::sin(x[0]);
  if (name == "cos") return std::cos(x[0]);
  return {};
}

}  // namespace

std::optional<double> function_of(std::string_view name, const std::vector<double>& x,
                                  Arithmetic& arithmetic) {
  const auto normalized = [&](double at, double low, double high) {
    return arithmetic.divide(at - low, high - low);
  };
  if ((name == "sin" || name == "cos") && std::abs(x[0]) > 100) arithmetic.doubt();  // no digits are left
  if (name == "sign" || name == "sqrt" || name == "log") arithmetic.compare(x[0], 0);
  if (name == "sign") return sign(x[0]);
  if (name == "sqrt") return x[0] > 0 ? std::sqrt(x[0]) : 0;
  if (name == "log") return x[0] > 0 ? std::log(x[0]) : 0;
  if (name == "floor") return arithmetic.whole(x[0], std::floor(x[0]));
  if (name == "ceil") return arithmetic.whole(x[0], std::ceil(x[0]));
  if (name == "round") return arithmetic.whole(x[0], std::round(x[0]));
  if (name == "mod") {
    if (x[1] == 0) return 0;
    arithmetic.compare(x[0] / x[1], std::round(x[0] / x[1]));
    return x[0] - x[1] * std::floor(x[0] / x[1]);
  }
  if (name == "norm") return normalized(x[0], x[1], x[2]);
  if (name == "remap") return x[3] + (x[4] - x[3]) * normalized(x[0], x[1], x[2]);
  if (name == "smoothstep") {
    const double t = clamp(normalized(x[2], x[0], x[1]), 0, 1);
    return t * t * (3 - 2 * t);
  }
  return smooth_function_of(name, x);
}

}  // namespace ishi::compiler::oracle
