#pragma once

#include "math/representation.h"

// Rounding to integers, and the remainder that belongs to floor. The first three are exact: from 2^23 on a
// float has no fraction, and below, adding 2^23 rounds it to an integer. (No conversions to int and back:
// with -fno-trapping-math g++ makes one truncation of the two, which changes the sign of a zero.)

namespace ishi::math {

#include "math/rounding.inl"

// a - b floor(a / b): the remainder with the sign of b, in [0, b) or (b, 0]; 0 where b is 0. It is the
// exact remainder, rounded once; the number next to b where that would round to b. Where |a / b| is
// above about 2^50, it is 0.
inline float modulo(float a, float b) {
  constexpr double kFurthest = 0x1p+50;
  constexpr double kRound = 0x1.8p+52;        // added, it leaves the nearest integer
  constexpr double kRoundCoarse = 0x1.8p+77;  // the same for multiples of 2^25
  const float size = absolute(b);
  const double divisor = size;
  const double dividend = select(b < 0.0f, -a, a);
  const double quotient = hold_magnitude(dividend / divisor, kFurthest);
  const bool in_reach = absolute(static_cast<float>(quotient)) < static_cast<float>(kFurthest);
  // The nearest multiple of b is taken off in two parts, each a product of at most 53 bits, so that every
  // step is exact; what is left is a float (as the remainder of IEEE 754 is).
  const double n = (quotient + kRound) - kRound;
  const double n_high = (n + kRoundCoarse) - kRoundCoarse;
  const float nearest = static_cast<float>((dividend - n_high * divisor) - (n - n_high) * divisor);
  const float remainder = select(nearest < 0.0f, nearest + size, nearest);
  const float below = select(remainder < size, remainder, float_of(bits_of(size) - 1));
  return select(in_reach, select(b < 0.0f, -below, below), 0.0f);
}

}  // namespace ishi::math
