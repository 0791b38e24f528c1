#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analyze/contest.h"

namespace ishi::compiler {

// The row of a test's `remembers` or `candidates` for one member of a set, "{ hp: 65 }": where it is and its
// fields, as far as `values` of the program's relevant sources say so and its defaults do not.
[[nodiscard]] std::string member_text(const Contest& contest, const std::vector<bool>& relevant,
                                      const std::vector<float>& values, uint32_t set);

}  // namespace ishi::compiler
