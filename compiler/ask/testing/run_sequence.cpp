#include "testing/run_sequence.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ishi::compiler {
namespace {

// Beyond so many dimensions Halton sequences are no better than random numbers.
constexpr std::array<uint32_t, 16> kPrimes = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};

// Streams of random numbers, so that none has two uses.
constexpr uint64_t kShift = 1, kPlace = 2, kCorner = 3, kEnd = 4, kFate = 5, kAnew = 6, kNudge = 7, kKept = 8,
                   kThreshold = 9, kNearer = 10;

uint64_t stream(uint64_t use, uint64_t dimension) { return use << 32 | dimension; }

constexpr double kAlmostOne = 1 - 0x1p-32;

}  // namespace

uint64_t mixed(uint64_t seed, uint64_t a, uint64_t b) {
  const auto mix = [](uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
  };
  return mix(mix(mix(seed) ^ a) ^ b);
}

double as_place(uint64_t mixed) { return static_cast<double>(mixed >> 11) * 0x1p-53; }

double RunSequence::place(uint64_t run, size_t dimension) const {
  if (dimension >= kPrimes.size()) return as_place(mixed(seed_, stream(kPlace, dimension), run));
  const uint64_t base = kPrimes[dimension];
  uint64_t digits = 0, scale = 1;
  constexpr uint64_t kMostScale = uint64_t{1} << 45;
  for (uint64_t rest = run, k = 0; scale < kMostScale; rest /= base, ++k) {
    const uint64_t shift = mixed(seed_, stream(kShift, dimension), k) % base;
    digits = digits * base + (rest % base + shift) % base;
    scale *= base;
  }
  return static_cast<double>(digits) / static_cast<double>(scale);
}

void RunSequence::make(uint64_t run, std::span<double> numbers) {
  const bool is_corner = run > 0 && mixed(seed_, kCorner, run) % 4 == 0;
  for (const Variation& variation : variations_) {
    if (run == 0 && variation.may_be_left_out) {
      std::fill_n(numbers.begin() + static_cast<ptrdiff_t>(variation.first), variation.count, kAsGiven);
      continue;
    }
    places_.resize(variation.count);
    for (size_t i = 0; i < variation.count; ++i) {
      const size_t dimension = variation.first + i;
      places_[i] = place(run, dimension);
      const uint64_t end = mixed(seed_, stream(kEnd, dimension), run) % 4;
      if (is_corner && end < 2) places_[i] = end == 0 ? 0 : kAlmostOne;
    }
    draw(variation, places_, numbers.subspan(variation.first, variation.count));
    // An end is met exactly, whatever lies a hair below it.
    if (is_corner && !variation.is_of_choices()) {
      for (size_t i = 0; i < variation.count; ++i) {
        if (places_[i] != kAlmostOne) continue;
        const bool is_count = variation.detours > 0 && i == 0;
        if (!is_count)
          numbers[variation.first + i] = variation.ranges[variation.detours > 0 ? (i - 1) % 3 : i].high;
      }
    }
  }
}

void RunSequence::make_near(uint64_t run, std::span<const double> parent, std::span<double> numbers) {
  for (const Variation& variation : variations_) {
    const auto own = numbers.subspan(variation.first, variation.count);
    const bool is_as_given = std::isnan(parent[variation.first]);
    places_.resize(variation.count);
    for (size_t i = 0; i < variation.count; ++i)
      places_[i] = as_place(mixed(seed_, stream(kAnew, variation.first + i), run));
    draw(variation, places_, own);
    for (size_t i = 0; i < variation.count && !is_as_given; ++i) {
      const size_t dimension = variation.first + i;
      const uint64_t fate = mixed(seed_, stream(kFate, dimension), run) % 4;
      if (fate == 0) continue;  // anew
      own[i] = parent[dimension];
      const bool is_number = !variation.is_of_choices() && !(variation.detours > 0 && i == 0);
      if (fate != 1 || !is_number) continue;
      const VariedRange& range = variation.ranges[variation.detours > 0 ? (i - 1) % 3 : i];
      const uint64_t nudge = mixed(seed_, stream(kNudge, dimension), run);
      const double width = (range.high - range.low) / static_cast<double>(8 << nudge % 8);
      own[i] = round_within(range, parent[dimension] + (2 * as_place(mixed(nudge, 1)) - 1) * width,
                            range.decimals);
    }
  }
}

void RunSequence::make_nearer(uint64_t run, std::span<const double> parent, std::span<double> numbers) {
  for (const Variation& variation : variations_) {
    const auto own = numbers.subspan(variation.first, variation.count);
    std::ranges::copy(parent.subspan(variation.first, variation.count), own.begin());
    const uint64_t fate = mixed(seed_, stream(kNearer, variation.first), run);
    if (fate % 16 == 0) {
      places_.resize(variation.count);
      for (size_t i = 0; i < variation.count; ++i)
        places_[i] = as_place(mixed(seed_, stream(kAnew, variation.first + i), run));
      draw(variation, places_, own);
      continue;
    }
    if (std::isnan(parent[variation.first]) || variation.is_of_choices()) continue;
    for (size_t i = variation.detours > 0 ? 1 : 0; i < variation.count; ++i) {
      const uint64_t nudge = mixed(seed_, stream(kNudge, variation.first + i), run);
      constexpr uint64_t kScales = 10;  // halves of a range, one after the other
      if (nudge % 2 == 0) continue;
      const VariedRange& range = variation.ranges[variation.detours > 0 ? (i - 1) % 3 : i];
      const double width = (range.high - range.low) / static_cast<double>(uint64_t{2} << nudge / 2 % kScales);
      own[i] = round_within(range, own[i] + (2 * as_place(mixed(nudge, 1)) - 1) * width, range.decimals);
    }
  }
}

void RunSequence::make_sparse(uint64_t run, size_t given, std::span<double> numbers) {
  make(run, numbers);
  std::vector<size_t> free;
  for (size_t i = 0; i < variations_.size(); ++i) {
    if (variations_[i].may_be_left_out) free.push_back(i);
  }
  for (size_t left = free.size(); left > given; --left) {
    const size_t which = mixed(seed_, stream(kKept, left), run) % left;
    const Variation& variation = variations_[free[which]];
    std::fill_n(numbers.begin() + static_cast<ptrdiff_t>(variation.first), variation.count, kAsGiven);
    free.erase(free.begin() + static_cast<ptrdiff_t>(which));
  }
}

void RunSequence::make_at(uint64_t run, std::span<const std::vector<double>> thresholds,
                          std::span<double> numbers) {
  make(run, numbers);
  for (size_t i = 0; i < variations_.size(); ++i) {
    const Variation& variation = variations_[i];
    const uint64_t fate = mixed(seed_, stream(kThreshold, variation.first), run);
    if (thresholds[i].empty() || fate % 2 == 0) continue;
    const VariedRange& range = variation.ranges[0];
    const double step = std::pow(10.0, -range.decimals);
    const auto side = static_cast<double>(fate / 2 % 3) - 1;  // before it, on it, behind it
    const double at = thresholds[i][fate / 8 % thresholds[i].size()];
    numbers[variation.first] = round_within(range, at + side * step, range.decimals);
  }
}

}  // namespace ishi::compiler
