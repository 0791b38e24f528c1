#include "language/read_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "diagnostics/diagnostics.h"
#include "language/curve_kinds.h"
#include "language/reader.h"
#include "language/tables.h"
#include "model/model.h"

namespace ishi::compiler {
namespace {

using Extent = CurveNumber::Extent;

// The power of ten, from 10 up, that holds a number.
double round_above(double value) {
  return std::pow(10, std::max(1.0, std::ceil(std::log10(std::abs(value) + 1e-9))));
}

// A likely end of an input that holds a number of this unit: hours end with the day.
double end_above(double value, const UnitRow& unit) {
  constexpr double kHoursOfADay = 24;
  return unit.suffix == "h" && value <= kHoursOfADay ? kHoursOfADay : round_above(value);
}

class CurvePlacer {
 public:
  CurvePlacer(Curve& curve, Diagnostics& diagnostics) : curve_(curve), diagnostics_(diagnostics) {}

  void place() {
    for (const CurveNumber& number : row_of(curve_).numbers) {
      if (number.along_input != nullptr) place(number.along_input(curve_), number);
    }
  }

 private:
  // The place in 0..1 of the input of a number of base units.
  [[nodiscard]] double placed(double value, Extent extent) const {
    const Bounds& input = curve_.input.value;
    return (extent == Extent::place ? value - input.low : value) / (input.high - input.low);
  }

  void place(AlongInput& parameter, const CurveNumber& number) {
    if (!parameter.given) return;
    const std::string_view name = number.field.name;
    const Extent extent = number.extent;
    const Measure& written = parameter.written;
    const Setting<Bounds>& input = curve_.input;
    if (!input.given) {
      if (written.quantity == Quantity::number) return;
      parameter.given = false;
      if (input.span.end != 0) return;                // something is written there, and wrong
      if (std::exchange(lacks_input_, true)) return;  // said of another place
      diagnostics_
          .report(Code::unit_unexpected, parameter.span,
                  fmt::format("`{}` is {}, but the curve has no `input` to measure it on", parameter.text,
                              describe(written.quantity)))
          .help(fmt::format("say what the curve is given, such as `input: 0{0}..{1}{0}`",
                            written.unit->suffix,
                            end_above(written.value / written.unit->factor, *written.unit)));
    } else if (written.quantity == input.value.quantity && written.quantity != Quantity::number) {
      parameter.value = placed(written.value, extent);
      if (number.is_above_zero) check_width(parameter, name);
      if (number.lies_within && (parameter.value < 0 || parameter.value > 1)) warn_beyond(parameter, name);
    } else if (written.quantity != Quantity::number) {
      parameter.given = false;
      diagnostics_
          .report(Code::unit_unexpected, parameter.span,
                  fmt::format("`{}` lies on the `input`, which is {}, but `{}` is {}", name,
                              describe(input.value.quantity), parameter.text, describe(written.quantity)))
          .label(input.span, std::string(describe(input.value.quantity)))
          .help(
              input.value.unit == nullptr
                  ? std::string("write a plain number, 0 at the low end of the `input` and 1 at the high one")
                  : fmt::format("write it in `{}`, or as a plain number, 0 at the low end of the `input` and "
                                "1 at the high one",
                                input.value.unit->suffix));
    } else {
      warn_outside(parameter, name, extent);
    }
  }

  void check_width(const AlongInput& parameter, std::string_view name) {
    if (parameter.value >= 1e-6) return;
    diagnostics_
        .report(Code::number_out_of_range, parameter.span,
                fmt::format("`{}` must be more than 0, but here is {}", name, parameter.text))
        .help("write how wide the bell is, in the unit of the `input`");
  }

  // Warns of a center or end outside the `input`, which leaves half a bell or a flat line. Other places
  // outside the input still shape the curve inside it.
  void warn_beyond(const AlongInput& parameter, std::string_view name) {
    diagnostics_
        .report(Code::curve_outside_input, parameter.span,
                fmt::format("`{}: {}` lies outside the `input`", name, parameter.text))
        .label(curve_.input.span, "what the curve is given")
        .help("write a place within the `input`, or let the `input` reach so far");
  }

  // A plain number beside an `input` counts in 0..1 of it; outside, it was hardly meant so.
  void warn_outside(const AlongInput& parameter, std::string_view name, Extent extent) {
    const double value = parameter.value;
    if (value >= (extent == Extent::place ? 0 : -1) && value <= 1) return;
    const Bounds& input = curve_.input.value;
    const double factor = input.unit == nullptr ? 1 : input.unit->factor;
    const double meant = placed(value * factor, extent);
    const bool is_inside = meant >= (extent == Extent::place ? 0 : -1) && meant <= 1;
    // A little beyond the ends may be meant, and on plain numbers there is no other way to write it.
    if (input.unit == nullptr && (!is_inside || (value > -0.5 && value < 1.5))) return;
    auto report = diagnostics_.report(
        Code::curve_outside_input, parameter.span,
        extent == Extent::place
            ? fmt::format("a plain `{}` counts from 0 to 1 along the `input`, and {} lies outside", name,
                          parameter.text)
            : fmt::format(
                  "a plain `{}` counts from 0 to 1 along the `input`, and {} is longer than all of it", name,
                  parameter.text));
    report.label(curve_.input.span, "from 0 at the low end to 1 at the high end");
    std::string mended;
    if (input.unit == nullptr) {
      mended = fmt::format("{:.4g}", meant);
      report.help(fmt::format("write `{}`, which is what {} of this `input` is", mended, parameter.text));
    } else if (is_inside) {
      mended = fmt::format("{}{}", parameter.text, input.unit->suffix);
      report.help(
          fmt::format("write `{}`, or `{:.4g}`, which is the same along this `input`", mended, meant));
    } else {
      const double low = extent == Extent::place ? input.low : 0;
      mended = fmt::format("{:.6g}{}", (low + value * (input.high - input.low)) / factor, input.unit->suffix);
      report.help(fmt::format("if that is meant, write it in the unit of the `input`: `{}`", mended));
    }
    report.edit(parameter.span, mended);
  }

  Curve& curve_;
  bool lacks_input_ = false;
  Diagnostics& diagnostics_;
};

// Turns the places and widths on x that were written in the unit of a curve's `input` into plain numbers:
// of a place how far it lies between the ends of the `input`, of a width how much of the `input` it covers.
// Reports units that do not fit, and warns of plain numbers that look as though they were meant in the unit.
void place_curves(Model& model, Diagnostics& diagnostics) {
  for (auto& curve : model.curves) CurvePlacer(curve.value, diagnostics).place();
}

}  // namespace

Model read_model(const Node& root, Diagnostics& diagnostics, std::vector<Formula>* formulas) {
  Model model;
  Reader(diagnostics, &root, formulas).read_record(kFileMapping, root, &model);
  place_curves(model, diagnostics);
  return model;
}

}  // namespace ishi::compiler
