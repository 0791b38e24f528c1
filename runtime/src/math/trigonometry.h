#pragma once

#include "math/representation.h"

// Sine, cosine and the arc tangent. Those of radians go through double: the reduction and the polynomials
// cost about 1e-10, so what remains is the rounding of the result to float.
//
// Sine: x = n pi + r with |r| <= pi/2 and the sign from n's parity, so one polynomial serves: r + r^3 P(r^2),
// five coefficients, relative error 2.4e-11 over |r| <= 1.5708. Cosine: the same with x = (n + 1/2) pi + r.
// Arc tangent: reduced to |t| <= tan(pi/8) by swapping and by atan(t) = pi/4 + atan((t - 1) / (t + 1)),
// then t + t^3 P(t^2), five coefficients, relative error 6.7e-10. All by Remez' exchange, rounded to double.

namespace ishi::math {

namespace detail {

inline constexpr float kFurthestAngle = 0x1p+30f;
// pi = high + low to 2^-77. `high` has 23 significant bits: exact products with integers below 2^30.
inline constexpr double kPiHigh = 0x1.921fb4p+1;
inline constexpr double kPiLow = 0x1.4442d18469899p-23;

// Added to a small number it leaves the nearest integer in the low bits.
inline constexpr double kRoundToInteger = 0x1.8p+52;

// sin r for |r| <= pi/2, negated if the lowest bit of n is set. At most 1 after rounding to float.
inline float signed_sine(double r, uint64_t n) {
  const double z = r * r;
  const double z2 = z * z;
  const double low = -0.1666666662614555 + 0.008333331108423412 * z;
  const double high = -0.00019840868185674087 + 2.752538314792056e-06 * z;
  const double p = low + z2 * (high + z2 * -2.3888886230945803e-08);
  const double sine = r + r * (z * p);
  return static_cast<float>(double_of(bits_of(sine) ^ (n << 63)));
}

}  // namespace detail

// sin x, x in radians, for |x| <= 2^30; 0 beyond, where neighbouring floats are 64 radians apart and more.
// Within -1..1. Error at most 0.504 ulp (all floats), next to the zeros, too, and so 3.0e-8 absolute.
// NaN gives 0.
inline float sin(float x) {
  constexpr double kInversePi = 0x1.45f306dc9c883p-2;
  const double angle = select(absolute(x) <= detail::kFurthestAngle, x, 0.0f);
  const double shifted = angle * kInversePi + detail::kRoundToInteger;
  const double n = shifted - detail::kRoundToInteger;
  const double r = (angle - n * detail::kPiHigh) - n * detail::kPiLow;
  return detail::signed_sine(r, bits_of(shifted));
}

// cos x, x in radians, for |x| <= 2^30; 1 beyond. Within -1..1. Error as of sin (all floats). NaN gives 1.
inline float cos(float x) {
  constexpr double kInversePi = 0x1.45f306dc9c883p-2;
  const double angle = select(absolute(x) <= detail::kFurthestAngle, absolute(x), 0.0f);
  // cos |x| = -sin(|x| - pi/2) = sin r if n is odd, where |x| - pi/2 = n pi + r.
  const double shifted = (angle * kInversePi - 0.5) + detail::kRoundToInteger;
  const double halves = (shifted - detail::kRoundToInteger) + 0.5;
  const double r = (angle - halves * detail::kPiHigh) - halves * detail::kPiLow;
  return detail::signed_sine(r, bits_of(shifted) + 1);
}

#include "math/trigonometry.inl"

// The angle of the point (x, y) from the x axis, in radians, -pi..pi rounded to float; 0 for (0, 0).
// Error at most 0.51 ulp, 6.1e-8 relative (60 million random points). A zero counts as positive whatever its
// sign: atan2(-0, -1) is pi, where IEEE has -pi. A result under the smallest denormal number is 0.
inline float atan2(float y, float x) {
  constexpr float kTanPi8 = 0x1.a8279ap-2f;
  constexpr double kQuarterPi = 0x1.921fb54442d18p-1;
  const float size_y = select(absolute(y) < kLargest, absolute(y), kLargest);
  const float size_x = select(absolute(x) < kLargest, absolute(x), kLargest);
  const bool steep = size_y > size_x;
  const bool left = x < 0.0f;
  const float low = select(steep, size_x, size_y);
  const float high = select(steep, size_y, size_x);
  const bool near_diagonal = low > kTanPi8 * high;

  const double numerator = static_cast<double>(low) - select(near_diagonal, high, 0.0f);
  const double denominator =
      static_cast<double>(select(high > 0.0f, high, 1.0f)) + select(near_diagonal, low, 0.0f);
  const double t = numerator / denominator;
  const double z = t * t;
  const double z2 = z * z;
  const double low_terms = -0.33333315186992885 + 0.1999847140832137 * z;
  const double high_terms = -0.14243531179792954 + 0.10593796745089422 * z;
  const double p = low_terms + z2 * (high_terms + z2 * -0.060781760630978274);
  const double rest = t + t * (z * p);

  // The angle as a whole number of pi/4 and the rest, whose sign turns with each reflection.
  const float octant = select(near_diagonal, 1.0f, 0.0f);
  const float quadrant = select(steep, 2.0f - octant, octant);
  const float half_turn = select(left, 4.0f - quadrant, quadrant);
  const float rest_sign = select(steep != left, -1.0f, 1.0f);
  const float result = static_cast<float>(half_turn * kQuarterPi + rest_sign * rest);
  return select(y < 0.0f, -result, result);
}

}  // namespace ishi::math
