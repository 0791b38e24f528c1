#pragma once

#include <optional>

#include "expression/expression.h"
#include "model/written.h"

namespace ishi::compiler {

// The value of an expression that is made of literals alone.
[[nodiscard]] std::optional<double> constant_value(const Expression& node);

// True if a condition that was written holds always, or never (`truth` false). Not if it is wrong.
[[nodiscard]] bool is_constantly(const Formula& formula, bool truth);

// A duration as the runtime counts it.
[[nodiscard]] double to_microseconds(double seconds);

}  // namespace ishi::compiler
