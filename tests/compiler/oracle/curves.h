#pragma once

#include "compiler/oracle/arithmetic.h"
#include "model/curve.h"

// Curves as the formulas of the language page have them, for the second evaluator of scores.

namespace ishi::compiler::oracle {

// What a curve makes of a number, its `input`, `clamp`, `invert` and `output` included.
double through(const Curve& curve, double given, Arithmetic& arithmetic);

}  // namespace ishi::compiler::oracle
