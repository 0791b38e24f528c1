#include "ground.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace foragers {
namespace {

int index_of(Place place) {
  const int column = std::clamp(static_cast<int>(place.x), 0, Ground::kColumns - 1);
  const int row = std::clamp(static_cast<int>(place.z), 0, Ground::kRows - 1);
  return row * Ground::kColumns + column;
}

Place middle(int index) {
  return {static_cast<float>(index % Ground::kColumns) + 0.5F,
          static_cast<float>(index / Ground::kColumns) + 0.5F};
}

}  // namespace

Ground::Ground() : cells_(static_cast<size_t>(kColumns) * kRows, Cell::free) {
  for (int row = 0; row < kRows; ++row) {
    const bool is_door = row >= 15 && row <= 17;
    const bool left_gap = row >= 30;
    cell(20, row) = is_door ? Cell::door : left_gap ? Cell::free : Cell::wall;
    const bool is_passage = row >= 5 && row <= 8;
    const bool right_gap = row >= 29 && row <= 31;
    cell(40, row) = is_passage ? Cell::passage : right_gap ? Cell::free : Cell::wall;
  }
  for (int column = 26; column < 35; ++column) cell(column, 20) = Cell::wall;
  for (int row = 10; row < 20; ++row) cell(50, row) = Cell::wall;
}

Cell Ground::at(Place place) const { return cells_[static_cast<size_t>(index_of(place))]; }

bool Ground::is_open(Place place) const {
  switch (at(place)) {
    case Cell::wall: return false;
    case Cell::door: return !door_shut;
    case Cell::passage: return !rubble;
    case Cell::free: break;
  }
  return true;
}

bool Ground::sees(Place from, Place to) const {
  const float length = games::distance(from, to);
  for (float d = 0; d < length; d += 0.4F) {
    if (!is_open(games::step_towards(from, to, d))) return false;
  }
  return true;
}

std::vector<Place> Ground::way(Place from, Place to, bool around) const {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  using Entry = std::pair<float, int>;
  std::vector<float> costs(cells_.size(), kFar);
  std::vector<int> before(cells_.size(), -1);
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  const auto is_free = [&](int index) {
    const Cell cell = cells_[static_cast<size_t>(index)];
    return cell != Cell::wall && !(around && cell == Cell::passage);
  };
  const int goal = index_of(to);
  const int start = index_of(from);
  costs[static_cast<size_t>(start)] = 0;
  open.push({0, start});
  while (!open.empty()) {
    const auto [cost, index] = open.top();
    open.pop();
    if (index == goal) break;
    if (cost > costs[static_cast<size_t>(index)]) continue;
    for (int turn = 0; turn < 9; ++turn) {
      const int column = index % kColumns + turn % 3 - 1;
      const int row = index / kColumns + turn / 3 - 1;
      if (turn == 4 || column < 0 || row < 0 || column >= kColumns || row >= kRows) continue;
      const int next = row * kColumns + column;
      // No cutting of corners: both cells beside a slanting step are free, too.
      const bool beside =
          is_free(index / kColumns * kColumns + column) && is_free(row * kColumns + index % kColumns);
      if (!is_free(next) || !beside) continue;
      const float longer = cost + (turn % 2 == 1 ? 1 : 1.4142F);
      if (longer >= costs[static_cast<size_t>(next)]) continue;
      costs[static_cast<size_t>(next)] = longer;
      before[static_cast<size_t>(next)] = index;
      open.push({longer, next});
    }
  }
  std::vector<Place> result;
  if (costs[static_cast<size_t>(goal)] == kFar) return result;
  result.push_back(to);
  for (int index = before[static_cast<size_t>(goal)]; index >= 0 && index != start;
       index = before[static_cast<size_t>(index)]) {
    result.push_back(middle(index));
  }
  std::reverse(result.begin(), result.end());
  return result;
}

}  // namespace foragers
