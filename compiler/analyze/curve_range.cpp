#include "analyze/curve_range.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace ishi::compiler {
namespace {

constexpr Interval kNothing{kInfinity, -kInfinity};

Interval with(Interval range, double value) {
  const auto rounded = static_cast<float>(value);
  return {std::min(range.low, rounded), std::max(range.high, rounded)};
}

// The kind's own y between two of its inputs.
class KindRange {
 public:
  KindRange(CurveKind kind, std::span<const float> numbers, Interval t) : n_(numbers), kind_(kind), t_(t) {}

  [[nodiscard]] Interval range() const {
    switch (kind_) {
      case CurveKind::power: return powers();
      case CurveKind::gaussian: return t_.contains(0) ? with(ends(), 1) : ends();
      case CurveKind::sine: return waves();
      case CurveKind::triangle: return t_.low <= n_[1] && n_[1] <= t_.high ? with(ends(), 1) : ends();
      case CurveKind::trapezoid: return t_.low <= n_[2] && n_[1] <= t_.high ? with(ends(), 1) : ends();
      case CurveKind::points: return rows(3, 0);
      case CurveKind::steps: return rows(2, 0);
      case CurveKind::smooth: return cubics(0);
      case CurveKind::keys: return keys();
      default: return ends();  // they rise or fall throughout
    }
  }

  // Whether the range is exact: one input gives one value, which the runtime's own function has given; and
  // kinds of constants and straight lines rise, fall or stay from corner to corner, in floats, too.
  [[nodiscard]] bool is_exact() const {
    if (t_.low == t_.high) return true;
    switch (kind_) {
      case CurveKind::linear:
      case CurveKind::step:
      case CurveKind::steps:
      case CurveKind::triangle:
      case CurveKind::trapezoid: return true;
      case CurveKind::smoothstep: return t_.high <= 0 || t_.low >= 1;
      case CurveKind::points: return is_flat();
      default: return false;
    }
  }

  // About the greatest of what is added up on the way to y: that is rounded as coarsely.
  [[nodiscard]] double greatest_part() const {
    switch (kind_) {
      case CurveKind::power: return std::abs(double{n_[1]}) + std::abs(double{n_[2]});
      case CurveKind::points: return greatest_of_rows(3, 0);
      case CurveKind::smooth: return greatest_of_rows(5, 0);
      case CurveKind::keys: return greatest_of_rows(5, 2);
      default: return 0;
    }
  }

 private:
  [[nodiscard]] float at(float t) const { return evaluate_curve({kind_, false, 0, 1, 1, 0, n_}, t); }
  [[nodiscard]] Interval ends() const { return with(with(kNothing, at(t_.low)), at(t_.high)); }

  // Whether points that meet the input all lie as high: what lies before the first and behind the last does.
  [[nodiscard]] bool is_flat() const {
    if (t_.high <= n_[0] || t_.low >= n_[n_.size() - 3]) return true;
    float y = 0;
    bool is_first = true;
    for (size_t i = 0; i + 2 < n_.size(); i += 3) {
      const bool is_met = t_.low < (i + 3 < n_.size() ? n_[i + 3] : kInfinity) && n_[i] <= t_.high;
      if (!is_met) continue;
      const bool is_level = n_[i + 2] == 0 || t_.high == n_[i];
      if (!is_level || (!is_first && n_[i + 1] != y)) return false;
      y = n_[i + 1];
      is_first = false;
    }
    return true;
  }

  // A negative power of 0 is 0, but of what is just above it there is none greater.
  [[nodiscard]] Interval powers() const {
    if (t_.low < 0) return {-kInfinity, kInfinity};
    if (t_.low > 0 || t_.high == 0 || n_[0] >= 0) return ends();
    return with(ends(), at(std::numeric_limits<float>::denorm_min()));
  }

  // Crests and troughs a quarter and three quarters into each turn, rounded as the curve rounds them.
  [[nodiscard]] Interval waves() const {
    const double first = t_.low + n_[0], last = t_.high + n_[0];
    Interval range = ends();
    if (std::ceil(first - 0.25) <= last - 0.25) range = with(range, 1);
    if (std::ceil(first - 0.75) <= last - 0.75) range = with(range, 0);
    return range;
  }

  // Rows (x, y, …): between them lines, or nothing else than what stands in them.
  [[nodiscard]] Interval rows(size_t width, size_t first) const {
    Interval range = ends();
    for (size_t i = first; i + 1 < n_.size(); i += width) {
      if (t_.contains(n_[i])) range = with(range, n_[i + 1]);
    }
    return range;
  }

  // Rows (x, a, b, c, d): cubics in u = t - x, which turn where b + 2cu + 3du² is 0.
  [[nodiscard]] Interval cubics(size_t first) const {
    Interval range = ends();
    for (size_t i = first; i + 4 < n_.size(); i += 5) {
      const double x = n_[i], a = n_[i + 1], b = n_[i + 2], c = n_[i + 3], d = n_[i + 4];
      const double next = i + 5 < n_.size() ? n_[i + 5] : x;
      const double low = std::max<double>(t_.low, x) - x, high = std::min<double>(t_.high, next) - x;
      if (low > high) continue;
      const auto add = [&](double u) {
        if (low <= u && u <= high) range = with(range, a + u * (b + u * (c + u * d)));
      };
      add(low);
      add(high);
      if (d == 0) {
        if (c != 0) add(-b / (2 * c));
        continue;
      }
      const double inside = c * c - 3 * b * d;
      if (inside < 0) continue;
      add((-c + std::sqrt(inside)) / (3 * d));
      add((-c - std::sqrt(inside)) / (3 * d));
    }
    return range;
  }

  // Rows (x, a, b, …): a + u(b + …), u = t - x up to the next row. All rows, since a curve may begin anew.
  [[nodiscard]] double greatest_of_rows(size_t width, size_t first) const {
    double greatest = 0;
    for (size_t i = first; i + width <= n_.size(); i += width) {
      const double u = i + width < n_.size() ? double{n_[i + width]} - n_[i] : 0;
      double part = std::abs(n_[i + 1]), power = 1;
      for (size_t k = 2; k < width; ++k) part += (power *= u) * std::abs(n_[i + k]);
      greatest = std::max(greatest, part);
    }
    return greatest;
  }

  // Beyond its ends a curve of keys may begin anew: then it gives whatever it gives anywhere.
  [[nodiscard]] Interval keys() const {
    const bool repeats = (t_.low < n_[2] && n_[0] != 0) || (t_.high > n_[n_.size() - 5] && n_[1] != 0);
    if (!repeats) return cubics(2);
    return KindRange(kind_, n_, {n_[2], n_[n_.size() - 5]}).cubics(2);
  }

  std::span<const float> n_;
  CurveKind kind_;
  Interval t_;
};

}  // namespace

Interval range_of_curve(const CurveData& curve, Interval x) {
  // More than the error of any kind, of which the cubics have the greatest.
  constexpr float kError = 2e-5F;
  constexpr float kRounding = 1e-6F;
  const float one = (x.low - curve.shift) * curve.scale, other = (x.high - curve.shift) * curve.scale;
  const KindRange kind(curve.kind, curve.numbers, {std::min(one, other), std::max(one, other)});
  Interval y = kind.range();
  const auto part = static_cast<float>(kind.greatest_part());
  const float wider = kind.is_exact() ? 0
                                      : std::max(kError * std::max({1.0F, std::abs(y.low), std::abs(y.high)}),
                                                 kRounding * part);
  y = {y.low - wider, y.high + wider};
  if (curve.clamped) y = {std::clamp(y.low, 0.0F, 1.0F), std::clamp(y.high, 0.0F, 1.0F)};
  const float from = y.low * curve.output_scale + curve.output_shift;
  const float to = y.high * curve.output_scale + curve.output_shift;
  if (std::isnan(from) || std::isnan(to)) return {-kInfinity, kInfinity};
  return {std::min(from, to), std::max(from, to)};
}

}  // namespace ishi::compiler
