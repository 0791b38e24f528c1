#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tune/linear_tuning.h"

// Labels of which several picks are right, where scores are linear: which of the picks can be met together.

namespace ishi::compiler {

class Alternatives {
 public:
  // `rows` are those of all picks of all labels, which are counted through: `picks` has the numbers of each
  // label's. `is_possible`: false for a pick that no scores make the best.
  Alternatives(std::vector<double> start, std::vector<SlackRow> rows,
               std::vector<std::vector<uint32_t>> picks, std::vector<bool> is_possible)
      : linear_(std::move(start), std::move(rows)),
        picks_(std::move(picks)),
        is_possible_(std::move(is_possible)) {}

  // By label, the picks with which the fewest numbers change. It tries all combinations, unless there are
  // very many. Nothing if no tried combination can be met by the margin. `nearest`: the order in which to
  // try.
  [[nodiscard]] std::optional<std::vector<size_t>> best(const LinearTuning::Kept& kept,
                                                        const std::vector<size_t>& nearest,
                                                        double margin) const;
  // A minimal set of labels that contradict each other with any of their picks. Empty if all kept labels can
  // be met by more than `margin`, or there are too many combinations to try.
  [[nodiscard]] std::vector<uint32_t> contradiction(const LinearTuning::Kept& kept, double margin) const;
  // The slack of the pick of a label that is met best.
  [[nodiscard]] double least_of(uint32_t label, std::span<const double> shares) const;

 private:
  struct Visit;
  [[nodiscard]] bool can_be_met(const LinearTuning::Kept& picks, double margin) const;
  void go_on(Visit& visit, size_t label) const;
  [[nodiscard]] std::optional<bool> can_all(const LinearTuning::Kept& kept, double margin) const;

  LinearTuning linear_;
  std::vector<std::vector<uint32_t>> picks_;
  std::vector<bool> is_possible_;
};

}  // namespace ishi::compiler
