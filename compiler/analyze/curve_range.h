#pragma once

#include "lower/program_builder.h"

namespace ishi::compiler {

// What a curve can give for an input within a range: a little wider than what its kind gives there, since
// curves are rounded.
[[nodiscard]] Interval range_of_curve(const CurveData& curve, Interval x);

}  // namespace ishi::compiler
