#pragma once

#include "math/exponential.h"
#include "math/representation.h"

// x^y as 2^(y log2 |x|), through double so that the large exponents lose nothing.
//
// log2: x = 2^k m with m in sqrt(1/2)..sqrt(2); s = (m - 1) / (m + 1); log2 m = s P(s^2), six coefficients,
// relative error 2.7e-14 over |s| <= 0.17159. 2^f: 1 + f Q(f) of degree 8, relative error 1.1e-12 over
// |f| <= 0.50001. Both by Remez' exchange, rounded to double. Together they cost up to 4e-12 of the result,
// less than 1/10,000 of a float's ulp. Even and odd terms are summed apart, which shortens the chain of
// operations that each wait for the one before.

namespace ishi::math {

namespace detail {

// log2 x for a positive, normal, finite double; finite for every other argument. Relative error 3e-14.
inline double log2_of(double x) {
  constexpr uint64_t kRootHalf = 0x3fe6'a09e'667f'3bcd;  // the bits of sqrt(1/2)
  constexpr uint64_t kTwoTo52 = bits_of(0x1p+52);
  const uint64_t bits = bits_of(x) + (bits_of(1.0) - kRootHalf);
  // An integer below 2^52 in the low bits of 2^52: the conversion that SSE2 lacks.
  const double k = double_of((bits >> 52) | kTwoTo52) - (0x1p+52 + 1023.0);
  const double m = double_of((bits & 0x000f'ffff'ffff'ffffu) + kRootHalf);
  const double s = (m - 1.0) / (m + 1.0);
  const double z = s * s;
  const double z2 = z * z;
  const double low = 2.88539008177785 + 0.9617966941134767 * z;
  const double middle = 0.5770779423202872 + 0.4122092573199465 * z;
  const double high = 0.31990547841068306 + 0.2829034875957698 * z;
  return k + s * (low + z2 * (middle + z2 * high));
}

// 2^x for x held in -200..200. Relative error 1.2e-12; exact for an integer.
inline double exp2_of(double x) {
  constexpr double kRound = 0x1.8p+52;  // leaves the nearest integer in the low bits
  const double held = hold_magnitude(x, 200.0);
  const double shifted = held + kRound;
  const double f = held - (shifted - kRound);
  const double f2 = f * f;
  const double q0 = 0.6931471805412296 + 0.2402265069474244 * f;
  const double q2 = 0.05550410959240356 + 0.009618129558883283 * f;
  const double q4 = 0.0013333434147203994 + 0.00015403098258188718 * f;
  const double q6 = 1.5314211803881867e-05 + 1.3344187540943262e-06 * f;
  const double q = (q0 + f2 * q2) + (f2 * f2) * (q4 + f2 * q6);
  return double_of(bits_of(1.0 + f * q) + (bits_of(shifted) << 52));
}

}  // namespace detail

// x^y. Error at most 0.5001 ulp (40 million random pairs), denormal results included. Fixed cases: x^0 is 1
// (0^0 too), x^1 is x, x^2 is x * x, x^3 is x * x * x (rounded twice), x^0.5 is the root as sqrt rounds it;
// powers of two are exact. 0^y is 0 for every y but 0, negative ones too (1/0 is 0 in this language).
// A negative x with a fractional y gives 0; with an odd integer y the sign is x's. Overflow gives FLT_MAX
// with that sign, underflow 0.
inline float pow(float x, float y) {
  constexpr float kAllEven = 0x1p+24f;  // from here on every float is an even number
  const double base = absolute(x);
  const double power = detail::exp2_of(static_cast<double>(y) * detail::log2_of(base));
  const float magnitude = static_cast<float>(power);  // infinite above FLT_MAX, until the end

  const float small_y = select(absolute(y) < kAllEven, y, 0.0f);
  const int32_t integer_y = static_cast<int32_t>(small_y);
  const bool fractional = static_cast<float>(integer_y) != small_y;
  const float odd_or_even = select((integer_y & 1) != 0, -magnitude, magnitude);
  const float of_negative = select(fractional, 0.0f, odd_or_even);

  // For y = 0.5 one Newton step takes the error from 1e-12 to under 2^-52. No root of a float lies within
  // 2^-50 (relative) of the middle between two floats, so this rounds as sqrt does. (A call of std::sqrt
  // keeps loops scalar wherever it may set errno.)
  const double residue = base - power * power;
  const float root = static_cast<float>(power + residue * (0.5f / magnitude));

  float result = select(x > 0.0f, magnitude, select(x < 0.0f, of_negative, 0.0f));
  result = select(y == 0.5f, select(x > 0.0f, root, 0.0f), result);
  result = select(y == 1.0f, x, result);
  result = select(y == 2.0f, x * x, result);
  result = select(y == 3.0f, x * x * x, result);
  result = select(y == 0.0f, 1.0f, result);
  return saturate(result);
}

#include "math/power.inl"

// x^y as response curves take it: what math::pow gives, but with an error of up to 1.9e-7 absolute for x from
// 0 to 1 and y that is neither below 0 nor one of its fixed cases.
inline float curve_power(float x, float y) {
  const bool is_fixed = y == 0.5f || y == 1.0f || y == 2.0f || y == 3.0f;
  if (is_fixed || y < 0.0f || !detail::is_of_unit(x)) return pow(x, y);
  return detail::unit_power(x, y);
}

}  // namespace ishi::math
