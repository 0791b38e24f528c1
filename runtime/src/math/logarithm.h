#pragma once

#include "math/representation.h"

// The natural logarithm.
//
// Method: that of fdlibm (Sun Microsystems, 1993). x = 2^k (1 + f) with 1 + f in sqrt(1/2)..sqrt(2);
// with s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2 s + s R(s^2), summed as f - (f^2/2 - s (f^2/2 + R)),
// which keeps the exact f in front. R: three coefficients, Remez' exchange for the relative error of the
// logarithm over |s| <= 0.17159, rounded to float one by one; error of the polynomial 8.1e-10.

namespace ishi::math {

// ln x for x > 0, denormal numbers included; 0 for x <= 0. Relative error at most 8.2e-8 (all floats).
// Never falls where x > 0 rises; log(1) is 0. The result lies in -103.3..88.73. Infinity gives 88.73, NaN 0.
inline float log(float x) {
  constexpr float kDenormalScale = 0x1p+25f;
  constexpr uint32_t kOne = bits_of(1.0f);
  constexpr uint32_t kRootHalf = 0x3f35'04f3;  // the bits of sqrt(1/2)
  const bool denormal = x < kSmallestNormal;
  const uint32_t bits = bits_of(x * select(denormal, kDenormalScale, 1.0f)) + (kOne - kRootHalf);
  const float exponent = static_cast<float>(static_cast<int32_t>(bits >> 23));
  const float k = exponent - select(denormal, 127.0f + 25.0f, 127.0f);
  const float f = float_of((bits & 0x007f'ffffu) + kRootHalf) - 1.0f;
  const float s = f / (2.0f + f);
  const float z = s * s;
  float p = 0x1.31e0dap-2f;
  p = p * z + 0x1.995ed4p-2f;
  p = p * z + 0x1.55557ap-1f;
  const float half_square = 0.5f * f * f;
  const float tail = s * (half_square + z * p) + k * kLn2Low;
  const float result = k * kLn2High + (f - (half_square - tail));
  return select(x > 0.0f, result, 0.0f);
}

}  // namespace ishi::math
