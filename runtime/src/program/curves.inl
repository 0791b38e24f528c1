// The kinds of response curves, one struct each: `y` is the one place where a kind is computed, for one float
// in program/curve.h and for the lanes of vectors in program/machine.cpp. `n` gives the numbers that stand
// beside each kind. A kind that is no template takes lane by lane.

// [offset]: t + offset
struct Linear {
  static constexpr CurveShape shape{1, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return t + n[0]; }
};
// [exponent, slope, offset]: slope * t ^ exponent + offset; t = x - shift
struct Power {
  static constexpr CurveShape shape{3, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return n[1] * curve_power(t, n[0]) + n[2]; }
};
// [inverse]: (e^t - 1) * inverse; t = rate * x, inverse = 1 / (e^rate - 1). A rate of 0 is linear.
struct Exponential {
  static constexpr CurveShape shape{1, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return math::expm1(t) * n[0]; }
};
// []: 1 / (1 + 2^t); t = -slope * (x - midpoint) / ln 2
struct Logistic {
  static constexpr CurveShape shape{0, 0};
  static ISHI_LANEWISE auto y(auto t, const auto&) {
    return 1.0f / (1.0f + math::exp2_near(clamp(t, -125.0f, 125.0f)));
  }
};
// [scale]: 0.5 + scale * ln(c / (1 - c)), c = t held in 0.001..0.999
struct Logit {
  static constexpr CurveShape shape{1, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    const auto c = clamp(t, 0.001f, 0.999f);
    return 0.5f + n[0] * math::log(c / (1.0f - c));
  }
};
// []: 2^(-t²); t = (x - center) / (width * sqrt(2 ln 2))
struct Gaussian {
  static constexpr CurveShape shape{0, 0};
  static ISHI_LANEWISE auto y(auto t, const auto&) { return math::exp2_held(-(t * t)); }
};
// [phase]: 0.5 + 0.5 sin(2π (t + phase)); t = cycles * x
struct Sine {
  static constexpr CurveShape shape{1, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return 0.5f + 0.5f * math::sin_turns(t + n[0]); }
};
// []: c²(3 - 2c), c = t held in 0..1
struct Smoothstep {
  static constexpr CurveShape shape{0, 0};
  static ISHI_LANEWISE auto y(auto t, const auto&) {
    const auto c = clamp(t, 0.0f, 1.0f);
    return c * c * (3.0f - (c + c));
  }
};
// []: 1 from t = 0 on, else 0; t = x - at
struct Step {
  static constexpr CurveShape shape{0, 0};
  static ISHI_LANEWISE auto y(auto t, const auto&) { return select(t >= 0.0f, 1.0f, 0.0f); }
};

// Membership in a fuzzy set that is 1 between b and c and falls to 0 at a and d. Equal corners are a
// vertical edge at the upper value.
template <typename F>
ISHI_LANEWISE F trapezoid(F t, F a, F b, F c, F d) {
  const F rise = (t - a) * (1.0f / select(b > a, b - a, F(1.0f)));
  const F fall = (d - t) * (1.0f / select(d > c, d - c, F(1.0f)));
  const F left = select(t >= b, F(1.0f), select(t <= a, F(0.0f), rise));
  const F right = select(t <= c, F(1.0f), select(t >= d, F(0.0f), fall));
  return lower(left, right);
}

// [a, b, c]
struct Triangle {
  static constexpr CurveShape shape{3, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    return trapezoid<decltype(t)>(t, n[0], n[1], n[1], n[2]);
  }
};
// [a, b, c, d]
struct Trapezoid {
  static constexpr CurveShape shape{4, 0};
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    return trapezoid<decltype(t)>(t, n[0], n[1], n[2], n[3]);
  }
};

// What stands on the row that t falls on: row[0] is its x.
// rows (x, y, slope to the next row): straight lines. The last row's slope is 0.
struct OnPoints {
  static constexpr uint32_t width = 3;
  static ISHI_LANEWISE auto y(auto t, const auto& row) {
    return row[1] + higher(t - row[0], decltype(t)(0.0f)) * row[2];
  }
};
// rows (x, a, b, c, d): cubics a + u(b + u(c + u d)), u = t - x. The last row's b, c and d are 0.
struct OnCubics {
  static constexpr uint32_t width = 5;
  static ISHI_LANEWISE auto y(auto t, const auto& row) {
    const auto u = higher(t - row[0], decltype(t)(0.0f));
    return row[1] + u * (row[2] + u * (row[3] + u * row[4]));
  }
};
// rows (x, y): each y from its x on
struct OnSteps {
  static constexpr uint32_t width = 2;
  static ISHI_LANEWISE auto y(auto, const auto& row) { return row[1]; }
};
