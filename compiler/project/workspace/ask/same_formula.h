#pragma once

#include <string>
#include <string_view>

namespace ishi::compiler {

// A formula with brackets around each operation and numbers in base units: two formulas with the same
// spelling here are computed alike. Empty for a text that is no formula.
[[nodiscard]] std::string plain_formula(std::string_view text);

}  // namespace ishi::compiler
