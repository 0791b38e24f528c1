#pragma once

#include <functional>
#include <vector>

#include "analyze/ranges.h"

namespace ishi::compiler {

struct Model;

// By operation: what sources are where nothing is said: a key has its default, everybody looks forward, all
// else is 0 or as near as it can be.
[[nodiscard]] std::vector<float> plain_values(const Model& model, const AnalyzedProgram& program);

// The simplest situation near a given one in which something still is so: what need not differ is plain, or
// an end of its range, and the rest has few digits. `values` are those of all operations; `box` holds the
// sources. Asks `is_so` some dozen times for each source, of situations that `evaluates` makes.
[[nodiscard]] std::vector<float> simplest(const AnalyzedProgram& program, const Ranges& box,
                                          const std::vector<bool>& sources, const std::vector<float>& plain,
                                          std::vector<float> values,
                                          const std::function<bool(const std::vector<float>&)>& is_so,
                                          Evaluation& evaluates = evaluate_consistently);

}  // namespace ishi::compiler
