#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ishi::compiler {

// An expression with the blanks that belong in it: around operators but for `^`, behind commas, none
// elsewhere. A text that is no expression stays as it is. Linear.
[[nodiscard]] std::string spaced_formula(std::string_view text);

// True if two texts are the same, or the same expression but for blanks. Linear.
[[nodiscard]] bool is_same_formula(std::string_view a, std::string_view b);

}  // namespace ishi::compiler
