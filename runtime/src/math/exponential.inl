// The functions of math/exponential.h, for one float as for the lanes of a vector.

namespace detail {

// The least argument whose e^x is not below the smallest normal number, and the greatest whose e^x
// is finite.
inline constexpr float kExpLow = -0x1.5d589ep+6f;
inline constexpr float kExpHigh = 0x1.62e42ep+6f;

template <typename F>
struct ReducedExponent {
  F power_minus_one;             // e^r - 1
  decltype(bits_of(F{})) scale;  // n in the place of a float's exponent, modulo 2^32
};

// x in kExpLow..kExpHigh.
template <typename F>
ISHI_LANEWISE ReducedExponent<F> reduce_exponent(F x) {
  constexpr float kLog2E = 0x1.715476p+0f;
  constexpr float kRound = 0x1.8p+23f;  // added, it leaves the nearest integer in the low bits
  const F shifted = x * kLog2E + kRound;
  const F n = shifted - kRound;
  const F r = (x - n * kLn2High) - n * kLn2Low;
  const F r2 = r * r;
  const F p =
      (0.5f + 0x1.555466p-3f * r) + r2 * ((0x1.5552fep-5f + 0x1.12585ep-7f * r) + r2 * 0x1.6ffd5ap-10f);
  return {r + r2 * p, bits_of(shifted) << 23};
}

}  // namespace detail

// e^x for every x. Relative error at most 8.4e-8 (all floats). Never falls where x rises; exp(0) is 1.
// Above 88.72283 (overflow) it is FLT_MAX, below -87.33654 (a result under the smallest normal number) 0.
// NaN gives 0.
template <typename F>
ISHI_LANEWISE F exp(F x) {
  const auto reduced = detail::reduce_exponent(clamp(x, F(detail::kExpLow), F(detail::kExpHigh)));
  // Adding n to the exponent is exact: the sum stays normal between the two bounds.
  const F result = float_of(bits_of(1.0f + reduced.power_minus_one) + reduced.scale);
  return select(x >= F(detail::kExpLow), select(x <= F(detail::kExpHigh), result, F(kLargest)), F(0.0f));
}

// e^x - 1 for every x, without the cancellation near 0. Relative error at most 1.21e-7 (all floats); a
// denormal x is returned as it is. Never falls where x rises. Above 88.72283 (overflow) it is FLT_MAX,
// far below 0 it is -1. NaN gives -1.
template <typename F>
ISHI_LANEWISE F expm1(F x) {
  constexpr float kLow = -25.0f;  // e^x is far below half an ulp of 1
  const auto reduced = detail::reduce_exponent(clamp(x, F(kLow), F(detail::kExpHigh)));
  // 2^n (e^r - 1) + (2^n - 1), halved on the way because 2^128 is no float.
  const F half_power = float_of(bits_of(0.5f) + reduced.scale);
  const F half = half_power * reduced.power_minus_one + (half_power - 0.5f);
  const F result = select(is_zero(reduced.scale), reduced.power_minus_one, half + half);
  return select(x <= F(detail::kExpHigh), result, select(x > F(0.0f), F(kLargest), F(-1.0f)));
}

// 2^x for |x| <= 126. Relative error at most 1.9e-7 (all floats); exact for every integer. Half the work of
// exp.
//
// 2^f = 1 + f Q(f) of degree 5 for |f| <= 1/2, by Remez' exchange; error of the polynomial 1.12e-7.
template <typename F>
ISHI_LANEWISE F exp2_near(F x) {
  constexpr float kRound = 0x1.8p+23f;
  const F shifted = x + kRound;
  const F f = x - (shifted - kRound);
  const F f2 = f * f;
  const F q = (0.693147f + 0.24022219f * f) + f2 * ((0.055507552f + 0.009672766f * f) + f2 * 0.0013255020f);
  return float_of(bits_of(1.0f + f * q) + (bits_of(shifted) << 23));
}

// The same for any x, held in -126..126; NaN gives the least.
template <typename F>
ISHI_LANEWISE F exp2_held(F x) {
  return exp2_near(clamp(x, F(-126.0f), F(126.0f)));
}
