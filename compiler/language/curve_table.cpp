#include <array>

#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/curve.h"

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

constexpr std::array kEndWords = {"hold"sv, "repeat"sv, "mirror"sv};

constexpr std::array kLinearFields = {
    field<&LinearCurve::slope>("slope", number(), "how steep it is"),
    field<&LinearCurve::shift>("shift", along_input(), "moves it to the right"),
    field<&LinearCurve::offset>("offset", number(), "moves it up"),
};
constexpr std::array kPowerFields = {
    field<&PowerCurve::exponent>("exponent", number(), "2 rises late, 0.5 rises early").short_form(),
    field<&PowerCurve::slope>("slope", number(), "multiplies the power: how high it rises from x = 0 to 1"),
    field<&PowerCurve::shift>("shift", along_input(), "moves it to the right"),
    field<&PowerCurve::offset>("offset", number(), "moves it up"),
};
constexpr std::array kExponentialFields = {
    field<&ExponentialCurve::rate>("rate", number(-80, 80),
                                   "how late it rises; negative rises early, 0 is a straight line")
        .short_form(),
};
constexpr std::array kLogisticFields = {
    field<&LogisticCurve::midpoint>("midpoint", along_input(), "the x where y is 0.5"),
    field<&LogisticCurve::slope>("slope", number(), "how sudden it is"),
};
constexpr std::array kLogitFields = {
    field<&LogitCurve::scale>("scale", number(), "how far it spreads around 0.5").short_form(),
};
constexpr std::array kGaussianFields = {
    field<&GaussianCurve::center>("center", along_input(),
                                  "the x of the top, such as 0.5, or 12h beside `input: 0h..24h`"),
    field<&GaussianCurve::width>("width", along_input(1e-6, 1e6),
                                 "half the width of the bell at about 0.6 of its height"),
};
constexpr std::array kSineFields = {
    field<&SineCurve::cycles>("cycles", number(), "waves from x = 0 to 1").short_form(),
    field<&SineCurve::phase>("phase", number(), "moves the wave, in waves"),
};
constexpr std::array kSmoothstepFields = {
    field<&SmoothstepCurve::from>("from", along_input(), "the x where it leaves 0"),
    field<&SmoothstepCurve::to>("to", along_input(), "the x where it reaches 1"),
};
constexpr std::array kStepFields = {
    field<&StepCurve::at>("at", along_input(), "the x from which on y is 1").short_form(),
};
constexpr std::array kCurveKeyFields = {
    field<&CurveKey::at>("at", any_measure(), "its x").required().such_as("0"),
    field<&CurveKey::value>("value", number(), "its y").required().such_as("1"),
    field<&CurveKey::in>("in", number(), "the slope with which the curve arrives"),
    field<&CurveKey::out>("out", number(), "the slope with which the curve leaves"),
};

constexpr Mapping kLinear{"a linear curve", "y = slope·(x − shift) + offset", kLinearFields};
constexpr Mapping kPower{
    "a power curve",
    "y = slope·(x − shift)^exponent + offset; a negative base with a fractional exponent counts as 0",
    kPowerFields};
constexpr Mapping kExponential{"an exponential curve", "y = (e^(rate·x) − 1) / (e^rate − 1)",
                               kExponentialFields};
constexpr Mapping kLogistic{"a logistic curve", "y = 1 / (1 + e^(−slope·(x − midpoint)))", kLogisticFields};
constexpr Mapping kLogit{"a logit curve", "y = 0.5 + scale·ln(x / (1 − x)), x kept in 0.001..0.999",
                         kLogitFields};
constexpr Mapping kGaussian{"a gaussian curve", "y = e^(−(x − center)² / (2·width²))", kGaussianFields};
constexpr Mapping kSine{"a sine curve", "y = 0.5 + 0.5·sin(2π·(cycles·x + phase))", kSineFields};
constexpr Mapping kSmoothstep{"a smoothstep curve", "y = 3t² − 2t³, t = (x − from)/(to − from) held in 0..1",
                              kSmoothstepFields};
constexpr Mapping kStep{"a step curve", "y = 0 below `at`, 1 at and above it", kStepFields};
constexpr Mapping kKey{"a key of a curve", "One key of an animation curve.", kCurveKeyFields};

constexpr Field kCorner = item(any_measure(), "a corner");
constexpr Field kPoint = item(number(), "a point");
constexpr Field kKeyItem = item(record(kKey), "a key");

constexpr size_t kMostRows = kLimits.curve_rows;

constexpr std::array kCurveFields = {
    field<&Curve::linear>("linear", record(kLinear), "a straight line").of_kind(1).such_as("{ slope: 1 }"),
    field<&Curve::power>("power", record(kPower), "x to a power").of_kind(2).such_as("2"),
    field<&Curve::exponential>("exponential", record(kExponential), "rises ever faster")
        .of_kind(3)
        .such_as("{ rate: 3 }"),
    field<&Curve::logistic>("logistic", record(kLogistic), "an S around a midpoint")
        .of_kind(4)
        .such_as("{ midpoint: 0.6, slope: 12 }"),
    field<&Curve::logit>("logit", record(kLogit), "an S on its side: steep at both ends")
        .of_kind(5)
        .such_as("{ scale: 0.1 }"),
    field<&Curve::gaussian>("gaussian", record(kGaussian), "a bell")
        .of_kind(6)
        .such_as("{ center: 0.5, width: 0.2 }"),
    field<&Curve::sine>("sine", record(kSine), "waves").of_kind(7).such_as("{ cycles: 2 }"),
    field<&Curve::smoothstep>("smoothstep", record(kSmoothstep), "a soft step")
        .of_kind(8)
        .such_as("{ from: 0.2, to: 0.8 }"),
    field<&Curve::step>("step", record(kStep), "a hard step").of_kind(9).such_as("{ at: 0.5 }"),
    field<&Curve::triangle>("triangle", list(kCorner, 3, 3), "fuzzy membership: 0 at a, 1 at b, 0 at c")
        .of_kind(10)
        .such_as("[0, 0.5, 1]"),
    field<&Curve::trapezoid>("trapezoid", list(kCorner, 4, 4),
                             "fuzzy membership: 0 at a, 1 from b to c, 0 at d")
        .of_kind(11)
        .such_as("[0, 0.2, 0.8, 1]"),
    field<&Curve::points>("points", list(kPoint, 2, kMostRows), "straight lines through [x, y] points")
        .of_kind(12)
        .such_as("[[0m, 1], [8m, 0.8], [20m, 0]]"),
    field<&Curve::smooth>("smooth", list(kPoint, 2, kMostRows),
                          "a smooth line through [x, y] points that never overshoots")
        .of_kind(13)
        .such_as("[[0, 0], [0.3, 0.8], [1, 1]]"),
    field<&Curve::keys>("keys", list(kKeyItem, 1, kMostRows), "an animation curve: keys with tangents")
        .of_kind(14)
        .such_as("[{ at: 0, value: 0, out: 2 }, { at: 1, value: 1 }]"),
    field<&Curve::steps>("steps", list(kPoint, 1, kMostRows), "holds each y until the next x")
        .of_kind(15)
        .such_as("[[0, 0.2], [0.5, 1]]"),
    field<&Curve::input>("input", bounds(),
                         "what the curve is given, from x = 0 to x = 1; then places and widths on x may be "
                         "written in its unit")
        .such_as("0m..20m"),
    field<&Curve::output>("output", bounds(), "y = 0..1 becomes this range").such_as("0.2..1"),
    field<&Curve::invert>("invert", boolean(), "turns y into 1 − y"),
    field<&Curve::clamp>("clamp", boolean(), "holds y within 0..1"),
    field<&Curve::before>("before", word(kEndWords), "what is left of the first key").only_with("keys"),
    field<&Curve::after>("after", word(kEndWords), "what is right of the last key").only_with("keys"),
};

}  // namespace

constinit const Mapping kCurveMapping{
    "a curve", "Turns a number into a response, usually 0..1 into 0..1; used like a function.", kCurveFields,
    true, true};

}  // namespace ishi::compiler
