// The power of math/power.h that response curves take, for one float as for the lanes of a vector.

namespace detail {

// True if x^y is within reach of unit_power: x is 0 or a normal number up to 1. (y must not be below 0.)
template <typename F>
ISHI_LANEWISE auto is_of_unit(F x) {
  return ((x >= kSmallestNormal) & (x <= 1.0f)) | (x == 0.0f);
}

// x^y for x of the unit and y >= 0: 2^(y log2 x). Error at most 1.9e-7 absolute; 1 for x = 1 and for y = 0, 0
// for x = 0 and y > 0.
//
// log2: x = 2^k (1 + f) with 1 + f in sqrt(1/2)..sqrt(2); log2(1 + f) = f P(f) of degree 9, by Remez'
// exchange, relative error 2.7e-8.
template <typename F>
ISHI_LANEWISE F unit_power(F x, F y) {
  constexpr uint32_t kRootHalf = 0x3f35'04f3;  // the bits of sqrt(1/2)
  const auto k = shift_with_sign(bits_of(x) - kRootHalf);
  const F f = float_of(bits_of(x) - (k << 23)) - 1.0f;
  const F f2 = f * f;
  const F f4 = f2 * f2;
  const F p0 = 1.442695f - 0.7213473f * f;
  const F p2 = 0.48091063f - 0.36070368f * f;
  const F p4 = 0.28791624f - 0.23894483f * f;
  const F p6 = 0.21571574f - 0.2072698f * f;
  const F p = (p0 + f2 * p2) + f4 * ((p4 + f2 * p6) + f4 * 0.12583677f);
  const F power = exp2_near(higher(y * (to_float(k) + f * p), F(-126.0f)));
  return select(x == 0.0f, select(y == 0.0f, F(1.0f), F(0.0f)), power);
}

}  // namespace detail
