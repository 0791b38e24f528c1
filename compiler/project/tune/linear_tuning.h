#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// Tuning where scores are linear in what is tuned: what labels ask for are inequalities, and linear programs
// give the values. A number counts as the share of its range that it has gone through, 0 at the low end and 1
// at the high one.

namespace ishi::compiler {

// One thing that a label asks for: that a slack (slacks.h) is above 0.
struct SlackRow {
  uint32_t label = 0;
  double at_start = 0;         // the slack with the numbers as they are written
  std::vector<double> slopes;  // by number: what its whole range adds

  [[nodiscard]] double at(std::span<const double> start, std::span<const double> shares) const;
};

class LinearTuning {
 public:
  // `start`: the share of each number as it is written.
  LinearTuning(std::vector<double> start, std::vector<SlackRow> rows);

  // Numbers that stay at a share; the others are free.
  using Fixed = std::vector<std::optional<double>>;

  // True for labels that count.
  using Kept = std::vector<bool>;

  // The greatest margin up to `most` with which all kept labels can be met, where, and which labels keep it
  // from being greater. Below 0 if they contradict each other.
  struct Widest {
    double margin = 0;
    std::vector<double> shares;
    std::vector<uint32_t> labels;
  };
  [[nodiscard]] std::optional<Widest> widest(const Kept& kept, const Fixed& fixed, double most) const;

  // The shares nearest to the start, by the sum of what all numbers move, that meet all kept labels with a
  // margin; nothing if there are none.
  [[nodiscard]] std::optional<std::vector<double>> nearest(const Kept& kept, const Fixed& fixed,
                                                           double margin) const;

  // Finds shares that meet all kept labels with a margin and differ from the start in the fewest numbers;
  // among these, the nearest. Nothing if no shares meet them. If there are too many sets of numbers to try,
  // the result is minimal: no single number of it can be left unchanged.
  [[nodiscard]] std::optional<std::vector<double>> fewest(const Kept& kept, const Fixed& fixed,
                                                          double margin) const;

  // The mean of the shares that meet all kept labels, about: of a walk among them from `from`, which meets
  // them. Of all points it is the best guess at the numbers that made the labels. The same bits each time; it
  // visits at most some 50 million rows.
  [[nodiscard]] std::vector<double> middle(const Kept& kept, const Fixed& fixed,
                                           std::vector<double> from) const;

  // Labels that contradict each other, of which none can be left out; empty if all kept ones can be met by
  // more than `margin`.
  [[nodiscard]] std::vector<uint32_t> contradiction(const Kept& kept, double margin) const;

  // The least slack of the kept labels, or of one.
  [[nodiscard]] double least(const Kept& kept, std::span<const double> shares) const;
  [[nodiscard]] double least_of(uint32_t label, std::span<const double> shares) const;
  // How far one number can move while all kept labels stay met: two shares.
  struct Room {
    double low = 0, high = 1;
  };
  [[nodiscard]] Room room(const Kept& kept, std::span<const double> shares, size_t number) const;

  [[nodiscard]] const std::vector<double>& start() const { return start_; }
  [[nodiscard]] Fixed all_free() const { return Fixed(start_.size()); }

 private:
  [[nodiscard]] double least_anywhere(const SlackRow& row, const Fixed& fixed) const;
  [[nodiscard]] double most_anywhere(const SlackRow& row, const Fixed& fixed) const;

  std::vector<double> start_;
  std::vector<SlackRow> rows_;
};

}  // namespace ishi::compiler
