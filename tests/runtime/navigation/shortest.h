#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "runtime/navigation/maps.h"

// The least cost of every cell, found by looking at all of them: what searches are held against.

namespace ishi::testing {

inline constexpr uint32_t kNever = 0xffffffff;

// The cost, in units, of one step of a class from a cell to another; 0: no step leads there.
inline uint32_t cost_of_step(const Map& map, const TravelOptions& options, CellPlace from,
                             uint32_t direction) {
  const CellPlace step = kStepOf[direction];
  const auto cost_at = [&](int32_t columns, int32_t rows) -> uint32_t {
    const CellPlace place{from.column + columns, from.row + rows};
    if (!map.grid().holds(place) || map.at(place) == kImpassable) return 0;
    return options.costs[map.at(place)];
  };
  const bool is_diagonal = direction % 2 != 0;
  if (is_diagonal && !options.diagonals) return 0;
  if (is_diagonal && !options.corners && (cost_at(step.column, 0) == 0 || cost_at(0, step.row) == 0))
    return 0;
  const uint32_t unit = !options.diagonals ? 1 : is_diagonal ? 7 : 5;
  return cost_at(step.column, step.row) * unit;
}

// Dijkstra's algorithm, from cells that cost less than the class may spend. By index of the grid.
inline std::vector<uint32_t> least_costs(const Map& map, const TravelOptions& options, CellPlace start) {
  std::vector<uint32_t> costs(map.cells.size(), kNever);
  using Open = std::pair<uint32_t, uint32_t>;
  std::priority_queue<Open, std::vector<Open>, std::greater<>> open;
  costs[map.grid().index_of(start)] = 0;
  open.push({0, map.grid().index_of(start)});
  const uint32_t limit = options.steps == 0 ? kNever : options.steps * (options.diagonals ? 5 : 1);
  while (!open.empty()) {
    const auto [cost, index] = open.top();
    open.pop();
    if (cost > costs[index] || cost >= limit) continue;
    for (uint32_t direction = 0; direction < kDirections; ++direction) {
      const uint32_t step = cost_of_step(map, options, map.grid().place_of(index), direction);
      const uint32_t next = index + map.grid().offset_of(direction);
      if (step == 0 || cost + step >= costs[next]) continue;
      costs[next] = cost + step;
      open.push({costs[next], next});
    }
  }
  return costs;
}

// True if the way begins at `start`, takes steps that can be taken, ends where it says and costs what it
// says.
inline bool is_a_way(const Map& map, const TravelOptions& options, CellPlace start, const FoundWay& way) {
  uint32_t cost = 0;
  CellPlace place = start;
  for (const uint8_t direction : way.directions) {
    const uint32_t step = cost_of_step(map, options, place, direction);
    if (step == 0) return false;
    cost += step;
    place = {place.column + kStepOf[direction].column, place.row + kStepOf[direction].row};
  }
  return cost == way.cost && place.column == way.end.column && place.row == way.end.row;
}

// The distance and cost of the cell that should be the end.
inline std::pair<uint32_t, uint32_t> best_end(const Map& map, const TravelOptions& options,
                                              const PathQuery& query) {
  const std::vector<uint32_t> costs = least_costs(map, options, query.start);
  const Travel travel(options);
  std::pair<uint32_t, uint32_t> best{query.away ? 0 : kNever, kNever};
  for (uint32_t index = 0; index < costs.size(); ++index) {
    if (costs[index] == kNever) continue;
    const std::pair here{travel.distance(map.grid().place_of(index), query.place), costs[index]};
    const bool is_farther = query.away ? here.first > best.first : here.first < best.first;
    if (is_farther || (here.first == best.first && here.second < best.second)) best = here;
  }
  return best;
}

}  // namespace ishi::testing
