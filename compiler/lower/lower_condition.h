#pragma once

#include <span>

#include "diagnostics/diagnostics.h"
#include "lower/lowered.h"
#include "model/model.h"

namespace ishi::compiler {

// Lowers a typed condition that stands by itself: a program of its own, whose last operation is the value. It
// reads keys, levels and entities, and nothing of an agent's past, sets or choices. `curves` are the model's.
// Reports what BodyLowerer reports of formulas. Linear in the condition.
[[nodiscard]] LoweredFormula lower_condition(const Model& model, std::span<const CurveData> curves,
                                             const Formula& condition, Diagnostics& diagnostics);

}  // namespace ishi::compiler
