#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "language/curve_kinds.h"
#include "language/limits.h"
#include "language/reader.h"
#include "language/tables.h"

// Everything that the compiler knows of curves, one `Row` a kind: how it is read, what its numbers are to the
// `input`, what makes it flat, and what it becomes for the runtime. The fields of the mapping, placing
// (check/place_curves.cpp), checking (check/check_curves.cpp) and lowering (lower/curve_data.cpp) follow from
// the rows.

namespace ishi::compiler {
namespace {

using namespace std::string_view_literals;

template <auto Member>
constexpr CurveNumber number_of(std::string_view name, Field form, std::string_view doc) {
  using Kind = typename table::MemberPointer<decltype(Member)>::Record;
  CurveNumber number;
  number.field = field<Member>(name, form, doc);
  number.value = [](const Curve& curve) -> const Setting<double>& {
    return std::get<Kind>(curve.kind).*Member;
  };
  if constexpr (std::is_same_v<decltype(Member), AlongInput Kind::*>)
    number.along_input = [](Curve& curve) -> AlongInput& { return std::get<Kind>(curve.kind).*Member; };
  return number;
}

template <size_t kCount>
constexpr std::array<Field, kCount> fields_of(const std::array<CurveNumber, kCount>& numbers) {
  std::array<Field, kCount> fields{};
  for (size_t i = 0; i < kCount; ++i) fields[i] = numbers[i].field;
  return fields;
}

// The field of a kind. Where a curve names several, which is reported, the last one counts.
template <class Kind>
constexpr Field kind(std::string_view name, Field form, std::string_view doc) {
  form.name = name;
  form.doc = doc;
  form.read = [](Reader& reader, const Field& row, const Node& node, void* record) {
    auto& curve = *static_cast<Curve*>(record);
    curve.kind_span = node.span;
    auto& written = curve.kind.emplace<Kind>();
    if constexpr (std::is_base_of_v<FormulaCurve, Kind>) {
      reader.read_value(row, node, written);
    } else {
      reader.read_value(row, node, written.rows);
    }
  };
  return form;
}

constexpr std::array kCurveKeyFields = {
    field<&CurveKey::at>("at", any_measure(), "its x").required().such_as("0"),
    field<&CurveKey::value>("value", number(), "its y").required().such_as("1"),
    field<&CurveKey::in>("in", number(), "the slope with which the curve arrives"),
    field<&CurveKey::out>("out", number(), "the slope with which the curve leaves"),
};
constexpr Mapping kKey{"a key of a curve", "One key of an animation curve.", kCurveKeyFields};

constexpr Field kCorner = item(any_measure(), "a corner");
constexpr Field kPoint = item(number(), "a point");
constexpr Field kKeyItem = item(record(kKey), "a key");

constexpr size_t kMostRows = kLimits.curve_rows;

// Specialised for each kind.
template <class Kind>
struct Row;

template <>
struct Row<LinearCurve> {
  static constexpr std::array numbers = {
      number_of<&LinearCurve::slope>("slope", number(), "how steep it is").flat_at_zero(),
      number_of<&LinearCurve::shift>("shift", along_input(), "moves it to the right").as_shift(),
      number_of<&LinearCurve::offset>("offset", number(), "moves it up"),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a linear curve", "y = slope·(x − shift) + offset", fields};
  static constexpr Field field =
      kind<LinearCurve>("linear", record(mapping), "a straight line").such_as("{ slope: 1 }");
  static LoweredCurve lower(const LinearCurve& c, const Line& x) {
    if (c.slope.value == 0) return {CurveKind::linear, {0, 0}, {c.offset.value}};
    return {CurveKind::linear, x.then(c.shift.value, c.slope.value), {c.offset.value}};
  }
};

template <>
struct Row<PowerCurve> {
  static constexpr std::array numbers = {
      number_of<&PowerCurve::exponent>("exponent", number(), "2 rises late, 0.5 rises early")
          .short_form()
          .flat_at_zero(),
      number_of<&PowerCurve::slope>("slope", number(),
                                    "multiplies the power: how high it rises from x = 0 to 1")
          .flat_at_zero(),
      number_of<&PowerCurve::shift>("shift", along_input(), "moves it to the right").as_shift(),
      number_of<&PowerCurve::offset>("offset", number(), "moves it up"),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{
      "a power curve",
      "y = slope·(x − shift)^exponent + offset; a negative base with a fractional exponent counts as 0",
      fields};
  static constexpr Field field = kind<PowerCurve>("power", record(mapping), "x to a power").such_as("2");
  static LoweredCurve lower(const PowerCurve& c, const Line& x) {
    return {CurveKind::power, x.then(c.shift.value, 1), {c.exponent.value, c.slope.value, c.offset.value}};
  }
};

template <>
struct Row<ExponentialCurve> {
  static constexpr std::array numbers = {
      number_of<&ExponentialCurve::rate>("rate", number(-80, 80),
                                         "how late it rises; negative rises early, 0 is a straight line")
          .short_form(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"an exponential curve", "y = (e^(rate·x) − 1) / (e^rate − 1)", fields};
  static constexpr Field field =
      kind<ExponentialCurve>("exponential", record(mapping), "rises ever faster").such_as("{ rate: 3 }");
  static LoweredCurve lower(const ExponentialCurve& c, const Line& x) {
    if (c.rate.value == 0) return {CurveKind::linear, x, {0}};
    return {CurveKind::exponential, x.then(0, c.rate.value), {1 / std::expm1(c.rate.value)}};
  }
};

template <>
struct Row<LogisticCurve> {
  static constexpr std::array numbers = {
      number_of<&LogisticCurve::midpoint>("midpoint", along_input(), "the x where y is 0.5").as_place(),
      number_of<&LogisticCurve::slope>("slope", number(), "how sudden it is").flat_at_zero(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a logistic curve", "y = 1 / (1 + e^(−slope·(x − midpoint)))", fields};
  static constexpr Field field = kind<LogisticCurve>("logistic", record(mapping), "an S around a midpoint")
                                     .such_as("{ midpoint: 0.6, slope: 12 }");
  static LoweredCurve lower(const LogisticCurve& c, const Line& x) {
    return {CurveKind::logistic, x.then(c.midpoint.value, -c.slope.value * std::numbers::log2e), {}};
  }
};

template <>
struct Row<LogitCurve> {
  static constexpr std::array numbers = {
      number_of<&LogitCurve::scale>("scale", number(), "how far it spreads around 0.5")
          .short_form()
          .flat_at_zero(),
      number_of<&LogitCurve::shift>("shift", along_input(), "moves it to the right").as_shift(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{
      "a logit curve", "y = 0.5 + scale·ln(t / (1 − t)), t = x − shift kept in 0.001..0.999", fields};
  static constexpr Field field =
      kind<LogitCurve>("logit", record(mapping), "an S on its side: steep at both ends")
          .such_as("{ scale: 0.1 }");
  static LoweredCurve lower(const LogitCurve& c, const Line& x) {
    return {CurveKind::logit, x.then(c.shift.value, 1), {c.scale.value}};
  }
};

template <>
struct Row<GaussianCurve> {
  static constexpr std::array numbers = {
      number_of<&GaussianCurve::center>("center", along_input(),
                                        "the x of the top, such as 0.5, or 12h beside `input: 0h..24h`")
          .as_top(),
      number_of<&GaussianCurve::width>("width", along_input(1e-6, 1e6),
                                       "half the width of the bell at about 0.6 of its height")
          .as_width(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a gaussian curve", "y = e^(−(x − center)² / (2·width²))", fields};
  static constexpr Field field =
      kind<GaussianCurve>("gaussian", record(mapping), "a bell").such_as("{ center: 0.5, width: 0.2 }");
  static LoweredCurve lower(const GaussianCurve& c, const Line& x) {
    const double width = c.width.value * std::sqrt(2 * std::numbers::ln2);
    return {CurveKind::gaussian, x.then(c.center.value, 1 / width), {}};
  }
};

template <>
struct Row<SineCurve> {
  static constexpr std::array numbers = {
      number_of<&SineCurve::cycles>("cycles", number(), "waves from x = 0 to 1").short_form().flat_at_zero(),
      number_of<&SineCurve::phase>("phase", number(), "moves the wave, in waves"),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a sine curve", "y = 0.5 + 0.5·sin(2π·(cycles·x + phase))", fields};
  static constexpr Field field = kind<SineCurve>("sine", record(mapping), "waves").such_as("{ cycles: 2 }");
  static LoweredCurve lower(const SineCurve& c, const Line& x) {
    if (c.cycles.value == 0) return {CurveKind::sine, {0, 0}, {c.phase.value}};
    return {CurveKind::sine, x.then(0, c.cycles.value), {c.phase.value}};
  }
};

template <>
struct Row<SmoothstepCurve> {
  static constexpr std::array numbers = {
      number_of<&SmoothstepCurve::from>("from", along_input(), "the x where it leaves 0").as_place(),
      number_of<&SmoothstepCurve::to>("to", along_input(), "the x where it reaches 1").as_place(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a smoothstep curve",
                                   "y = 3t² − 2t³, t = (x − from)/(to − from) held in 0..1", fields};
  static constexpr Field field =
      kind<SmoothstepCurve>("smoothstep", record(mapping), "a soft step").such_as("{ from: 0.2, to: 0.8 }");
  static void check(const SmoothstepCurve& c, Span whole, Diagnostics& diagnostics) {
    if (c.from.value != c.to.value) return;
    diagnostics
        .report(Code::curve_corners, c.to.given ? c.to.span : whole,
                "`from` and `to` are the same, so nothing lies between them")
        .help("for a hard step write `step: { at: … }`");
  }
  static LoweredCurve lower(const SmoothstepCurve& c, const Line& x) {
    return {CurveKind::smoothstep, x.then(c.from.value, 1 / (c.to.value - c.from.value)), {}};
  }
};

template <>
struct Row<StepCurve> {
  static constexpr std::array numbers = {
      number_of<&StepCurve::at>("at", along_input(), "the x from which on y is 1").short_form().as_top(),
  };
  static constexpr std::array fields = fields_of(numbers);
  static constexpr Mapping mapping{"a step curve", "y = 0 below `at`, 1 at and above it", fields};
  static constexpr Field field =
      kind<StepCurve>("step", record(mapping), "a hard step").such_as("{ at: 0.5 }");
  static LoweredCurve lower(const StepCurve& c, const Line& x) {
    return {CurveKind::step, x.then(c.at.value, 1), {}};
  }
};

template <>
struct Row<TriangleCurve> {
  static constexpr Field field =
      kind<TriangleCurve>("triangle", list(kCorner, 3, 3), "fuzzy membership: 0 at a, 1 at b, 0 at c")
          .such_as("[0, 0.5, 1]");
  static LoweredCurve lower(const TriangleCurve& c, const Line& /*x*/) {
    return {CurveKind::triangle, {}, corner_numbers(c.rows)};
  }
};

template <>
struct Row<TrapezoidCurve> {
  static constexpr Field field = kind<TrapezoidCurve>("trapezoid", list(kCorner, 4, 4),
                                                      "fuzzy membership: 0 at a, 1 from b to c, 0 at d")
                                     .such_as("[0, 0.2, 0.8, 1]");
  static LoweredCurve lower(const TrapezoidCurve& c, const Line& /*x*/) {
    return {CurveKind::trapezoid, {}, corner_numbers(c.rows)};
  }
};

template <>
struct Row<PointsCurve> {
  static constexpr Field field =
      kind<PointsCurve>("points", list(kPoint, 2, kMostRows), "straight lines through [x, y] points")
          .such_as("[[0m, 1], [8m, 0.8], [20m, 0]]");
  static LoweredCurve lower(const PointsCurve& c, const Line& /*x*/) {
    return {CurveKind::points, {}, point_rows(c.rows)};
  }
};

template <>
struct Row<SmoothCurve> {
  static constexpr Field field =
      kind<SmoothCurve>("smooth", list(kPoint, 2, kMostRows),
                        "a smooth line through [x, y] points that never overshoots")
          .such_as("[[0, 0], [0.3, 0.8], [1, 1]]");
  static LoweredCurve lower(const SmoothCurve& c, const Line& /*x*/) {
    return {CurveKind::smooth, {}, smooth_rows(c.rows)};
  }
};

template <>
struct Row<KeysCurve> {
  static constexpr Field field =
      kind<KeysCurve>("keys", list(kKeyItem, 1, kMostRows), "an animation curve: keys with tangents")
          .such_as("[{ at: 0, value: 0, out: 2 }, { at: 1, value: 1 }]");
  static LoweredCurve lower(const KeysCurve& c, const Line& /*x*/, const Curve& around) {
    LoweredCurve lowered{CurveKind::keys,
                         {},
                         {static_cast<double>(around.before.value), static_cast<double>(around.after.value)}};
    add_key_rows(c.rows, lowered.numbers);
    return lowered;
  }
};

template <>
struct Row<StepsCurve> {
  static constexpr Field field =
      kind<StepsCurve>("steps", list(kPoint, 1, kMostRows), "holds each y until the next x")
          .such_as("[[0, 0.2], [0.5, 1]]");
  static LoweredCurve lower(const StepsCurve& c, const Line& /*x*/) {
    return {CurveKind::steps, {}, step_rows(c.rows)};
  }
};

// --- what follows from the rows ---

// Kinds count from 1.
template <class... Kinds>
constexpr auto fields_of_kinds(std::variant<Kinds...>*) {
  std::array fields = {Row<Kinds>::field...};
  for (size_t i = 0; i < fields.size(); ++i) fields[i].kind = static_cast<uint8_t>(i + 1);
  return fields;
}
constexpr auto kKindFields = fields_of_kinds(static_cast<AnyCurve*>(nullptr));
static_assert(std::ranges::equal(kKindFields, kCurveKindNames, {}, &Field::name),
              "AnyCurve has the order of CurveKind, and its kinds the names of the schema");

// A number that lies on the `input` says whether it is a place or a width.
template <class Kind>
constexpr bool has_extents() {
  for (const CurveNumber& number : Row<Kind>::numbers) {
    const bool lies_on_it = number.field.form == Form::along_input;
    if (lies_on_it != (number.extent != CurveNumber::Extent::none)) return false;
  }
  return true;
}

template <class Kind>
constexpr CurveKindRow row_of_kind() {
  CurveKindRow row;
  if constexpr (std::is_base_of_v<FormulaCurve, Kind>) {
    static_assert(has_extents<Kind>(), "a number along the `input` is a place, a width or a shift");
    row.numbers = Row<Kind>::numbers;
  }
  if constexpr (requires(const Kind& c, Span whole, Diagnostics& d) { Row<Kind>::check(c, whole, d); })
    row.check = [](const Curve& curve, Diagnostics& diagnostics) {
      Row<Kind>::check(std::get<Kind>(curve.kind), curve.kind_span, diagnostics);
    };
  row.lower = [](const Curve& curve, const Line& x) {
    const auto& written = std::get<Kind>(curve.kind);
    if constexpr (requires { Row<Kind>::lower(written, x, curve); }) {
      return Row<Kind>::lower(written, x, curve);
    } else {
      return Row<Kind>::lower(written, x);
    }
  };
  return row;
}

constexpr std::array kEndWords = {"hold"sv, "repeat"sv, "mirror"sv};

constexpr std::array kFrameFields = {
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

constexpr auto kCurveFields = [] {
  std::array<Field, kKindFields.size() + kFrameFields.size()> fields{};
  std::copy(kFrameFields.begin(), kFrameFields.end(),
            std::copy(kKindFields.begin(), kKindFields.end(), fields.begin()));
  return fields;
}();

template <class... Kinds>
constexpr auto make_rows(std::variant<Kinds...>*) {
  return std::array{row_of_kind<Kinds>()...};
}
constexpr auto kRows = make_rows(static_cast<AnyCurve*>(nullptr));

}  // namespace

constinit const Mapping kCurveMapping{
    "a curve", "Turns a number into a response, usually 0..1 into 0..1; used like a function.", kCurveFields,
    true, true};

const CurveKindRow& row_of(const Curve& curve) { return kRows[curve.kind.index()]; }

}  // namespace ishi::compiler
