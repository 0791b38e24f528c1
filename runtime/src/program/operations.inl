// The elementwise operations: for one float in program/operations.h, for the lanes of vectors in
// program/machine.cpp. Those that are no templates reckon in double and take lane by lane. `apply` is the one
// place where an operation's rounding happens; `hull` is what it can give when its operands lie in these
// ranges (for one float alone; program/hulls.h). What is `Total` has a hull for operands that may be NaN,
// too: their ends are infinite.

// 1 where it holds, else 0.
ISHI_LANEWISE float truth(bool holds) { return holds ? 1.0f : 0.0f; }

struct Add : Elementwise<Code::add, 2> {
  static constexpr Text name = "add", form = "{a} + {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a + b; }
  static auto hull(auto a, auto b) { return corners<Add>(a, b); }
};
struct Subtract : Elementwise<Code::subtract, 2> {
  static constexpr Text name = "subtract", form = "{a} - {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a - b; }
  static auto hull(auto a, auto b) { return corners<Subtract>(a, b); }
};
struct Multiply : Elementwise<Code::multiply, 2> {
  static constexpr Text name = "multiply", form = "{a} * {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a * b; }
  static auto hull(auto a, auto b) { return corners<Multiply>(a, b); }
};
struct Divide : Elementwise<Code::divide, 2> {
  static constexpr Text name = "divide", form = "{a} / {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) {
    const auto is_by_zero = b == 0.0f;
    return select(is_by_zero, 0.0f, a / select(is_by_zero, 1.0f, b));
  }
  static auto hull(auto a, auto b) { return divided<Divide>(a, b); }
};
struct Modulo : Elementwise<Code::modulo, 2> {
  static constexpr Text name = "modulo", form = "mod({a}, {b})";
  static float apply(float a, float b) { return math::modulo(a, b); }
  static auto hull(auto a, auto b) { return rest_of<Modulo>(a, b); }
};
struct Power : Elementwise<Code::power, 2> {
  static constexpr Text name = "power", form = "{a} ^ {b}";
  static float apply(float a, float b) { return math::pow(a, b); }
  static auto hull(auto a, auto b) { return raised<Power>(a, b); }
};
struct Minimum : Elementwise<Code::minimum, 2> {
  static constexpr Text name = "minimum", form = "min({a}, {b})";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return lower(a, b); }
  static auto hull(auto a, auto b) { return corners<Minimum>(a, b); }
};
struct Maximum : Elementwise<Code::maximum, 2> {
  static constexpr Text name = "maximum", form = "max({a}, {b})";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return higher(a, b); }
  static auto hull(auto a, auto b) { return corners<Maximum>(a, b); }
};
struct Negate : Elementwise<Code::negate, 1> {
  static constexpr Text name = "negate", form = "-{a}";
  static ISHI_LANEWISE auto apply(auto a) { return -a; }
  static auto hull(auto a) { return Interval{-a.high, -a.low}; }
};
struct Absolute : Elementwise<Code::absolute, 1> {
  static constexpr Text name = "absolute", form = "abs({a})";
  static ISHI_LANEWISE auto apply(auto a) { return absolute(a); }
  static auto hull(auto a) {
    return Interval{a.contains(0) ? 0 : std::min(std::abs(a.low), std::abs(a.high)),
                    std::max(std::abs(a.low), std::abs(a.high))};
  }
};
struct Sign : Elementwise<Code::sign, 1> {
  static constexpr Text name = "sign", form = "sign({a})";
  static ISHI_LANEWISE auto apply(auto a) { return truth(a > 0.0f) - truth(a < 0.0f); }
  static auto hull(auto a) { return rising<Sign>(a); }
};
struct Floor : Elementwise<Code::floor, 1> {
  static constexpr Text name = "floor", form = "floor({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::floor(a); }
  static auto hull(auto a) { return rising<Floor>(a); }
};
struct Ceil : Elementwise<Code::ceil, 1> {
  static constexpr Text name = "ceil", form = "ceil({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::ceil(a); }
  static auto hull(auto a) { return rising<Ceil>(a); }
};
struct Round : Elementwise<Code::round, 1> {
  static constexpr Text name = "round", form = "round({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::round(a); }
  static auto hull(auto a) { return rising<Round>(a); }
};
struct SquareRoot : Elementwise<Code::square_root, 1> {
  static constexpr Text name = "square_root", form = "sqrt({a})";
  static ISHI_LANEWISE auto apply(auto a) { return square_root(higher(a, 0.0f)); }
  static auto hull(auto a) { return rising<SquareRoot>(a); }
};
struct Exponential : Elementwise<Code::exponential, 1> {
  static constexpr Text name = "exponential", form = "exp({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::exp(a); }
  static auto hull(auto a) {
    const auto range = widened(rising<Exponential>(a));
    return Interval{std::max(range.low, 0.0f), range.high};
  }
};
struct Logarithm : Elementwise<Code::logarithm, 1> {
  static constexpr Text name = "logarithm", form = "log({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::log(a); }
  static auto hull(auto a) { return logarithm_of<Logarithm>(a); }
};
struct Sine : Elementwise<Code::sine, 1> {
  static constexpr Text name = "sine", form = "sin({a})";
  static float apply(float a) { return math::sin(a); }
  static auto hull(auto a) { return swinging<Sine>(a, 1.57079632679489661923); }
};
struct Cosine : Elementwise<Code::cosine, 1> {
  static constexpr Text name = "cosine", form = "cos({a})";
  static float apply(float a) { return math::cos(a); }
  static auto hull(auto a) { return swinging<Cosine>(a, 0); }
};
struct ArcTangent : Elementwise<Code::arc_tangent, 2> {
  static constexpr Text name = "arc_tangent", form = "atan2({a}, {b})";
  static float apply(float a, float b) { return math::atan2(a, b); }
  static auto hull(auto a, auto b) { return angle_of<ArcTangent>(a, b); }
};
struct Saturate : Total<Code::saturate, 1> {
  static constexpr Text name = "saturate", form = "saturate({a})";
  static ISHI_LANEWISE auto apply(auto a) { return saturate(a); }
  static auto hull(auto a) { return rising<Saturate>(a); }
};

struct Equal : Total<Code::equal, 2> {
  static constexpr Text name = "equal", form = "{a} == {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a == b); }
  static auto hull(auto a, auto b) { return truth_of(are_same(a, b), are_apart(a, b)); }
};
struct NotEqual : Total<Code::not_equal, 2> {
  static constexpr Text name = "not_equal", form = "{a} != {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a != b); }
  static auto hull(auto a, auto b) { return truth_of(are_apart(a, b), are_same(a, b)); }
};
struct Less : Total<Code::less, 2> {
  static constexpr Text name = "less", form = "{a} < {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a < b); }
  static auto hull(auto a, auto b) { return truth_of(a.high < b.low, a.low >= b.high); }
};
struct LessEqual : Total<Code::less_equal, 2> {
  static constexpr Text name = "less_equal", form = "{a} <= {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a <= b); }
  static auto hull(auto a, auto b) { return truth_of(a.high <= b.low, a.low > b.high); }
};
struct Both : Total<Code::both, 2> {
  static constexpr Text name = "both", form = "{a} and {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, truth(b != 0.0f), 0.0f); }
  static auto hull(auto a, auto b) { return truth_of(is_true(a) && is_true(b), is_false(a) || is_false(b)); }
};
struct Either : Total<Code::either, 2> {
  static constexpr Text name = "either", form = "{a} or {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, 1.0f, truth(b != 0.0f)); }
  static auto hull(auto a, auto b) { return truth_of(is_true(a) || is_true(b), is_false(a) && is_false(b)); }
};
struct Not : Total<Code::not_, 1> {
  static constexpr Text name = "not", form = "not {a}";
  static ISHI_LANEWISE auto apply(auto a) { return truth(a == 0.0f); }
  static auto hull(auto a) { return truth_of(is_false(a), is_true(a)); }
};
struct Select : Total<Code::select, 3> {
  static constexpr Text name = "select", form = "if({a}, {b}, {c})";
  static ISHI_LANEWISE auto apply(auto a, auto b, auto c) { return select(a != 0.0f, b, c); }
  static auto hull(auto a, auto b, auto c) { return is_true(a) ? b : is_false(a) ? c : both_of(b, c); }
};

struct Gate : Total<Code::gate, 2> {
  static constexpr Text name = "gate", form = "{b} when {a}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, b, -HUGE_VALF); }
  static auto hull(auto /*a*/, auto b) { return Interval{-HUGE_VALF, b.high}; }
};

using AllElementwise =
    std::tuple<Add, Subtract, Multiply, Divide, Modulo, Power, Minimum, Maximum, Negate, Absolute, Sign,
               Floor, Ceil, Round, SquareRoot, Exponential, Logarithm, Sine, Cosine, ArcTangent, Saturate,
               Equal, NotEqual, Less, LessEqual, Both, Either, Not, Select, Gate>;
