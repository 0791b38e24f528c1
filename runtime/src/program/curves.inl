// The kinds of response curves, one struct each. A struct says all that there is to say of its kind, and
// `All` lists them: every table and loop follows from that (program/curve.h says what the members mean). This
// text is compiled for one float in program/curve.h and for the lanes of vectors in program/machine.cpp. `n`
// gives the numbers that stand beside each kind. A kind whose `y` is no template takes lane by lane.

// [offset]: t + offset
struct Linear : OfKind<CurveKind::linear, 1> {
  static constexpr bool is_light = true;
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return t + n[0]; }
  static bool is_exact(const auto&, const Interval&) { return true; }
};

// Powers whose exponent makes them exact.
template <typename Of>
struct ExactPower {
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return n[1] * Of::of(t) + n[2]; }
};
struct Itself {
  static ISHI_LANEWISE auto of(auto t) { return t; }
};
struct Root {
  static ISHI_LANEWISE auto of(auto t) { return square_root(higher(t, 0.0f)); }
};
struct Squared {
  static ISHI_LANEWISE auto of(auto t) { return saturate(t * t); }
};
struct Cubed {
  static ISHI_LANEWISE auto of(auto t) { return saturate(t * t * t); }
};

// [exponent, slope, offset]: slope * t ^ exponent + offset; t = x - shift
struct Power : OfKind<CurveKind::power, 3> {
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return n[1] * curve_power(t, n[0]) + n[2]; }
  // Lanes take what is of the unit alone.
  static ISHI_LANEWISE auto is_for_lanes(auto t) { return math::detail::is_of_unit(t); }
  static CurveLoop loop(const auto& n) {
    if (n[0] == 0.5f) return CurveLoop::square_root;
    if (n[0] == 1.0f) return CurveLoop::identity_power;
    if (n[0] == 2.0f) return CurveLoop::square;
    if (n[0] == 3.0f) return CurveLoop::cube;
    return n[0] >= 0.0f ? own_loop(kind) : CurveLoop::by_lanes;
  }
  static constexpr bool has_bare_loop = true;
  static ISHI_LANEWISE auto bare(auto t, const auto& n) { return curve_power(t, n[0]); }
  static bool is_bare(const auto& n) { return n[1] == 1.0f && n[2] == 0.0f; }
  // A negative power of 0 is 0, but of what is just above it there is none greater.
  static void turns(const auto& n, const Interval& t, auto&& add) {
    if (t.low < 0) {
      add(-HUGE_VAL);
      add(HUGE_VAL);
    } else if (t.low == 0 && t.high > 0 && n[0] < 0) {
      add(y(std::numeric_limits<float>::denorm_min(), n));
    }
  }
  static double greatest_part(const auto& n) { return std::abs(double{n[1]}) + std::abs(double{n[2]}); }
};

// [inverse]: (e^t - 1) * inverse; t = rate * x, inverse = 1 / (e^rate - 1). A rate of 0 is linear.
struct Exponential : OfKind<CurveKind::exponential, 1> {
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return math::expm1(t) * n[0]; }
};

// []: 1 / (1 + 2^t); t = -slope * (x - midpoint) / ln 2
struct Logistic : OfKind<CurveKind::logistic, 0> {
  static constexpr Within within = Within::unit;
  static constexpr bool has_bare_loop = true;
  static ISHI_LANEWISE auto y(auto t, const auto&) {
    return 1.0f / (1.0f + math::exp2_near(clamp(t, -125.0f, 125.0f)));
  }
};

// [scale]: 0.5 + scale * ln(c / (1 - c)), c = t held in 0.001..0.999; t = x - shift
struct Logit : OfKind<CurveKind::logit, 1> {
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    const auto c = clamp(t, 0.001f, 0.999f);
    return 0.5f + n[0] * math::log(c / (1.0f - c));
  }
};

// []: 2^(-t²); t = (x - center) / (width * sqrt(2 ln 2))
struct Gaussian : OfKind<CurveKind::gaussian, 0> {
  static constexpr Within within = Within::unit;
  static ISHI_LANEWISE auto y(auto t, const auto&) { return math::exp2_held(-(t * t)); }
  static void turns(const auto&, const Interval& t, auto&& add) {
    if (t.contains(0)) add(1);
  }
};

// [phase]: 0.5 + 0.5 sin(2π (t + phase)); t = cycles * x
struct Sine : OfKind<CurveKind::sine, 1> {
  static constexpr Within within = Within::unit;
  static ISHI_LANEWISE auto y(auto t, const auto& n) { return 0.5f + 0.5f * math::sin_turns(t + n[0]); }
  // Crests and troughs a quarter and three quarters into each turn, rounded as the curve rounds them.
  static void turns(const auto& n, const Interval& t, auto&& add) {
    const double first = t.low + n[0], last = t.high + n[0];
    if (std::ceil(first - 0.25) <= last - 0.25) add(1);
    if (std::ceil(first - 0.75) <= last - 0.75) add(0);
  }
};

// []: c²(3 - 2c), c = t held in 0..1
struct Smoothstep : OfKind<CurveKind::smoothstep, 0> {
  static constexpr Within within = Within::unit;
  static constexpr bool has_bare_loop = true;
  static ISHI_LANEWISE auto y(auto t, const auto&) {
    const auto c = clamp(t, 0.0f, 1.0f);
    return c * c * (3.0f - (c + c));
  }
  static bool is_exact(const auto&, const Interval& t) { return t.high <= 0 || t.low >= 1; }
};

// []: 1 from t = 0 on, else 0; t = x - at
struct Step : OfKind<CurveKind::step, 0> {
  static constexpr Within within = Within::unit;
  static constexpr bool is_light = true;
  static ISHI_LANEWISE auto y(auto t, const auto&) { return select(t >= 0.0f, 1.0f, 0.0f); }
  static bool is_exact(const auto&, const Interval&) { return true; }
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
struct Triangle : OfKind<CurveKind::triangle, 3> {
  static constexpr bool is_light = true;
  static constexpr Fixed fixed = Fixed::rising;
  static constexpr Within within = Within::nearly_unit;
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    return trapezoid<decltype(t)>(t, n[0], n[1], n[1], n[2]);
  }
  static void turns(const auto& n, const Interval& t, auto&& add) {
    if (t.contains(n[1])) add(1);
  }
  static bool is_exact(const auto&, const Interval&) { return true; }
};

// [a, b, c, d]
struct Trapezoid : OfKind<CurveKind::trapezoid, 4> {
  static constexpr bool is_light = true;
  static constexpr Fixed fixed = Fixed::rising;
  static constexpr Within within = Within::nearly_unit;
  static ISHI_LANEWISE auto y(auto t, const auto& n) {
    return trapezoid<decltype(t)>(t, n[0], n[1], n[2], n[3]);
  }
  static void turns(const auto& n, const Interval& t, auto&& add) {
    if (t.low <= n[2] && n[1] <= t.high) add(1);
  }
  static bool is_exact(const auto&, const Interval&) { return true; }
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

struct Points : OnRows<CurveKind::points, 0, OnPoints> {
  static void turns(const auto& n, const Interval& t, auto&& add) { add_rows_within<Points>(n, t, add); }
  static bool is_exact(const auto& n, const Interval& t) { return is_flat(n, t); }
  static double greatest_part(const auto& n) { return greatest_of_rows<Points>(n); }
};

struct Smooth : OnRows<CurveKind::smooth, 0, OnCubics> {
  static void turns(const auto& n, const Interval& t, auto&& add) { add_turns_of_cubics<Smooth>(n, t, add); }
  static double greatest_part(const auto& n) { return greatest_of_rows<Smooth>(n); }
};

// [before, after] and rows of cubics; `before` and `after` are a Beyond each.
struct Keys : OnRows<CurveKind::keys, 2, OnCubics> {
  static constexpr Fixed fixed = Fixed::modes;
  static float y(float t, const auto& n) { return on_rows<OnCubics>(n, 2, brought_inside(t, n)); }
  static CurveLoop loop(const auto& n) {
    const auto hold = static_cast<float>(Beyond::hold);
    const bool holds = n[0] == hold && n[1] == hold;
    return holds ? loop_of_rows<Keys>(n) : CurveLoop::by_lanes;
  }
  // Beyond its ends it may begin anew: then it gives whatever it gives anywhere.
  static Interval asked(const auto& n, const Interval& t) {
    const float first = n[2], last = n[n.count - 5];
    const bool repeats = (t.low < first && n[0] != 0) || (t.high > last && n[1] != 0);
    return repeats ? Interval{first, last} : t;
  }
  static void turns(const auto& n, const Interval& t, auto&& add) { add_turns_of_cubics<Keys>(n, t, add); }
  static double greatest_part(const auto& n) { return greatest_of_rows<Keys>(n); }
};

struct Steps : OnRows<CurveKind::steps, 0, OnSteps> {
  static void turns(const auto& n, const Interval& t, auto&& add) { add_rows_within<Steps>(n, t, add); }
  static bool is_exact(const auto&, const Interval&) { return true; }
};

// In the order of CurveKind.
using All = std::tuple<Linear, Power, Exponential, Logistic, Logit, Gaussian, Sine, Smoothstep, Step,
                       Triangle, Trapezoid, Points, Smooth, Keys, Steps>;
