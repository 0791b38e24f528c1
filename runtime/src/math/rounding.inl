// The exact functions of math/rounding.h, for one float as for the lanes of a vector.

namespace detail {

inline constexpr float kNoFraction = 0x1p+23f;

// The integer nearest to x, halves going to the even one, for 0 <= x < 2^23.
template <typename F>
ISHI_LANEWISE F nearest_of_small(F x) {
  return (x + kNoFraction) - kNoFraction;
}

}  // namespace detail

// The greatest integer <= x.
template <typename F>
ISHI_LANEWISE F floor(F x) {
  const F nearest = with_sign_of(x, detail::nearest_of_small(absolute(x)));
  const F result = select(nearest > x, nearest - 1.0f, nearest);
  return select(absolute(x) < F(detail::kNoFraction), result, saturate(x));
}

// The least integer >= x.
template <typename F>
ISHI_LANEWISE F ceil(F x) {
  const F nearest = with_sign_of(x, detail::nearest_of_small(absolute(x)));
  const F result = select(nearest < x, nearest + 1.0f, nearest);
  return select(absolute(x) < F(detail::kNoFraction), result, saturate(x));
}

// The nearest integer; halves go away from zero.
template <typename F>
ISHI_LANEWISE F round(F x) {
  const F size = absolute(x);
  const F nearest = detail::nearest_of_small(size);
  const F result = select(size - nearest == F(0.5f), nearest + 1.0f, nearest);
  return select(size < F(detail::kNoFraction), with_sign_of(x, result), saturate(x));
}
