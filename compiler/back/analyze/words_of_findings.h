#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "lower/interval.h"

// Numbers and lists as findings write them.

namespace ishi::compiler {

// "0.25", with four digits at most.
[[nodiscard]] std::string shown(float value);
// "0 to 0.45".
[[nodiscard]] std::string shown(Interval range);
// "`hp`, `ammo` and `mood`" with the word "and"; of one or more.
[[nodiscard]] std::string listed(const std::vector<std::string>& names, std::string_view word);

}  // namespace ishi::compiler
