#pragma once

#include "model/curve.h"

namespace ishi::compiler {

// True if the text that names the input of a curve could be read. If not, that has been reported.
[[nodiscard]] bool knows_input(const Curve& curve);

// The argument of a curve: the quantity of its `input`, or of the x of its list, else a plain number.
[[nodiscard]] Quantity curve_input(const Curve& curve);

// The unit in which that is written, or null.
[[nodiscard]] const UnitRow* curve_input_unit(const Curve& curve);

// Its result: the quantity of its `output`, else a plain number.
[[nodiscard]] Quantity curve_output(const Curve& curve);

}  // namespace ishi::compiler
