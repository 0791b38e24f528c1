#include "check/check_curves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "language/curve_kinds.h"

namespace ishi::compiler {
namespace {

// Steeper than this, and products of a curve's numbers may leave the range of floats.
constexpr double kLargestParameter = 1e6;

class CurveCheck {
 public:
  CurveCheck(const Named<Curve>& entry, Diagnostics& diagnostics)
      : name_(entry.name), curve_(entry.value), diagnostics_(diagnostics) {}

  void check() {
    const CurveKindRow& row = row_of(curve_);
    for (const CurveNumber& number : row.numbers) {
      if (number.is_flat_at_zero) check_flat(number.value(curve_), number.field.name);
      if (number.is_unbounded()) check_size(number.value(curve_));
    }
    if (row.check != nullptr) row.check(curve_, diagnostics_);
    std::visit([&](const auto& kind) { check_rows(kind); }, curve_.kind);
    check_input();
  }

 private:
  void check_flat(const Setting<double>& parameter, std::string_view what) {
    if (parameter.value != 0) return;
    diagnostics_
        .report(Code::curve_is_flat, parameter.span,
                fmt::format("with `{}: 0` the curve `{}` gives the same for everything", what, name_.text))
        .help("choose another number, or write the constant itself where the curve is used");
  }

  void check_size(const Setting<double>& parameter) {
    if (std::abs(parameter.value) <= kLargestParameter) return;
    diagnostics_
        .report(Code::curve_parameter, parameter.span, "the numbers of a curve lie within -1000000..1000000")
        .help("write a number closer to 0; for a sudden change there is `step`");
  }

  void check_rows(const FormulaCurve& /*kind*/) {}

  void check_rows(const CornerCurve& kind) {
    const Corners& corners = kind.rows;
    for (size_t i = 1; i < corners.size(); ++i) {
      const auto& before = corners[i - 1];
      const auto& corner = corners[i];
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
    if (!corners.empty() && corners.front().value.value == corners.back().value.value) {
      diagnostics_
          .report(Code::curve_corners, curve_.kind_span,
                  "all corners are the same, so the curve has no width")
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

  void check_rows(const PointCurve& kind) {
    const std::vector<CurvePoint>& rows = kind.rows;
    const auto is_level = [&](const CurvePoint& row) {
      return row.y.given && row.y.value == rows[0].y.value;
    };
    if (!rows.empty() && std::ranges::all_of(rows, is_level)) warn_level(curve_.kind_span, rows[0].y.value);
    for (size_t i = 0; i < rows.size(); ++i) {
      if (i > 0 && !rises(rows[i - 1].x, rows[i].x)) return;
      check_value(rows[i].y);
    }
  }

  void check_rows(const KeyCurve& kind) {
    const std::vector<CurveKey>& keys = kind.rows;
    const auto is_level = [&](const CurveKey& key) {
      return key.value.given && key.value.value == keys[0].value.value && key.in.value == 0 &&
             key.out.value == 0;
    };
    if (!keys.empty() && std::ranges::all_of(keys, is_level))
      warn_level(curve_.kind_span, keys[0].value.value);
    for (size_t i = 0; i < keys.size(); ++i) {
      if (i > 0 && !rises(keys[i - 1].at, keys[i].at)) return;
      check_value(keys[i].value);
      check_size(keys[i].in);
      check_size(keys[i].out);
    }
  }

  void check_input() {
    if (!lists_x(curve_) || !curve_.input.given) return;
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
