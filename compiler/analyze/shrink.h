#pragma once

#include <functional>
#include <vector>

#include "analyze/ranges.h"

namespace ishi::compiler {

// The simplest situation near a given one in which something still is so: what need not differ is 0, or the
// end of its range that is nearest to it, and the rest has few digits. `values` are those of all operations;
// `box` holds the sources. Asks `is_so` some dozen times for each source.
[[nodiscard]] std::vector<float> simplest(const AnalyzedProgram& program, const Ranges& box,
                                          const std::vector<bool>& sources, std::vector<float> values,
                                          const std::function<bool(const std::vector<float>&)>& is_so);

}  // namespace ishi::compiler
