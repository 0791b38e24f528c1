#pragma once

#include <string>

#include "resolve/tuned_numbers.h"

namespace ishi::compiler {

// The text of a number in the place of `place`: with so many decimals at most, and a `+` where one stood.
[[nodiscard]] std::string number_text(const NumberPlace& place, double value, int decimals);

}  // namespace ishi::compiler
