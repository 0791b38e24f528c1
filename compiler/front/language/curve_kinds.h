#pragma once

#include <span>

#include "diagnostics/diagnostics.h"
#include "language/field.h"
#include "model/curve.h"
#include "model/lowered_curve.h"

// The rows of the table of curves (curve_table.cpp), one a kind, which placing, checking and lowering read.

namespace ishi::compiler {

// A number of a formula.
struct CurveNumber {
  enum class Extent : uint8_t { none, place, width };  // what it is of the `input`

  Field field;
  Extent extent = Extent::none;
  bool is_flat_at_zero = false;  // then the curve gives the same for everything
  bool lies_within = false;      // outside the `input` the curve has hardly a shape
  bool is_above_zero = false;

  // The number in a curve of this kind; `along_input` is null if the number does not lie on the `input`.
  const Setting<double>& (*value)(const Curve&) = nullptr;
  AlongInput& (*along_input)(Curve&) = nullptr;

  // True if only the range of floats bounds it.
  [[nodiscard]] constexpr bool is_unbounded() const {
    return field.low == Field().low && field.high == Field().high;
  }

  [[nodiscard]] constexpr CurveNumber short_form() const {
    CurveNumber n = *this;
    n.field.is_short_form = true;
    return n;
  }
  [[nodiscard]] constexpr CurveNumber flat_at_zero() const {
    CurveNumber n = *this;
    n.is_flat_at_zero = true;
    return n;
  }
  // It is a place on the `input`.
  [[nodiscard]] constexpr CurveNumber as_place() const {
    CurveNumber n = *this;
    n.extent = Extent::place;
    return n;
  }
  // The same, and the curve turns or jumps there.
  [[nodiscard]] constexpr CurveNumber as_top() const {
    CurveNumber n = as_place();
    n.lies_within = true;
    return n;
  }
  // It is a width on the `input`; a shift may be negative.
  [[nodiscard]] constexpr CurveNumber as_width() const {
    CurveNumber n = as_shift();
    n.is_above_zero = true;
    return n;
  }
  [[nodiscard]] constexpr CurveNumber as_shift() const {
    CurveNumber n = *this;
    n.extent = Extent::width;
    return n;
  }
};

struct CurveKindRow {
  std::span<const CurveNumber> numbers;  // of a formula
  // Reports other faults of the kind; null if there are none.
  void (*check)(const Curve& curve, Diagnostics& diagnostics) = nullptr;
  // `x` is the line from what the curve is given to its x.
  LoweredCurve (*lower)(const Curve& curve, const Line& x) = nullptr;
};

// The row of the curve's kind.
[[nodiscard]] const CurveKindRow& row_of(const Curve& curve);

}  // namespace ishi::compiler
