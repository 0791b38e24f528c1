// The function of turns of math/trigonometry.h, for one float as for the lanes of a vector.

// sin(2 pi t): t in turns. The reduction is exact, so that a large t is as good as a small one: integers
// and halves give 0, quarters 1 and -1; 0 from 2^20 turns on. Within -1..1. Error at most 1.7e-7 absolute
// (all floats). NaN gives 0.
//
// t = n / 2 + r with |r| <= 1/4, the sign from n's parity: r P(r^2), five coefficients by Remez' exchange,
// relative error 2.9e-8.
template <typename F>
ISHI_LANEWISE F sin_turns(F t) {
  constexpr float kFurthest = 0x1p+20f;
  constexpr float kRound = 0x1.8p+23f;
  const F turns = select(absolute(t) < kFurthest, t, 0.0f);
  const F shifted = (turns + turns) + kRound;
  const F r = turns - 0.5f * (shifted - kRound);
  const F z = r * r;
  const F z2 = z * z;
  const F p = (6.2831855f - 41.341766f * z) + z2 * ((81.608635f - 76.72798f * z) + z2 * 40.87591f);
  const F sine = clamp(r * p, -1.0f, 1.0f);
  return float_of(bits_of(sine) ^ (bits_of(shifted) << 31));
}
