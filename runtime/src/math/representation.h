#pragma once

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

// What the functions of this folder stand on: the bits of floats, their limits, selections that
// compile to masks, and ln 2 in two parts. Errors are stated in ulps (units in the last place of the
// exact result) or relative to it; where a comment says "all floats" each one was measured.
//
// The functions promise the same bits on every machine, so they use only what IEEE 754 fixes to the
// last bit: + - * / and conversions, rounded to nearest, and exact operations on the bits. They need
// an environment that rounds to nearest and does not flush denormals, and -ffp-contract=off. They hold
// no data-dependent branch and call nothing, so that a plain loop over them becomes vector code.
//
// Those of the files *.inl are templates: for one float here, for the lanes of vectors in
// program/lanes.inl, which declares the same helpers as this header for its types.
//
// They are total: the result is finite for all arguments, NaN and the infinities (which the
// language never passes) included. A zero's sign is never looked at; which zero comes out is not
// promised, only that it is the same one everywhere.

#if defined(__FAST_MATH__)
#error "the float contract forbids -ffast-math: results would differ between builds"
#endif

// Before each function of the files *.inl.
#define ISHI_LANEWISE inline

namespace ishi::math {

static_assert(std::numeric_limits<float>::is_iec559 && std::numeric_limits<double>::is_iec559);
static_assert(FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 16,  // 16: widens half floats only
              "intermediate results must not be wider than their type");

inline constexpr float kLargest = FLT_MAX;
inline constexpr float kSmallestNormal = FLT_MIN;

// ln 2 = high + low with an error of 6e-14. `high` has 15 significant bits, so that its product with an
// integer of 8 bits is exact (Cody and Waite, "Software Manual for the Elementary Functions", 1980).
inline constexpr float kLn2High = 0x1.62e4p-1f;
inline constexpr float kLn2Low = 0x1.7f7d1cp-20f;

constexpr uint32_t bits_of(float x) { return std::bit_cast<uint32_t>(x); }
constexpr uint64_t bits_of(double x) { return std::bit_cast<uint64_t>(x); }
constexpr float float_of(uint32_t bits) { return std::bit_cast<float>(bits); }
constexpr double double_of(uint64_t bits) { return std::bit_cast<double>(bits); }

// |x|, exact.
constexpr float absolute(float x) { return float_of(bits_of(x) & 0x7fff'ffffu); }
constexpr double absolute(double x) { return double_of(bits_of(x) & 0x7fff'ffff'ffff'ffffu); }

// A number that is not negative, with the sign of x.
constexpr float with_sign_of(float x, float size) {
  return float_of(bits_of(size) | (bits_of(x) & 0x8000'0000u));
}

// a where the condition holds, else b. By masks, because a ternary may become a branch with the work
// in its arms, and g++ then leaves the loop scalar (it keeps operations that may trap in their branch).
constexpr float select(bool condition, float a, float b) {
  const uint32_t mask = -static_cast<uint32_t>(condition);
  return float_of((bits_of(a) & mask) | (bits_of(b) & ~mask));
}

// The float of an integer with a sign, by its bits; exact below 2^24.
constexpr float to_float(uint32_t bits) { return static_cast<float>(static_cast<int32_t>(bits)); }

// Shifted right by 23 places, with its sign.
constexpr uint32_t shift_with_sign(uint32_t bits) {
  return static_cast<uint32_t>(static_cast<int32_t>(bits) >> 23);
}

constexpr bool is_zero(uint32_t bits) { return bits == 0; }

// a > b ? a : b and a < b ? a : b.
constexpr float higher(float a, float b) { return a > b ? a : b; }
constexpr float lower(float a, float b) { return a < b ? a : b; }

inline float square_root(float x) { return std::sqrt(x); }

// x held in low..high; NaN becomes low.
constexpr float clamp(float x, float low, float high) {
  const float raised = select(x > low, x, low);
  return select(raised < high, raised, high);
}

// x with a magnitude of at most `limit`; NaN becomes one of the limits. (g++ has no vector masks of
// doubles for SSE2, but a lone minimum stays free of branches.)
constexpr double hold_magnitude(double x, double limit) {
  const double size = absolute(x);
  const double held = size < limit ? size : limit;
  return double_of(bits_of(held) | (bits_of(x) & 0x8000'0000'0000'0000u));
}

// x held between the largest finite numbers; exact for finite x. NaN becomes -kLargest.
constexpr float saturate(float x) { return clamp(x, -kLargest, kLargest); }

}  // namespace ishi::math

// What the texts call for one float; for vectors it is found by their type.
#define ISHI_USING_LANEWISE     \
  using ::ishi::math::absolute; \
  using ::ishi::math::bits_of;  \
  using ::ishi::math::clamp;    \
  using ::ishi::math::float_of; \
  using ::ishi::math::higher;   \
  using ::ishi::math::lower;    \
  using ::ishi::math::saturate; \
  using ::ishi::math::select;   \
  using ::ishi::math::square_root
