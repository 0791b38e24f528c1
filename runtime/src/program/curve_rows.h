#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "ishi/program.h"
#include "math/rounding.h"

// The numbers of response curves, above all those that lie on rows: which row a number falls on, with which
// loop that is found, and where the curve turns. Rows begin with their x; below the first x a curve has its
// first value, from the last x on its last one.

namespace ishi::curves {

struct Numbers {
  const float* values;
  uint32_t count;

  float operator[](uint32_t i) const { return values[i]; }
};

// The loop by which chunks compute a curve: that of its kind, or a cheaper one.
enum class CurveLoop : uint8_t {
  // here one for each kind, in the order of CurveKind
  identity_power = kCurveKindCount,  // exponents with which a power is what it says, to the last bit
  square_root,
  square,
  cube,
  by_lanes,  // each lane by itself
};
inline constexpr uint32_t kCurveLoops = static_cast<uint32_t>(CurveLoop::by_lanes) + 1;

constexpr CurveLoop own_loop(CurveKind kind) { return static_cast<CurveLoop>(kind); }

inline constexpr uint32_t kFewRows = 8;    // all of them are looked at; of more one is searched
inline constexpr uint32_t kMostRows = 16;  // that stand in columns, as many as a vector has lanes at most

template <typename Of>
constexpr CurveLoop loop_of_rows(const Numbers& n) {
  return n.count - Of::shape.fixed <= kFewRows * Of::shape.row ? own_loop(Of::kind) : CurveLoop::by_lanes;
}

// The last row whose x is <= t, or the first row; rows of `width` floats that begin with their x.
inline const float* row_below(const float* rows, size_t count, size_t width, float t) {
  size_t first = 0;
  while (count > 1) {
    const size_t half = count / 2;
    const bool upper = rows[(first + half) * width] <= t;
    first = upper ? first + half : first;
    count = upper ? count - half : half;
  }
  return rows + first * width;
}

// Kinds whose rows stand behind the first `fixed` numbers.
template <typename On>
inline float on_rows(const Numbers& n, uint32_t fixed, float t) {
  return On::y(t, row_below(n.values + fixed, (n.count - fixed) / On::width, On::width, t));
}

// How a curve of keys continues before its first and after its last key.
enum class Beyond : uint8_t { hold, repeat, mirror };

// t of a curve of keys, brought between the first and the last x as its modes say.
inline float brought_inside(float t, const Numbers& n) {
  const float first = n[2];
  const float last = n[n.count - 5];
  const float number = t < first ? n[0] : (t > last ? n[1] : 0.0f);
  const auto mode = static_cast<Beyond>(static_cast<uint8_t>(number));
  const float length = last - first;
  const float forward = math::modulo(t - first, length);
  const float swing = math::modulo(t - first, 2.0f * length);
  const float mirrored = swing > length ? 2.0f * length - swing : swing;
  const float inside = first + (mode == Beyond::mirror ? mirrored : forward);
  return mode == Beyond::hold ? t : inside;
}

// --- ranges ---

// The y of all rows whose x lies within t: lines lead from one to the next, or there is nothing between them.
template <typename Of>
void add_rows_within(const Numbers& n, const Interval& t, auto&& add) {
  for (uint32_t i = Of::shape.fixed; i + 1 < n.count; i += Of::shape.row) {
    if (t.contains(n[i])) add(n[i + 1]);
  }
}

// Rows (x, a, b, c, d): cubics in u = t - x, which turn where b + 2cu + 3du² is 0.
template <typename Of>
void add_turns_of_cubics(const Numbers& n, const Interval& t, auto&& add) {
  for (uint32_t i = Of::shape.fixed; i + 4 < n.count; i += 5) {
    const double x = n[i], a = n[i + 1], b = n[i + 2], c = n[i + 3], d = n[i + 4];
    const double next = i + 5 < n.count ? n[i + 5] : x;
    const double low = std::max<double>(t.low, x) - x, high = std::min<double>(t.high, next) - x;
    if (low > high) continue;
    const auto add_at = [&](double u) {
      if (low <= u && u <= high) add(a + u * (b + u * (c + u * d)));
    };
    add_at(low);
    add_at(high);
    if (d == 0) {
      if (c != 0) add_at(-b / (2 * c));
      continue;
    }
    const double inside = c * c - 3 * b * d;
    if (inside < 0) continue;
    add_at((-c + std::sqrt(inside)) / (3 * d));
    add_at((-c - std::sqrt(inside)) / (3 * d));
  }
}

// True if all rows (x, y, slope) that meet t have the same y, as before the first row and after the last.
inline bool is_flat(const Numbers& n, const Interval& t) {
  if (t.high <= n[0] || t.low >= n[n.count - 3]) return true;
  float y = 0;
  bool is_first = true;
  for (uint32_t i = 0; i + 2 < n.count; i += 3) {
    const bool is_met = t.low < (i + 3 < n.count ? n[i + 3] : HUGE_VALF) && n[i] <= t.high;
    if (!is_met) continue;
    const bool is_level = n[i + 2] == 0 || t.high == n[i];
    if (!is_level || (!is_first && n[i + 1] != y)) return false;
    y = n[i + 1];
    is_first = false;
  }
  return true;
}

// Rows (x, a, b, …): a + u(b + …), u = t - x up to the next row. All rows, since a curve may begin anew.
template <typename Of>
double greatest_of_rows(const Numbers& n) {
  constexpr uint32_t kWidth = Of::shape.row;
  double greatest = 0;
  for (uint32_t i = Of::shape.fixed; i + kWidth <= n.count; i += kWidth) {
    const double u = i + kWidth < n.count ? double{n[i + kWidth]} - n[i] : 0;
    double part = std::abs(n[i + 1]), power = 1;
    for (uint32_t k = 2; k < kWidth; ++k) part += (power *= u) * std::abs(n[i + k]);
    greatest = std::max(greatest, part);
  }
  return greatest;
}

}  // namespace ishi::curves
