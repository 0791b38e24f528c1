#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tune/gauge.h"

// Tuning where scores are not linear in what is tuned: a deterministic search. Around a point it takes slacks
// for linear, goes where the linear program says as far as that is trusted, and, where that leads nowhere,
// along one number at a time; from the values as they are written, then from places that are the same each
// time.

namespace ishi::compiler {

class Search {
 public:
  using Shares = std::vector<double>;
  // The values at shares of the ranges (linear_tuning.h).
  using ValuesOf = std::function<std::vector<double>(const Shares&)>;

  // All but the numbers outlive this. `kept`: labels that count, each with its weight. `most`: versions that
  // may be compiled.
  Search(Gauge& gauge, const ValuesOf& values_of, const std::vector<double>& weights, Shares start,
         std::vector<bool> kept, double margin, size_t most)
      : gauge_(gauge),
        values_of_(values_of),
        weights_(weights),
        start_(std::move(start)),
        kept_(std::move(kept)),
        margin_(margin),
        most_(most) {}

  struct Found {
    Shares shares;
    Measured measured;
    double shortfall = 0;  // of the margin, over all labels; 0: all are met by it
  };
  [[nodiscard]] Found run();

  // Each number goes back towards its start as far as nothing gets worse.
  void pull_back(Found& found);

  // How far each number can go from a point while all that was met stays so: a low and a high share.
  struct Ends {
    double low = 0, high = 1;
  };
  [[nodiscard]] std::vector<Ends> rooms(const Found& found);

  // How much labels fall short of being met by the margin.
  [[nodiscard]] double shortfall_of(const Measured& measured) const;

 private:
  [[nodiscard]] std::vector<Gauge::Result> measure(const std::vector<Shares>& points);
  bool improve(Found& best, const std::vector<Shares>& points);
  void follow_lines(Found& best);
  [[nodiscard]] std::vector<Shares> steps_from(const Found& from, double reach);
  void try_coordinates(Found& best);
  [[nodiscard]] bool is_spent() const { return versions_ >= most_; }

  Gauge& gauge_;
  const ValuesOf& values_of_;
  const std::vector<double>& weights_;
  Shares start_;
  std::vector<bool> kept_;
  double margin_;
  size_t most_, versions_ = 0;
};

// S. Vigna's splitmix64 (2015), as numbers from 0 to below 1: the same ones on each machine.
class SamePoints {
 public:
  [[nodiscard]] double share() {
    state_ += 0x9e3779b97f4a7c15U;
    uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return static_cast<double>((z ^ (z >> 31U)) >> 11U) * 0x1p-53;
  }

 private:
  uint64_t state_ = 20;
};

}  // namespace ishi::compiler
