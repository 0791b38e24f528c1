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

// The other side of the same program: the variables at which the least of the mains is as great as it can be
// while no other row is below 0, with the weights that show it.
struct BestPoint {
  enum class Outcome : unsigned char {
    found,
    impossible,  // no point keeps the rows that are no mains
    given_up,    // not within `steps`
  };
  Outcome outcome = Outcome::given_up;
  std::vector<double> point;    // by variable, within its width
  std::vector<double> weights;  // by row
};
// Cost: a step looks at (variables + 1) · (rows + 2 variables) numbers.
[[nodiscard]] BestPoint best_point(const WeightedRows& rows, int steps);

}  // namespace ishi::compiler
