#include "simulate/walls.h"

#include <algorithm>
#include <cmath>

namespace ishi::compiler {
namespace {

struct Place {
  double right = 0, ahead = 0;
};

Place in_plane(const Vector& at, Up up) { return {at[0], up == Up::y ? at[2] : at[1]}; }

bool is_cell(const SituationWall& wall) { return wall.from == wall.to; }

// True if the line from a to b touches the inside of the cell of one metre round a centre.
bool crosses(const Place& a, const Place& b, const Place& center) {
  constexpr double kHalf = 0.5 - 1e-6;  // corners may be grazed
  double first = 0, last = 1;
  const auto clip = [&](double start, double step, double middle) {
    const double low = middle - kHalf - start, high = middle + kHalf - start;
    if (step == 0) return low <= 0 && high >= 0;
    first = std::max(first, std::min(low / step, high / step));
    last = std::min(last, std::max(low / step, high / step));
    return first <= last;
  };
  return clip(a.right, b.right - a.right, center.right) && clip(a.ahead, b.ahead - a.ahead, center.ahead);
}

bool holds(const Place& center, const Place& at) {
  return std::abs(at.right - center.right) <= 0.5 && std::abs(at.ahead - center.ahead) <= 0.5;
}

double side_of(const Place& a, const Place& b, const Place& at) {
  return (b.right - a.right) * (at.ahead - a.ahead) - (b.ahead - a.ahead) * (at.right - a.right);
}

// True if the lines a–b and c–d cross or touch.
bool meet(const Place& a, const Place& b, const Place& c, const Place& d) {
  const double c_side = side_of(a, b, c), d_side = side_of(a, b, d);
  const double a_side = side_of(c, d, a), b_side = side_of(c, d, b);
  if (c_side == 0 && d_side == 0) {  // on one line: do they overlap?
    const auto overlap = [](double p, double q, double r, double s) {
      return std::max(std::min(p, q), std::min(r, s)) <= std::min(std::max(p, q), std::max(r, s));
    };
    return overlap(a.right, b.right, c.right, d.right) && overlap(a.ahead, b.ahead, c.ahead, d.ahead);
  }
  return c_side * d_side <= 0 && a_side * b_side <= 0;
}

}  // namespace

std::vector<WallCell> wall_cells(std::span<const SituationWall> walls, Up up) {
  std::vector<WallCell> cells;
  for (const SituationWall& wall : walls) {
    const Place from = in_plane(wall.from, up), to = in_plane(wall.to, up);
    if (is_cell(wall)) {
      cells.emplace_back(std::round(from.right), std::round(from.ahead));
      continue;
    }
    const double first = std::min(from.right, to.right), last = std::max(from.right, to.right);
    for (double right = std::round(first); right <= std::round(last); ++right) {
      // The part of the line that lies in this column of cells.
      const auto ahead_at = [&](double at) {
        const double slope = (to.ahead - from.ahead) / (to.right - from.right);
        return from.ahead + (std::clamp(at, first, last) - from.right) * slope;
      };
      const double one = first == last ? from.ahead : ahead_at(right - 0.5);
      const double other = first == last ? to.ahead : ahead_at(right + 0.5);
      const double low = std::min(one, other), high = std::max(one, other);
      for (double ahead = std::round(low); ahead <= std::round(high); ++ahead) {
        if (crosses(from, to, {right, ahead})) cells.emplace_back(right, ahead);
      }
    }
  }
  std::ranges::sort(cells);
  cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
  return cells;
}

bool is_in_cells(std::span<const WallCell> cells, const Vector& at, Up up) {
  const Place place = in_plane(at, up);
  return std::ranges::any_of(cells, [&](const WallCell& cell) {
    return std::abs(place.right - cell.first) < 0.5 && std::abs(place.ahead - cell.second) < 0.5;
  });
}

bool is_sight_blocked(std::span<const SituationWall> walls, const Vector& from, const Vector& to, Up up) {
  const Place a = in_plane(from, up), b = in_plane(to, up);
  return std::ranges::any_of(walls, [&](const SituationWall& wall) {
    const Place c = in_plane(wall.from, up), d = in_plane(wall.to, up);
    if (!is_cell(wall)) return meet(a, b, c, d);
    const Place center{std::round(c.right), std::round(c.ahead)};
    return !holds(center, a) && !holds(center, b) && crosses(a, b, center);
  });
}

}  // namespace ishi::compiler
