#pragma once

#include "math/representation.h"

// e^x and e^x - 1.
//
// Method: Cody and Waite's reduction x = n ln 2 + r with |r| <= ln 2 / 2, then one polynomial of
// degree 6 for e^r - 1 whose first two coefficients are exact, so that both functions are right near
// 0 and e^0 is 1. The others (the third came out as 0.5): Remez' exchange for the relative error of e^r
// on [-0.34661, 0.34661], each rounded to float before the next was fitted; error of the polynomial 4.7e-9.
// Degree 5 would cost up to 1.2e-7 before any other rounding, and e^0 would not be 1.

namespace ishi::math {

namespace detail {

// The least argument whose e^x is not below the smallest normal number, and the greatest whose e^x
// is finite.
inline constexpr float kExpLow = -0x1.5d589ep+6f;
inline constexpr float kExpHigh = 0x1.62e42ep+6f;

struct ReducedExponent {
  float power_minus_one;  // e^r - 1
  uint32_t scale;         // n in the place of a float's exponent, modulo 2^32
};

// x in kExpLow..kExpHigh.
inline ReducedExponent reduce_exponent(float x) {
  constexpr float kLog2E = 0x1.715476p+0f;
  constexpr float kRound = 0x1.8p+23f;  // added, it leaves the nearest integer in the low bits
  const float shifted = x * kLog2E + kRound;
  const float n = shifted - kRound;
  const float r = (x - n * kLn2High) - n * kLn2Low;
  const float r2 = r * r;
  const float p =
      (0.5f + 0x1.555466p-3f * r) + r2 * ((0x1.5552fep-5f + 0x1.12585ep-7f * r) + r2 * 0x1.6ffd5ap-10f);
  return {r + r2 * p, bits_of(shifted) << 23};
}

}  // namespace detail

// e^x for every x. Relative error at most 8.4e-8 (all floats). Never falls where x rises; exp(0) is 1.
// Above 88.72283 (overflow) it is FLT_MAX, below -87.33654 (a result under the smallest normal number) 0.
// NaN gives 0.
inline float exp(float x) {
  const detail::ReducedExponent reduced =
      detail::reduce_exponent(clamp(x, detail::kExpLow, detail::kExpHigh));
  // Adding n to the exponent is exact: the sum stays normal between the two bounds.
  const float result = float_of(bits_of(1.0f + reduced.power_minus_one) + reduced.scale);
  return select(x >= detail::kExpLow, select(x <= detail::kExpHigh, result, kLargest), 0.0f);
}

// e^x - 1 for every x, without the cancellation near 0. Relative error at most 1.21e-7 (all floats); a
// denormal x is returned as it is. Never falls where x rises. Above 88.72283 (overflow) it is FLT_MAX,
// far below 0 it is -1. NaN gives -1.
inline float expm1(float x) {
  constexpr float kLow = -25.0f;  // e^x is far below half an ulp of 1
  const detail::ReducedExponent reduced = detail::reduce_exponent(clamp(x, kLow, detail::kExpHigh));
  // 2^n (e^r - 1) + (2^n - 1), halved on the way because 2^128 is no float.
  const float half_power = float_of(bits_of(0.5f) + reduced.scale);
  const float half = half_power * reduced.power_minus_one + (half_power - 0.5f);
  const float result = select(reduced.scale == 0, reduced.power_minus_one, half + half);
  return select(x <= detail::kExpHigh, result, select(x > 0.0f, kLargest, -1.0f));
}

}  // namespace ishi::math
