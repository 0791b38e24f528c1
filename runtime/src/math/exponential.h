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

#include "math/exponential.inl"

}  // namespace ishi::math
