#include "model/check_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "model/curve_units.h"

namespace ishi::compiler {
namespace {

// Steeper than this, and products of a curve's numbers may leave the range of floats.
constexpr double kLargestParameter = 1e6;

class CurveCheck {
 public:
  CurveCheck(const Named<Curve>& entry, Diagnostics& diagnostics)
      : name_(entry.name), curve_(entry.value), diagnostics_(diagnostics) {}

  void check() {
    check_flat(curve_.logistic, curve_.logistic.value.slope, "slope");
    check_flat(curve_.linear, curve_.linear.value.slope, "slope");
    check_flat(curve_.power, curve_.power.value.slope, "slope");
    check_flat(curve_.power, curve_.power.value.exponent, "exponent");
    check_flat(curve_.logit, curve_.logit.value.scale, "scale");
    check_flat(curve_.sine, curve_.sine.value.cycles, "cycles");
    check_sizes();
    check_smoothstep();
    check_corners(curve_.triangle);
    check_corners(curve_.trapezoid);
    for (const auto* rows : {&curve_.points, &curve_.smooth, &curve_.steps}) check_points(*rows);
    check_keys();
    check_input();
  }

 private:
  template <class T>
  void check_flat(const Setting<T>& kind, const Setting<double>& parameter, std::string_view what) {
    if (!kind.given) return;
    if (parameter.value == 0) {
      diagnostics_
          .report(Code::curve_is_flat, parameter.span,
                  fmt::format("with `{}: 0` the curve `{}` gives the same for everything", what, name_.text))
          .help("choose another number, or write the constant itself where the curve is used");
    }
  }

  void check_size(const Setting<double>& parameter) {
    if (std::abs(parameter.value) <= kLargestParameter) return;
    diagnostics_
        .report(Code::curve_parameter, parameter.span, "the numbers of a curve lie within -1000000..1000000")
        .help("write a number closer to 0; for a sudden change there is `step`");
  }

  void check_sizes() {
    const Curve& c = curve_;
    const std::initializer_list<const Setting<double>*> parameters = {
        &c.linear.value.slope,   &c.linear.value.shift,      &c.linear.value.offset,
        &c.power.value.exponent, &c.power.value.slope,       &c.power.value.shift,
        &c.power.value.offset,   &c.logistic.value.midpoint, &c.logistic.value.slope,
        &c.logit.value.scale,    &c.gaussian.value.center,   &c.sine.value.cycles,
        &c.sine.value.phase,     &c.smoothstep.value.from,   &c.smoothstep.value.to,
        &c.step.value.at};
    for (const Setting<double>* parameter : parameters) check_size(*parameter);
  }

  void check_smoothstep() {
    if (!curve_.smoothstep.given) return;
    const SmoothstepCurve& c = curve_.smoothstep.value;
    if (c.from.value == c.to.value) {
      diagnostics_
          .report(Code::curve_corners, c.to.given ? c.to.span : curve_.smoothstep.span,
                  "`from` and `to` are the same, so nothing lies between them")
          .help("for a hard step write `step: { at: … }`");
    }
  }

  void check_corners(const Setting<Corners>& corners) {
    for (size_t i = 1; i < corners.value.size(); ++i) {
      const auto& before = corners.value[i - 1];
      const auto& corner = corners.value[i];
      if (!same_unit(before, corner)) return;
      if (corner.value.value < before.value.value) {
        diagnostics_
            .report(Code::curve_corners, corner.span,
                    "the corners of a curve rise from the first to the last")
            .label(before.span, "greater than the next one")
            .help("write them from the least to the greatest; two may be the same, for an upright edge");
        return;
      }
    }
    if (!corners.value.empty() && corners.value.front().value.value == corners.value.back().value.value) {
      diagnostics_
          .report(Code::curve_corners, corners.span, "all corners are the same, so the curve has no width")
          .help("let the first be less than the last");
    }
  }

  bool same_unit(const Setting<Measure>& first, const Setting<Measure>& second) {
    if (!first.given || !second.given) return false;  // wrong already
    if (first.value.quantity == second.value.quantity) return true;
    diagnostics_
        .report(Code::unit_mismatch, second.span,
                fmt::format("the curve is given {}, but here is {}", describe(first.value.quantity),
                            describe(second.value.quantity)))
        .label(first.span, std::string(describe(first.value.quantity)))
        .help("write each x in the same unit");
    return false;
  }

  // Do the x rise? `previous` and `x` are neighbours.
  bool rises(const Setting<Measure>& previous, const Setting<Measure>& x) {
    if (!same_unit(previous, x)) return false;
    if (static_cast<float>(x.value.value) > static_cast<float>(previous.value.value)) return true;
    const bool same = x.value.value == previous.value.value;
    diagnostics_
        .report(Code::curve_rows_not_rising, x.span,
                same ? "the same x stands here twice" : "the x of a curve must rise from one to the next")
        .label(previous.span, same ? "here already" : "greater than the next one")
        .help(same ? "take one out, or let the two lie a little apart"
                   : "put them in order, the least x first");
    return false;
  }

  void check_value(const Setting<double>& y) {
    check_size(y);
    if (!curve_.clamp.value || (y.value >= 0 && y.value <= 1)) return;
    diagnostics_
        .report(
            Code::curve_value_cut, y.span,
            fmt::format("a curve gives 0 to 1, so that {} is cut off at {}", y.value, y.value < 0 ? 0 : 1))
        .help(
            "write 0 to 1 and say with `output: low..high` what it stands for, or write `clamp: false` in "
            "the curve");
  }

  void warn_level(Span span, double value) {
    diagnostics_
        .report(Code::curve_rows_level, span,
                fmt::format("every y of the curve `{}` is {}, so it gives the same for everything",
                            name_.text, value))
        .help("give at least one point another y, or write the number itself where the curve is used");
  }

  void check_points(const Setting<std::vector<CurvePoint>>& rows) {
    const auto is_level = [&](const CurvePoint& row) {
      return row.y.given && row.y.value == rows.value[0].y.value;
    };
    if (!rows.value.empty() && std::ranges::all_of(rows.value, is_level))
      warn_level(rows.span, rows.value[0].y.value);
    for (size_t i = 0; i < rows.value.size(); ++i) {
      if (i > 0 && !rises(rows.value[i - 1].x, rows.value[i].x)) return;
      check_value(rows.value[i].y);
    }
  }

  void check_keys() {
    const auto& keys = curve_.keys.value;
    const auto is_level = [&](const CurveKey& key) {
      return key.value.given && key.value.value == keys[0].value.value && key.in.value == 0 &&
             key.out.value == 0;
    };
    if (!keys.empty() && std::ranges::all_of(keys, is_level))
      warn_level(curve_.keys.span, keys[0].value.value);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (i > 0 && !rises(keys[i - 1].at, keys[i].at)) return;
      check_value(keys[i].value);
      check_size(keys[i].in);
      check_size(keys[i].out);
    }
  }

  void check_input() {
    const bool is_list = curve_.triangle.given || curve_.trapezoid.given || curve_.points.given ||
                         curve_.smooth.given || curve_.keys.given || curve_.steps.given;
    if (!is_list || !curve_.input.given) return;
    diagnostics_
        .report(Code::curve_input_on_list, curve_.input.span,
                "a curve that lists its x has no `input`: what it is given is the x")
        .help(
            "take `input` out, and write each x in the units of what the curve is given, such as [[0m, 1], "
            "[8m, 0]]");
  }

  const Name& name_;
  const Curve& curve_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_curves(const Model& model, Diagnostics& diagnostics) {
  for (const auto& curve : model.curves) CurveCheck(curve, diagnostics).check();
}

}  // namespace ishi::compiler
