#include "tune/search.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "tune/linear_tuning.h"

namespace ishi::compiler {

double Search::shortfall_of(const Measured& measured) const {
  constexpr double kOutOfReach = 10;  // of an action that does not compete
  double shortfall = 0;
  for (size_t i = 0; i < measured.slacks.size(); ++i) {
    if (kept_[i])
      shortfall += weights_[i] * std::clamp(margin_ - least_of(measured.slacks[i]), 0.0, kOutOfReach);
  }
  return shortfall;
}

std::vector<Gauge::Result> Search::measure(const std::vector<Shares>& points) {
  std::vector<std::vector<double>> values;
  for (const Shares& shares : points) values.push_back(values_of_(shares));
  versions_ += points.size();
  return gauge_.at(values);
}

// Goes to the best of some points if it is better; of equal ones to the first.
bool Search::improve(Found& best, const std::vector<Shares>& points) {
  auto results = measure(points);
  std::optional<size_t> better;
  double least = best.shortfall;
  for (size_t i = 0; i < points.size(); ++i) {
    if (!results[i]) continue;
    const double shortfall = shortfall_of(*results[i]);
    if (shortfall < least * (1 - 1e-6)) better = i, least = shortfall;
  }
  if (!better) return false;
  best = {points[*better], std::move(*results[*better]), least};
  return true;
}

// Where linear programs lead within `reach` of a point.
std::vector<Search::Shares> Search::steps_from(const Found& from, double reach) {
  const size_t count = from.shares.size();
  Shares low(count), width(count), at(count);
  std::vector<Shares> points;
  std::vector<double> moved(count);
  for (size_t k = 0; k < count; ++k) {
    low[k] = std::max(0.0, from.shares[k] - reach);
    width[k] = std::min(1.0, from.shares[k] + reach) - low[k];
    at[k] = (from.shares[k] - low[k]) / width[k];
    points.push_back(from.shares);
    moved[k] = at[k] < 0.5 ? 0.25 : -0.25;
    points.back()[k] += moved[k] * width[k];
  }
  const auto results = measure(points);
  std::vector<SlackRow> rows;
  for (uint32_t label = 0; label < kept_.size(); ++label) {
    const Slacks& slacks = from.measured.slacks[label];
    for (size_t i = 0; kept_[label] && i < slacks.size(); ++i) {
      if (!std::isfinite(slacks[i])) continue;
      SlackRow row{label, slacks[i], std::vector<double>(count)};
      for (size_t k = 0; k < count; ++k) {
        if (!results[k] || results[k]->slacks[label].size() != slacks.size()) continue;
        const double other = results[k]->slacks[label][i];
        if (std::isfinite(other)) row.slopes[k] = (other - slacks[i]) / moved[k];
      }
      rows.push_back(std::move(row));
    }
  }
  const LinearTuning local(at, std::move(rows));
  std::vector<Shares> steps;
  const auto add = [&](const Shares& shares) {
    Shares& step = steps.emplace_back(count);
    for (size_t k = 0; k < count; ++k) step[k] = std::clamp(low[k] + shares[k] * width[k], 0.0, 1.0);
  };
  if (const auto nearest = local.nearest(kept_, local.all_free(), margin_)) add(*nearest);
  if (const auto widest = local.widest(kept_, local.all_free(), margin_)) add(widest->shares);
  return steps;
}

void Search::follow_lines(Found& best) {
  constexpr double kFirst = 0.25, kLeast = 1.0 / 256;
  for (double reach = kFirst; reach >= kLeast && best.shortfall > 0 && !is_spent();) {
    const bool is_better = improve(best, steps_from(best, reach));
    reach = is_better ? std::min(1.0, 1.5 * reach) : reach / 2;
  }
}

void Search::try_coordinates(Found& best) {
  constexpr double kFirst = 0.25, kLeast = 1.0 / 128;
  for (double step = kFirst; step >= kLeast && best.shortfall > 0 && !is_spent();) {
    std::vector<Shares> points;
    for (size_t k = 0; k < best.shares.size(); ++k) {
      for (const double way : {-step, step}) {
        const double share = std::clamp(best.shares[k] + way, 0.0, 1.0);
        if (share == best.shares[k]) continue;
        points.push_back(best.shares);
        points.back()[k] = share;
      }
    }
    if (!improve(best, points)) step /= 2;
  }
}

Search::Found Search::run() {
  constexpr size_t kStarts = 12;
  SamePoints random;
  Found best;
  for (size_t start = 0; start < kStarts && !is_spent(); ++start) {
    Shares shares = start_;
    if (start > 0) std::ranges::generate(shares, [&] { return random.share(); });
    auto measured = measure({shares});
    if (!measured[0]) continue;
    const double shortfall = shortfall_of(*measured[0]);
    Found found{std::move(shares), std::move(*measured[0]), shortfall};
    follow_lines(found);
    try_coordinates(found);
    follow_lines(found);
    if (best.shares.empty() || found.shortfall < best.shortfall) best = std::move(found);
    if (best.shortfall == 0) break;
  }
  return best;
}

void Search::pull_back(Found& found) {
  constexpr int kHalvings = 6;
  for (size_t k = 0; k < start_.size(); ++k) {
    const double far = found.shares[k];
    if (far == start_[k]) continue;
    // The whole way, then halves of what is left.
    double good = 1, bad = 0;  // shares of the way away from the start
    for (int i = 0; i <= kHalvings; ++i) {
      const double share = i == 0 ? 0 : (good + bad) / 2;
      Shares nearer = found.shares;
      nearer[k] = start_[k] + share * (far - start_[k]);
      auto result = measure({nearer});
      const bool is_good = result[0] && shortfall_of(*result[0]) <= found.shortfall;
      if (is_good) {
        found.shares = std::move(nearer);
        found.measured = std::move(*result[0]);
        good = share;
        if (i == 0) break;
      } else {
        bad = share;
      }
    }
  }
}

std::vector<Search::Ends> Search::rooms(const Found& found) {
  constexpr int kHalvings = 7;
  const size_t count = found.shares.size();
  std::vector<double> good(2 * count), bad(2 * count);
  for (size_t k = 0; k < count; ++k) {
    good[2 * k] = good[2 * k + 1] = found.shares[k];
    bad[2 * k] = 0;
    bad[2 * k + 1] = 1;
  }
  std::vector<bool> was_met;
  for (size_t i = 0; i < kept_.size(); ++i) was_met.push_back(kept_[i] && gauge_.is_met(found.measured, i));
  for (int i = 0; i <= kHalvings; ++i) {
    std::vector<Shares> points;
    for (size_t side = 0; side < 2 * count; ++side) {
      points.push_back(found.shares);
      points.back()[side / 2] = i == 0 ? bad[side] : (good[side] + bad[side]) / 2;
    }
    const auto results = measure(points);
    for (size_t side = 0; side < 2 * count; ++side) {
      const double share = points[side][side / 2];
      bool is_good = results[side].has_value();
      for (size_t label = 0; is_good && label < was_met.size(); ++label)
        is_good = !was_met[label] || gauge_.is_met(*results[side], label);
      (is_good ? good[side] : bad[side]) = share;
    }
  }
  std::vector<Ends> rooms;
  for (size_t k = 0; k < count; ++k) rooms.push_back({good[2 * k], good[2 * k + 1]});
  return rooms;
}

}  // namespace ishi::compiler
