#ifdef ISHI_HAS_NLOPT

#include <nlopt.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "../../trials.h"
#include "tune/linear_tuning.h"
#include "tune/search.h"

// NLopt, which knows nothing of the simplex method, as an oracle of what the linear programs give.

namespace ishi::compiler::nlopt_test {
namespace {

// A tuning of few numbers, as NLopt sees it: each number is how much it rises and how much it falls.
struct Problem {
  std::vector<double> start;
  std::vector<SlackRow> rows;
  double margin = 0.05;
};
struct Constraint {
  const Problem* problem;
  const SlackRow* row;
};

double change(unsigned count, const double* x, double* gradient, void* problem) {
  static_cast<void>(problem);
  double sum = 0;
  for (unsigned i = 0; i < count; ++i) {
    sum += x[i];
    if (gradient != nullptr) gradient[i] = 1;
  }
  return sum;
}

// Not above 0 where the row is met.
double shortfall(unsigned count, const double* x, double* gradient, void* data) {
  const auto& constraint = *static_cast<const Constraint*>(data);
  double slack = constraint.row->at_start;
  for (unsigned i = 0; i < count; ++i) {
    const double slope = constraint.row->slopes[i / 2] * (i % 2 == 0 ? 1 : -1);
    slack += slope * x[i];
    if (gradient != nullptr) gradient[i] = -slope;
  }
  return constraint.problem->margin - slack;
}

double least_change_of_nlopt(const Problem& problem) {
  const auto count = static_cast<unsigned>(2 * problem.start.size());
  std::vector<double> low(count, 0.0), high, x(count);
  for (const double start : problem.start) {
    high.push_back(1 - start);
    high.push_back(start);
  }
  for (unsigned i = 0; i < count; ++i) x[i] = high[i] / 2;
  std::vector<Constraint> constraints;
  for (const SlackRow& row : problem.rows) constraints.push_back({&problem, &row});
  nlopt_opt solver = nlopt_create(NLOPT_LD_SLSQP, count);
  nlopt_set_lower_bounds(solver, low.data());
  nlopt_set_upper_bounds(solver, high.data());
  nlopt_set_min_objective(solver, change, nullptr);
  for (Constraint& constraint : constraints)
    nlopt_add_inequality_constraint(solver, shortfall, &constraint, 1e-10);
  nlopt_set_xtol_rel(solver, 1e-12);
  nlopt_set_maxeval(solver, 2000);
  double least = 0;
  static_cast<void>(nlopt_optimize(solver, x.data(), &least));
  nlopt_destroy(solver);
  return least;
}

}  // namespace

TEST_CASE("no smaller change than that of the linear program is found by NLopt") {
  SamePoints random;
  size_t compared = 0;
  for (uint32_t trial = 0; trial < trials(400); ++trial) {
    Problem problem;
    const size_t numbers = 2 + static_cast<size_t>(4 * random.share());
    for (size_t k = 0; k < numbers; ++k) problem.start.push_back(random.share());
    // Rows that some point meets.
    std::vector<double> truth;
    for (size_t k = 0; k < numbers; ++k) truth.push_back(random.share());
    for (uint32_t label = 0; label < 12; ++label) {
      SlackRow row{label, 0, {}};
      for (size_t k = 0; k < numbers; ++k) row.slopes.push_back(2 * random.share() - 1);
      row.at_start = 0.06 + 0.3 * random.share() - row.at(problem.start, truth);
      problem.rows.push_back(std::move(row));
    }
    const LinearTuning tuning(problem.start, problem.rows);
    const auto nearest = tuning.nearest(std::vector<bool>(12, true), tuning.all_free(), problem.margin);
    INFO("trial " << trial);
    REQUIRE(nearest.has_value());
    double sum = 0;
    for (size_t k = 0; k < numbers; ++k) sum += std::abs((*nearest)[k] - problem.start[k]);
    const double other = least_change_of_nlopt(problem);
    CHECK(sum <= other + 1e-6);
    if (std::abs(sum - other) < 1e-5) ++compared;
  }
  CHECK(compared >= sightings(300));  // NLopt stops short now and then
}

}  // namespace ishi::compiler::nlopt_test

#endif
