#pragma once

#include <cstddef>
#include <vector>

// A linear program of the shape that a contradiction needs: which weights of rows, of the first `mains` at
// least one, make their sum as small as it can be at its greatest.

namespace ishi::compiler {

struct WeightedRows {
  // Row by row: a constant, and a factor of each variable, which lies between 0 and its width.
  std::vector<double> constants;
  std::vector<std::vector<double>> factors;
  std::vector<double> widths;
  size_t mains = 0;  // rows whose weights add up to 1, first of all rows
};

// The weights, none below 0 but for rounding; empty if none were found within some steps. By the simplex
// method (G. B. Dantzig 1951), with R. G. Bland's rule of 1977 against circles.
[[nodiscard]] std::vector<double> best_weights(const WeightedRows& rows);

}  // namespace ishi::compiler
