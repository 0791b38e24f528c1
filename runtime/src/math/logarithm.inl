// The functions of math/logarithm.h, for one float as for the lanes of a vector.

// ln x for x > 0, denormal numbers included; 0 for x <= 0. Relative error at most 8.2e-8 (all floats).
// Never falls where x > 0 rises; log(1) is 0. The result lies in -103.3..88.73. Infinity gives 88.73, NaN 0.
template <typename F>
ISHI_LANEWISE F log(F x) {
  constexpr float kDenormalScale = 0x1p+25f;
  constexpr uint32_t kOne = bits_of(1.0f);
  constexpr uint32_t kRootHalf = 0x3f35'04f3;  // the bits of sqrt(1/2)
  const auto denormal = x < F(kSmallestNormal);
  const auto bits = bits_of(x * select(denormal, F(kDenormalScale), F(1.0f))) + (kOne - kRootHalf);
  const F exponent = to_float(bits >> 23);
  const F k = exponent - select(denormal, F(127.0f + 25.0f), F(127.0f));
  const F f = float_of((bits & 0x007f'ffffu) + kRootHalf) - 1.0f;
  const F s = f / (2.0f + f);
  const F z = s * s;
  F p = F(0x1.31e0dap-2f);
  p = p * z + 0x1.995ed4p-2f;
  p = p * z + 0x1.55557ap-1f;
  const F half_square = 0.5f * f * f;
  const F tail = s * (half_square + z * p) + k * kLn2Low;
  const F result = k * kLn2High + (f - (half_square - tail));
  return select(x > F(0.0f), result, F(0.0f));
}
