#include "analyze/simplex.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace ishi::compiler {
namespace {

constexpr double kTiny = 1e-11;
constexpr double kMargin = 1e-5;  // by which a factor is to be below 0 where it can
constexpr int kSteps = 300;

// The program: the weights, then for each variable how much the sum's factor of it is above 0, and how much
// below. What is above 0 costs the variable's width.
class Tableau {
 public:
  // `margin`: by which a factor is to be below 0 where it can.
  Tableau(const WeightedRows& rows, double margin)
      : margin_(margin),
        count_(rows.constants.size()),
        variables_(rows.widths.size()),
        columns_(count_ + 2 * variables_ + 1),
        cells_((variables_ + 1) * columns_),
        costs_(columns_),
        basis_(variables_ + 1) {
    for (size_t j = 0; j < count_; ++j) costs_[j] = rows.constants[j];
    for (size_t i = 0; i < variables_; ++i) costs_[count_ + i] = rows.widths[i];
    // Of all mains the first one alone, to begin with.
    const size_t sum = variables_;
    for (size_t j = 0; j < rows.mains; ++j) at(sum, j) = 1;
    at(sum, last()) = 1;
    basis_[sum] = 0;
    for (size_t i = 0; i < variables_; ++i) set_variable(rows, i);
    price();
  }

  BestPoint::Outcome solve(int steps) {
    for (int step = 0; step < steps; ++step) {
      const size_t column = entering(step > steps / 2);
      if (column == columns_) return BestPoint::Outcome::found;
      const size_t row = leaving(column);
      if (row == basis_.size()) return BestPoint::Outcome::impossible;
      pivot(row, column);
    }
    return BestPoint::Outcome::given_up;
  }

  [[nodiscard]] std::vector<double> weights() const {
    std::vector<double> result(count_);
    for (size_t row = 0; row < basis_.size(); ++row) {
      if (basis_[row] < count_) result[basis_[row]] = std::max(0.0, cells_[row * columns_ + last()]);
    }
    return result;
  }

  // The variables are the prices of what the weighted sum is below 0.
  [[nodiscard]] std::vector<double> point(const std::vector<double>& widths) const {
    std::vector<double> result(variables_);
    for (size_t i = 0; i < variables_; ++i)
      result[i] = std::clamp(costs_[count_ + variables_ + i], 0.0, widths[i]);
    return result;
  }

 private:
  double& at(size_t row, size_t column) { return cells_[row * columns_ + column]; }
  [[nodiscard]] size_t last() const { return columns_ - 1; }

  void set_variable(const WeightedRows& rows, size_t i) {
    double greatest = 0;
    for (size_t j = 0; j < count_; ++j) greatest = std::max(greatest, std::abs(rows.factors[j][i]));
    const double first = rows.factors[0][i];
    const double start = first + margin_ * greatest;
    const double sign = start < 0 ? -1 : 1;
    for (size_t j = 1; j < count_; ++j)
      at(i, j) = -sign * (rows.factors[j][i] - (j < rows.mains ? first : 0));
    at(i, count_ + i) = sign;
    at(i, count_ + variables_ + i) = -sign;
    at(i, last()) = sign * start;
    basis_[i] = start < 0 ? count_ + variables_ + i : count_ + i;
  }

  // Costs become what a step along a column adds to the whole.
  void price() {
    const std::vector<double> given = costs_;
    for (size_t row = 0; row < basis_.size(); ++row) {
      const double price = given[basis_[row]];
      for (size_t column = 0; column < columns_; ++column) costs_[column] -= price * at(row, column);
    }
  }

  [[nodiscard]] size_t entering(bool by_place) const {
    size_t best = columns_;
    double least = -kTiny;
    for (size_t column = 0; column < last(); ++column) {
      if (costs_[column] >= least) continue;
      best = column;
      if (by_place) break;
      least = costs_[column];
    }
    return best;
  }

  [[nodiscard]] size_t leaving(size_t column) {
    size_t best = basis_.size();
    double least = 0;
    for (size_t row = 0; row < basis_.size(); ++row) {
      if (at(row, column) <= kTiny) continue;
      const double ratio = at(row, last()) / at(row, column);
      if (best == basis_.size() || ratio < least || (ratio == least && basis_[row] < basis_[best]))
        best = row, least = ratio;
    }
    return best;
  }

  void pivot(size_t row, size_t column) {
    const double factor = 1 / at(row, column);
    for (size_t c = 0; c < columns_; ++c) at(row, c) *= factor;
    const auto subtract = [&](double* target) {
      const double times = target[column];
      if (times == 0) return;
      for (size_t c = 0; c < columns_; ++c) target[c] -= times * at(row, c);
    };
    for (size_t other = 0; other < basis_.size(); ++other) {
      if (other != row) subtract(&at(other, 0));
    }
    subtract(costs_.data());
    basis_[row] = column;
  }

  double margin_;
  size_t count_, variables_, columns_;
  std::vector<double> cells_;
  std::vector<double> costs_;
  std::vector<size_t> basis_;  // by row: the column that it holds
};

}  // namespace

std::vector<double> best_weights(const WeightedRows& rows) {
  if (rows.mains == 0) return {};
  Tableau tableau(rows, kMargin);
  return tableau.solve(kSteps) == BestPoint::Outcome::found ? tableau.weights() : std::vector<double>{};
}

BestPoint best_point(const WeightedRows& rows, int steps) {
  BestPoint best;
  if (rows.mains == 0) return best;
  Tableau tableau(rows, 0);
  best.outcome = tableau.solve(steps);
  if (best.outcome != BestPoint::Outcome::found) return best;
  best.point = tableau.point(rows.widths);
  best.weights = tableau.weights();
  return best;
}

}  // namespace ishi::compiler
