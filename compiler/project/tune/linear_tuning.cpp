#include "tune/linear_tuning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "analyze/simplex.h"

namespace ishi::compiler {
namespace {

constexpr int kSteps = 5000;
// What is enough, or a change costs, is a little more for some numbers than for others: ties, among which the
// simplex method could go in circles, are rare then. Far below what single precision tells apart.
constexpr double kTilt = 1e-9;
constexpr int kMoreTilts = 3;

}  // namespace

double SlackRow::at(std::span<const double> start, std::span<const double> shares) const {
  double slack = at_start;
  for (size_t k = 0; k < slopes.size(); ++k) slack += slopes[k] * (shares[k] - start[k]);
  return slack;
}

LinearTuning::LinearTuning(std::vector<double> start, std::vector<SlackRow> rows)
    : start_(std::move(start)), rows_(std::move(rows)) {}

double LinearTuning::least_anywhere(const SlackRow& row, const Fixed& fixed) const {
  double least = row.at_start;
  for (size_t k = 0; k < start_.size(); ++k) {
    const double slope = row.slopes[k];
    least += fixed[k]    ? slope * (*fixed[k] - start_[k])
             : slope > 0 ? -slope * start_[k]
                         : slope * (1 - start_[k]);
  }
  return least;
}

double LinearTuning::most_anywhere(const SlackRow& row, const Fixed& fixed) const {
  double most = row.at_start;
  for (size_t k = 0; k < start_.size(); ++k) {
    const double slope = row.slopes[k];
    most += fixed[k]    ? slope * (*fixed[k] - start_[k])
            : slope > 0 ? slope * (1 - start_[k])
                        : -slope * start_[k];
  }
  return most;
}

std::optional<LinearTuning::Widest> LinearTuning::widest(const Kept& kept, const Fixed& fixed,
                                                         double most) const {
  std::vector<size_t> free;
  for (size_t k = 0; k < start_.size(); ++k) {
    if (!fixed[k]) free.push_back(k);
  }
  WeightedRows program;
  program.widths.assign(free.size(), 1);
  // As much as is asked for is enough.
  program.constants.push_back(most);
  std::vector<double>& none = program.factors.emplace_back();
  for (size_t i = 0; i < free.size(); ++i) none.push_back(kTilt * static_cast<double>(i + 1));
  std::vector<uint32_t> labels{std::numeric_limits<uint32_t>::max()};
  for (const SlackRow& row : rows_) {
    if (!kept[row.label] || least_anywhere(row, fixed) >= most) continue;
    double constant = row.at_start;
    for (size_t k = 0; k < start_.size(); ++k)
      constant += row.slopes[k] * ((fixed[k] ? *fixed[k] : 0) - start_[k]);
    program.constants.push_back(constant);
    std::vector<double>& factors = program.factors.emplace_back();
    for (const size_t k : free) factors.push_back(row.slopes[k]);
    labels.push_back(row.label);
  }
  program.mains = program.constants.size();
  BestPoint best = best_point(program, kSteps);
  for (int i = 0; i < kMoreTilts && best.outcome == BestPoint::Outcome::given_up; ++i) {
    for (double& factor : program.factors[0]) factor *= 16;
    best = best_point(program, kSteps);
  }
  if (best.outcome != BestPoint::Outcome::found) return std::nullopt;
  Widest widest;
  widest.shares.resize(start_.size());
  for (size_t k = 0; k < start_.size(); ++k) widest.shares[k] = fixed[k] ? *fixed[k] : 0;
  for (size_t i = 0; i < free.size(); ++i) widest.shares[free[i]] = best.point[i];
  widest.margin = std::min(most, least(kept, widest.shares));
  for (size_t i = 1; i < labels.size(); ++i) {
    if (best.weights[i] > 0) widest.labels.push_back(labels[i]);
  }
  std::ranges::sort(widest.labels);
  widest.labels.erase(std::unique(widest.labels.begin(), widest.labels.end()), widest.labels.end());
  return widest;
}

std::optional<std::vector<double>> LinearTuning::nearest(const Kept& kept, const Fixed& fixed,
                                                         double margin) const {
  constexpr double kRounding = 1e-9;
  // Each free number has two variables: how much it rises, and how much it falls.
  std::vector<size_t> free;
  WeightedRows program;
  for (size_t k = 0; k < start_.size(); ++k) {
    if (fixed[k]) continue;
    free.push_back(k);
    program.widths.push_back(1 - start_[k]);
    program.widths.push_back(start_[k]);
  }
  program.mains = 1;
  program.constants.push_back(0);
  std::vector<double>& costs = program.factors.emplace_back();
  for (size_t i = 0; i < 2 * free.size(); ++i) costs.push_back(-1 - kTilt * static_cast<double>(i + 1));
  for (const SlackRow& row : rows_) {
    if (!kept[row.label] || least_anywhere(row, fixed) >= margin) continue;
    double constant = row.at_start - margin;
    for (size_t k = 0; k < start_.size(); ++k) {
      if (fixed[k]) constant += row.slopes[k] * (*fixed[k] - start_[k]);
    }
    program.constants.push_back(constant);
    std::vector<double>& factors = program.factors.emplace_back();
    for (const size_t k : free) {
      factors.push_back(row.slopes[k]);
      factors.push_back(-row.slopes[k]);
    }
  }
  BestPoint best = best_point(program, kSteps);
  for (int i = 0; i < kMoreTilts && best.outcome == BestPoint::Outcome::given_up; ++i) {
    for (double& cost : program.factors[0]) cost = -1 + 16 * (cost + 1);
    best = best_point(program, kSteps);
  }
  if (best.outcome != BestPoint::Outcome::found) return std::nullopt;
  std::vector<double> shares(start_);
  for (size_t k = 0; k < start_.size(); ++k) {
    if (fixed[k]) shares[k] = *fixed[k];
  }
  for (size_t i = 0; i < free.size(); ++i)
    shares[free[i]] = std::clamp(start_[free[i]] + best.point[2 * i] - best.point[2 * i + 1], 0.0, 1.0);
  if (least(kept, shares) < margin - kRounding) return std::nullopt;
  return shares;
}

namespace {

constexpr double kStays = 1e-9;  // a share that has moved has moved by more

double distance(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (size_t k = 0; k < a.size(); ++k) sum += std::abs(a[k] - b[k]);
  return sum;
}

}  // namespace

std::optional<std::vector<double>> LinearTuning::fewest(const Kept& kept, const Fixed& fixed,
                                                        double margin) const {
  auto best = nearest(kept, fixed, margin);
  if (!best) return std::nullopt;
  const auto moved_in = [&](const std::vector<double>& shares) {
    std::vector<size_t> moved;
    for (size_t k = 0; k < start_.size(); ++k) {
      if (!fixed[k] && std::abs(shares[k] - start_[k]) > kStays) moved.push_back(k);
    }
    return moved;
  };
  // Each number that is not needed goes back to its start, those that moved least first.
  std::vector<size_t> moved = moved_in(*best);
  std::ranges::stable_sort(moved, {}, [&](size_t k) { return std::abs((*best)[k] - start_[k]); });
  Fixed with = fixed;
  for (size_t k = 0; k < start_.size(); ++k) {
    if (!with[k] && std::ranges::find(moved, k) == moved.end()) with[k] = start_[k];
  }
  for (const size_t k : moved) {
    Fixed without = with;
    without[k] = start_[k];
    auto shares = nearest(kept, without, margin);
    if (!shares) continue;
    with = std::move(without);
    best = std::move(shares);
  }
  // Smaller sets of numbers, as many as can be tried.
  constexpr size_t kMostPrograms = 2000, kMostRows = 20'000'000;
  size_t programs = 0, rows = 0;
  std::vector<const SlackRow*> wrong;
  for (const SlackRow& row : rows_) {
    if (kept[row.label] && row.at_start < margin) wrong.push_back(&row);
  }
  std::vector<size_t> free;
  for (size_t k = 0; k < start_.size(); ++k) {
    if (!fixed[k] && std::ranges::any_of(wrong, [k](const SlackRow* row) { return row->slopes[k] != 0; }))
      free.push_back(k);
  }
  for (size_t size = 1; size < moved_in(*best).size(); ++size) {
    std::optional<std::vector<double>> smallest;
    std::vector<size_t> set(size);
    for (size_t i = 0; i < size; ++i) set[i] = i;
    while (set.back() < free.size()) {
      Fixed only = fixed;
      for (size_t k = 0; k < start_.size(); ++k) {
        if (!only[k]) only[k] = start_[k];
      }
      for (const size_t i : set) only[free[i]] = std::nullopt;
      const bool can = std::ranges::all_of(wrong, [&](const SlackRow* row) {
        ++rows;
        return most_anywhere(*row, only) >= margin;
      });
      if (can && ++programs <= kMostPrograms) {
        auto shares = nearest(kept, only, margin);
        if (shares && (!smallest || distance(*shares, start_) < distance(*smallest, start_) - kStays))
          smallest = std::move(shares);
      }
      if (programs > kMostPrograms || rows > kMostRows) return best;
      // The next set in the order of the alphabet.
      size_t last = size;
      while (last > 0 && set[last - 1] == free.size() - size + last - 1) --last;
      if (last == 0) break;
      ++set[last - 1];
      for (size_t i = last; i < size; ++i) set[i] = set[i - 1] + 1;
    }
    if (smallest) return smallest;
  }
  return best;
}

std::vector<double> LinearTuning::middle(const Kept& kept, const Fixed& fixed,
                                         std::vector<double> from) const {
  struct Wall {
    double slack = 0;
    const SlackRow* row = nullptr;
  };
  std::vector<Wall> walls;
  for (const SlackRow& row : rows_) {
    if (kept[row.label] && least_anywhere(row, fixed) < 0) walls.push_back({row.at(start_, from), &row});
  }
  std::vector<size_t> free;
  for (size_t k = 0; k < start_.size(); ++k) {
    if (!fixed[k]) free.push_back(k);
  }
  if (free.empty() || walls.empty()) return from;
  // Each step moves one number to anywhere between the walls on its two sides.
  constexpr size_t kRows = 50'000'000, kFewest = 20, kMost = 4000;
  const size_t rounds = std::clamp(kRows / (free.size() * walls.size()), kFewest, kMost);
  uint64_t draw = 0;
  std::vector<double> sums(free.size());
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < free.size(); ++i) {
      const size_t k = free[i];
      double low = -from[k], high = 1 - from[k];
      for (const Wall& wall : walls) {
        const double slope = wall.row->slopes[k];
        if (slope > 0)
          low = std::max(low, -wall.slack / slope);
        else if (slope < 0)
          high = std::min(high, -wall.slack / slope);
      }
      draw = draw * 6364136223846793005U + 1442695040888963407U;
      const double share = static_cast<double>(draw >> 11U) * 0x1p-53;
      if (low < high) {
        const double step = low + share * (high - low);
        from[k] = std::clamp(from[k] + step, 0.0, 1.0);
        for (Wall& wall : walls) wall.slack += step * wall.row->slopes[k];
      }
      sums[i] += from[k];
    }
  }
  for (size_t i = 0; i < free.size(); ++i) from[free[i]] = sums[i] / static_cast<double>(rounds);
  return from;
}

std::vector<uint32_t> LinearTuning::contradiction(const Kept& kept, double margin) const {
  const auto found = widest(kept, all_free(), 2 * margin);
  if (!found || found->margin > margin) return {};
  std::vector<uint32_t> labels = found->labels;
  // Each label that is not needed for the contradiction goes.
  for (size_t i = labels.size(); i-- > 0;) {
    Kept others(kept.size());
    for (size_t j = 0; j < labels.size(); ++j) others[labels[j]] = j != i;
    const auto without = widest(others, all_free(), 2 * margin);
    if (without && without->margin <= margin) labels.erase(labels.begin() + static_cast<ptrdiff_t>(i));
  }
  return labels;
}

double LinearTuning::least(const Kept& kept, std::span<const double> shares) const {
  double least = std::numeric_limits<double>::infinity();
  for (const SlackRow& row : rows_) {
    if (kept[row.label]) least = std::min(least, row.at(start_, shares));
  }
  return least;
}

double LinearTuning::least_of(uint32_t label, std::span<const double> shares) const {
  double least = std::numeric_limits<double>::infinity();
  for (const SlackRow& row : rows_) {
    if (row.label == label) least = std::min(least, row.at(start_, shares));
  }
  return least;
}

LinearTuning::Room LinearTuning::room(const Kept& kept, std::span<const double> shares, size_t number) const {
  Room room;
  for (const SlackRow& row : rows_) {
    const double slope = row.slopes[number];
    if (!kept[row.label] || slope == 0) continue;
    const double end = shares[number] - row.at(start_, shares) / slope;
    if (slope > 0)
      room.low = std::max(room.low, end);
    else
      room.high = std::min(room.high, end);
  }
  room.low = std::min(room.low, shares[number]);
  room.high = std::max(room.high, shares[number]);
  return room;
}

}  // namespace ishi::compiler
