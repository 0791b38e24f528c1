#pragma once

#include "lower/program_builder.h"
#include "model/curve.h"

namespace ishi::compiler {

// Brings a curve that has been checked (check/check_curves.h) into the form that the runtime computes:
// the kind's parameters folded into t = (x - shift) * scale where they can be, `invert` into the output,
// lists into rows with their slopes. Calculated in double, rounded once. What the numbers of a kind mean
// stands in runtime/src/program/curves.inl.
[[nodiscard]] CurveData lower_curve(const Curve& curve);

}  // namespace ishi::compiler
