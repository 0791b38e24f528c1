#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "simulate/variation.h"

namespace ishi::compiler {

// A number in place of anything, the same on every machine: a mix of its parts (SplitMix64).
[[nodiscard]] uint64_t mixed(uint64_t seed, uint64_t a, uint64_t b = 0);
// From 0 to below 1.
[[nodiscard]] double as_place(uint64_t mixed);

// The runs of a search before anything is known of them. Each is a function of the seed and its number, so
// any part of them can be made anywhere. Run 0 is the situation as it is given, as far as that is one of the
// values; the others cover the values evenly from the first on (a Halton sequence with digits shifted by the
// seed), but for each fourth, half of whose numbers are ends of their ranges.
class RunSequence {
 public:
  // `variations` must outlive this.
  RunSequence(std::span<const Variation> variations, uint64_t seed) : variations_(variations), seed_(seed) {}

  // `numbers` has room for those of a run (numbers_of). Allocates nothing once it was called.
  void make(uint64_t run, std::span<double> numbers);
  // A run near another one: some of its numbers are drawn anew, some are a little off.
  void make_near(uint64_t run, std::span<const double> parent, std::span<double> numbers);
  // A run beside another one: about half of its numbers are a little off, by anything from half of their
  // range to a thousandth of it; seldom is one drawn anew.
  void make_nearer(uint64_t run, std::span<const double> parent, std::span<double> numbers);
  // A run of which so many of the variations that may be left out have a value, and the others are as given.
  void make_sparse(uint64_t run, size_t given, std::span<double> numbers);
  // A run of which about half of the numbers that have thresholds, by variation, lie on or beside one.
  void make_at(uint64_t run, std::span<const std::vector<double>> thresholds, std::span<double> numbers);

 private:
  [[nodiscard]] double place(uint64_t run, size_t dimension) const;

  std::span<const Variation> variations_;
  uint64_t seed_;
  std::vector<double> places_;
};

}  // namespace ishi::compiler
