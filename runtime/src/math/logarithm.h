#pragma once

#include "math/representation.h"

// The natural logarithm.
//
// Method: that of fdlibm (Sun Microsystems, 1993). x = 2^k (1 + f) with 1 + f in sqrt(1/2)..sqrt(2);
// with s = f / (2 + f), log(1 + f) = 2 atanh(s) = 2 s + s R(s^2), summed as f - (f^2/2 - s (f^2/2 + R)),
// which keeps the exact f in front. R: three coefficients, Remez' exchange for the relative error of the
// logarithm over |s| <= 0.17159, rounded to float one by one; error of the polynomial 8.1e-10.

namespace ishi::math {

#include "math/logarithm.inl"

}  // namespace ishi::math
