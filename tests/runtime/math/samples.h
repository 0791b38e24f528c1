#pragma once

#include <array>
#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

// Arguments for the tests of the runtime's mathematics, the same on every machine, and the measure of
// an error against a result in long double.

namespace ishi::math_tests {

// The n-th of a fixed sequence of random-looking numbers (the finaliser of SplitMix64).
inline uint64_t random_bits(uint64_t n) {
  uint64_t z = (n + 1) * 0x9e37'79b9'7f4a'7c15u;
  z = (z ^ (z >> 30)) * 0xbf58'476d'1ce4'e5b9u;
  z = (z ^ (z >> 27)) * 0x94d0'49bb'1331'11ebu;
  return z ^ (z >> 31);
}

inline constexpr float kInfinity = std::numeric_limits<float>::infinity();
inline constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
inline constexpr float kSmallest = std::numeric_limits<float>::denorm_min();

// Finite numbers at which something changes.
inline constexpr std::array kSpecialNumbers = {
    0.0f,        kSmallest, FLT_MIN - kSmallest,
    FLT_MIN,     1e-20f,    0x1p-24f,
    0.25f,       0.5f,      0x1.fep-1f,
    0.99999994f, 1.0f,      1.00000012f,
    1.5f,        2.0f,      3.0f,
    3.14159274f, 87.33654f, 87.33655f,
    88.72283f,   88.72284f, 8388607.5f,
    0x1p+23f,    0x1p+24f,  0x1p+30f,
    0x1p+31f,    0x1p+32f,  0x1p+63f,
    1e38f,       FLT_MAX,
};

// Calls visit(x) for floats of one sign in rising order of magnitude: of every exponent, denormal numbers
// included, `count` mantissas, one from each of `count` equal parts.
template <typename Visit>
void for_each_magnitude(uint32_t count, bool negative, Visit visit) {
  const uint32_t part = (1u << 23) / count;
  for (uint32_t exponent = 0; exponent < 255; ++exponent) {
    for (uint32_t i = 0; i < count; ++i) {
      const auto offset = static_cast<uint32_t>(random_bits(exponent * count + i) % part);
      const uint32_t bits = (exponent << 23) | (i * part + offset);
      visit(std::bit_cast<float>(bits | (negative ? 0x8000'0000u : 0u)));
    }
  }
}

// Calls visit(x) for finite floats of both signs and the special numbers.
template <typename Visit>
void for_each_float(uint32_t count, Visit visit) {
  for_each_magnitude(count, false, visit);
  for_each_magnitude(count, true, visit);
  for (const float x : kSpecialNumbers) {
    visit(x);
    visit(-x);
  }
}

// The distance between neighbouring floats at x; below the normal numbers that of the denormal ones.
inline long double ulp_at(long double x) {
  if (x == 0) return kSmallest;
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::ldexp(1.0L, exponent - 24 < -149 ? -149 : exponent - 24);
}

// The greatest errors seen, and where.
class WorstError {
 public:
  void consider(float at, float result, long double exact) {
    const long double error = std::abs(result - exact);
    keep(ulps_, at_ulps_, at, error / ulp_at(exact));
    if (std::abs(exact) >= FLT_MIN) keep(relative_, at_relative_, at, error / std::abs(exact));
  }

  [[nodiscard]] double ulps() const { return static_cast<double>(ulps_); }
  [[nodiscard]] double relative() const { return static_cast<double>(relative_); }
  [[nodiscard]] float at_ulps() const { return at_ulps_; }
  [[nodiscard]] float at_relative() const { return at_relative_; }

 private:
  static void keep(long double& worst, float& at_worst, float at, long double error) {
    if (error <= worst || std::isnan(worst)) return;  // a NaN stays, and fails every bound
    worst = error;
    at_worst = at;
  }

  long double ulps_ = 0;
  long double relative_ = 0;
  float at_ulps_ = 0;
  float at_relative_ = 0;
};

}  // namespace ishi::math_tests
