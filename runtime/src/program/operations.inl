// The elementwise operations: for one float in program/operations.h, for the lanes of vectors in
// program/machine.cpp. Those that are no templates reckon in double and take lane by lane.

// 1 where it holds, else 0.
ISHI_LANEWISE float truth(bool holds) { return holds ? 1.0f : 0.0f; }

struct Add : Elementwise<Code::add, 2> {
  static constexpr Text name = "add", form = "{a} + {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a + b; }
};
struct Subtract : Elementwise<Code::subtract, 2> {
  static constexpr Text name = "subtract", form = "{a} - {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a - b; }
};
struct Multiply : Elementwise<Code::multiply, 2> {
  static constexpr Text name = "multiply", form = "{a} * {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return a * b; }
};
struct Divide : Elementwise<Code::divide, 2> {
  static constexpr Text name = "divide", form = "{a} / {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) {
    const auto is_by_zero = b == 0.0f;
    return select(is_by_zero, 0.0f, a / select(is_by_zero, 1.0f, b));
  }
};
struct Modulo : Elementwise<Code::modulo, 2> {
  static constexpr Text name = "modulo", form = "mod({a}, {b})";
  static float apply(float a, float b) { return math::modulo(a, b); }
};
struct Power : Elementwise<Code::power, 2> {
  static constexpr Text name = "power", form = "{a} ^ {b}";
  static float apply(float a, float b) { return math::pow(a, b); }
};
struct Minimum : Elementwise<Code::minimum, 2> {
  static constexpr Text name = "minimum", form = "min({a}, {b})";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return lower(a, b); }
};
struct Maximum : Elementwise<Code::maximum, 2> {
  static constexpr Text name = "maximum", form = "max({a}, {b})";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return higher(a, b); }
};
struct Negate : Elementwise<Code::negate, 1> {
  static constexpr Text name = "negate", form = "-{a}";
  static ISHI_LANEWISE auto apply(auto a) { return -a; }
};
struct Absolute : Elementwise<Code::absolute, 1> {
  static constexpr Text name = "absolute", form = "abs({a})";
  static ISHI_LANEWISE auto apply(auto a) { return absolute(a); }
};
struct Sign : Elementwise<Code::sign, 1> {
  static constexpr Text name = "sign", form = "sign({a})";
  static ISHI_LANEWISE auto apply(auto a) { return truth(a > 0.0f) - truth(a < 0.0f); }
};
struct Floor : Elementwise<Code::floor, 1> {
  static constexpr Text name = "floor", form = "floor({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::floor(a); }
};
struct Ceil : Elementwise<Code::ceil, 1> {
  static constexpr Text name = "ceil", form = "ceil({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::ceil(a); }
};
struct Round : Elementwise<Code::round, 1> {
  static constexpr Text name = "round", form = "round({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::round(a); }
};
struct SquareRoot : Elementwise<Code::square_root, 1> {
  static constexpr Text name = "square_root", form = "sqrt({a})";
  static ISHI_LANEWISE auto apply(auto a) { return square_root(higher(a, 0.0f)); }
};
struct Exponential : Elementwise<Code::exponential, 1> {
  static constexpr Text name = "exponential", form = "exp({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::exp(a); }
};
struct Logarithm : Elementwise<Code::logarithm, 1> {
  static constexpr Text name = "logarithm", form = "log({a})";
  static ISHI_LANEWISE auto apply(auto a) { return math::log(a); }
};
struct Sine : Elementwise<Code::sine, 1> {
  static constexpr Text name = "sine", form = "sin({a})";
  static float apply(float a) { return math::sin(a); }
};
struct Cosine : Elementwise<Code::cosine, 1> {
  static constexpr Text name = "cosine", form = "cos({a})";
  static float apply(float a) { return math::cos(a); }
};
struct ArcTangent : Elementwise<Code::arc_tangent, 2> {
  static constexpr Text name = "arc_tangent", form = "atan2({a}, {b})";
  static float apply(float a, float b) { return math::atan2(a, b); }
};
struct Saturate : Elementwise<Code::saturate, 1> {
  static constexpr Text name = "saturate", form = "saturate({a})";
  static ISHI_LANEWISE auto apply(auto a) { return saturate(a); }
};

struct Equal : Elementwise<Code::equal, 2> {
  static constexpr Text name = "equal", form = "{a} == {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a == b); }
};
struct NotEqual : Elementwise<Code::not_equal, 2> {
  static constexpr Text name = "not_equal", form = "{a} != {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a != b); }
};
struct Less : Elementwise<Code::less, 2> {
  static constexpr Text name = "less", form = "{a} < {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a < b); }
};
struct LessEqual : Elementwise<Code::less_equal, 2> {
  static constexpr Text name = "less_equal", form = "{a} <= {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return truth(a <= b); }
};
struct Both : Elementwise<Code::both, 2> {
  static constexpr Text name = "both", form = "{a} and {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, truth(b != 0.0f), 0.0f); }
};
struct Either : Elementwise<Code::either, 2> {
  static constexpr Text name = "either", form = "{a} or {b}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, 1.0f, truth(b != 0.0f)); }
};
struct Not : Elementwise<Code::not_, 1> {
  static constexpr Text name = "not", form = "not {a}";
  static ISHI_LANEWISE auto apply(auto a) { return truth(a == 0.0f); }
};
struct Select : Elementwise<Code::select, 3> {
  static constexpr Text name = "select", form = "if({a}, {b}, {c})";
  static ISHI_LANEWISE auto apply(auto a, auto b, auto c) { return select(a != 0.0f, b, c); }
};

struct Gate : Elementwise<Code::gate, 2> {
  static constexpr Text name = "gate", form = "{b} when {a}";
  static ISHI_LANEWISE auto apply(auto a, auto b) { return select(a != 0.0f, b, -HUGE_VALF); }
};

using AllElementwise =
    std::tuple<Add, Subtract, Multiply, Divide, Modulo, Power, Minimum, Maximum, Negate, Absolute, Sign,
               Floor, Ceil, Round, SquareRoot, Exponential, Logarithm, Sine, Cosine, ArcTangent, Saturate,
               Equal, NotEqual, Less, LessEqual, Both, Either, Not, Select, Gate>;
