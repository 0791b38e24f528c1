#include "navigation/path_search.h"

#include <algorithm>

#include "navigation/expansion.h"

namespace ishi {
namespace {

// How far around a place that cannot be entered one is looked for that can.
constexpr int32_t kFarthestRing = 64;

}  // namespace

bool PathSearch::allocate(uint32_t columns, uint32_t rows) {
  const uint64_t stride = uint64_t{columns} + 2;
  // Rounded up: an index has up to 25 bits and a stride 13, so that a product is right and fits.
  reciprocal_ = ((uint64_t{1} << 48) + stride - 1) / stride;
  const size_t cells = CellGrid::size_of(columns, rows);
  if (!records_.allocate(cells) || !memory_.allocate(cells)) return false;
  queue_ = BucketQueue(memory_, 0, 0);
  return true;
}

void PathSearch::next_serial() {
  if (++serial_ != 0) return;
  for (CellRecord& record : records_) record.search = 0;
  serial_ = 1;
}

void PathSearch::begin(const CellGrid& grid, const Travel& travel, const PathQuery& query) {
  next_serial();
  start_ = grid.index_of(query.start);
  place_ = {std::clamp<int32_t>(query.place.column, 0, static_cast<int32_t>(grid.columns) - 1),
            std::clamp<int32_t>(query.place.row, 0, static_cast<int32_t>(grid.rows) - 1)};
  place_index_ = grid.index_of(place_);
  away_ = query.away;
  back_ = false;
  facing_ = travel.most_turning == 0 ? kNoFacing : query.facing;
  expanded_ = 0;
  status_ = PathStatus::running;

  best_ = start_;
  best_cost_ = 0;
  best_distance_ = travel.distance(query.start, place_);
  place_blocked_ = !travel.can_enter(grid.cells[place_index_]) && place_index_ != start_;
  least_distance_ = away_ || !place_blocked_ ? 0 : std::min(best_distance_, least_distance(grid, travel));

  const uint32_t score = away_ ? 0 : best_distance_ * travel.heuristic;
  queue_ = BucketQueue(memory_, travel.window, score);
  records_[start_] = {.cost = 0, .search = serial_, .direction = facing_, .open = 1};
  queue_.push(start_, score);
}

void PathSearch::begin_back(const CellGrid& grid, const Travel& travel, CellPlace place, uint32_t distance) {
  next_serial();
  place_ = place;
  start_ = best_ = place_index_ = grid.index_of(place);
  away_ = place_blocked_ = false;
  back_ = true;
  facing_ = kNoFacing;
  expanded_ = best_cost_ = best_distance_ = 0;
  least_distance_ = distance;
  status_ = PathStatus::running;
  queue_ = BucketQueue(memory_, travel.window, 0);
  const auto begin_in = [&](uint32_t cell) {
    if (records_[cell].search == serial_) return;
    start_ = best_ = cell;
    records_[cell] = {.cost = 0, .search = serial_, .direction = kNoFacing, .open = 1};
    queue_.push(cell, 0);
  };
  const auto look_at = [&](int32_t columns, int32_t rows) {
    const CellPlace cell{place.column + columns, place.row + rows};
    if (!grid.holds(cell) || Travel::distance_of(travel.diagonals, columns, rows) != distance) return;
    if (travel.can_enter(grid.cells[grid.index_of(cell)])) begin_in(grid.index_of(cell));
  };
  // In each column the cells of a distance lie on one of two lines, above and below.
  const auto most = static_cast<int32_t>(distance / travel.unit);
  for (int32_t columns = -most; columns <= most; ++columns) {
    const auto wide = static_cast<uint32_t>(columns < 0 ? -columns : columns);
    const uint32_t left = distance - wide * travel.unit;
    const uint32_t low = travel.diagonals ? left / (Travel::kDiagonal - Travel::kStraight) : left;
    const uint32_t less = wide * (Travel::kDiagonal - Travel::kStraight);
    const uint32_t high = travel.diagonals && less <= distance ? (distance - less) / Travel::kStraight : low;
    for (const uint32_t rows : {low, high}) {
      if (rows > kMostColumns) continue;
      look_at(columns, static_cast<int32_t>(rows));
      look_at(columns, -static_cast<int32_t>(rows));
    }
  }
  if (start_ == place_index_) begin_in(place_index_);
}

// Ring by ring around the place.
uint32_t PathSearch::least_distance(const CellGrid& grid, const Travel& travel) const {
  uint32_t least = 0xffffffff;
  const auto look_at = [&](int32_t columns, int32_t rows) {
    const CellPlace place{place_.column + columns, place_.row + rows};
    if (!grid.holds(place) || !travel.can_enter(grid.cells[grid.index_of(place)])) return;
    least = std::min(least, Travel::distance_of(travel.diagonals, columns, rows));
  };
  for (int32_t ring = 1; ring <= kFarthestRing; ++ring) {
    // What lies on a ring is at least as far as the middle of its sides.
    if (least <= static_cast<uint32_t>(ring) * travel.unit) return least;
    for (int32_t along = -ring; along <= ring; ++along) {
      look_at(along, -ring);
      look_at(along, ring);
      look_at(-ring, along);
      look_at(ring, along);
    }
  }
  // Nothing near: what lies farther out may still be nearer than the corner of a ring.
  return least <= static_cast<uint32_t>(kFarthestRing) * travel.unit ? least : 0;
}

uint32_t PathSearch::run(const CellGrid& grid, const Travel& travel, uint32_t budget) {
  if (status_ != PathStatus::running) return 0;
  if (back_) return expand<Expansion<Neighbours::as_asked, false, true>>(grid, travel, budget);
  if (travel.most_turning != 0)
    return expand<Expansion<Neighbours::as_asked, true, false>>(grid, travel, budget);
  return travel.diagonals ? expand<Expansion<Neighbours::eight, false, false>>(grid, travel, budget)
                          : expand<Expansion<Neighbours::four, false, false>>(grid, travel, budget);
}

template <typename Expansion>
uint32_t PathSearch::expand(const CellGrid& grid, const Travel& travel, uint32_t budget) {
  Expansion expansion(*this, grid, travel);
  bool is_over = false;
  const uint32_t done = expansion.run(budget, is_over);
  expanded_ += done;
  if (is_over) {
    const bool is_reached = !away_ && !back_ && expansion.cell() == place_index_;
    status_ = is_reached ? PathStatus::reached : PathStatus::nearest;
    end_ = grid.place_of(best_);
  }
  return done;
}

// True if the way is known when this cell is taken. The place itself is then the best cell of all.
bool PathSearch::is_over(const Travel& travel, uint32_t cell, uint32_t score) const {
  if (away_ || back_) return false;
  if (!place_blocked_) return cell == place_index_;
  // What could lead to a cheaper way to one of the nearest cells would have been taken before.
  return best_distance_ == least_distance_ &&
         score >= travel.step * best_cost_ + travel.heuristic * best_distance_ + travel.most_turning;
}

uint32_t PathSearch::way(const CellGrid& grid, std::span<uint8_t> directions) const {
  if (status_ != PathStatus::reached && status_ != PathStatus::nearest) return 0;
  const auto back_from = [&](uint32_t cell) { return cell - grid.offset_of(records_[cell].direction); };
  uint32_t steps = 0;
  for (uint32_t cell = best_; cell != start_; cell = back_from(cell)) ++steps;
  uint32_t place = steps;
  for (uint32_t cell = best_; cell != start_; cell = back_from(cell)) {
    if (--place < directions.size()) directions[place] = records_[cell].direction;
  }
  return steps;
}

// Each step leads to a cell from which the way costs less. Where the grid has changed, that it leads straight
// on may be an error of what is known by now; the step by which the cell was found always leads to the place.
uint32_t PathSearch::way_from(const CellGrid& grid, const Travel& travel, uint32_t cell,
                              std::span<uint8_t> directions) const {
  uint32_t steps = 0, direction = kNoFacing;
  for (; records_[cell].direction != kNoFacing; cell += grid.offset_of(direction), ++steps) {
    if (direction == kNoFacing || !leads_on(grid, travel, cell, direction))
      direction = (records_[cell].direction + kDirections / 2) % kDirections;
    if (steps < directions.size()) directions[steps] = static_cast<uint8_t>(direction);
  }
  return steps;
}

// True if the step is the first one of a way from the cell that costs as little as any.
bool PathSearch::leads_on(const CellGrid& grid, const Travel& travel, uint32_t cell,
                          uint32_t direction) const {
  const bool is_diagonal = direction % 2 != 0;
  const uint32_t next = cell + grid.offset_of(direction);
  const uint8_t terrain = grid.cells[next];
  const uint32_t step = is_diagonal ? travel.diagonal[terrain] : travel.straight[terrain];
  if (step == 0 || !knows(next) || records_[next].cost + step != records_[cell].cost) return false;
  const auto is_open = [&](uint32_t beside) {
    return travel.can_enter(grid.cells[cell + grid.offset_of(beside % kDirections)]);
  };
  return !is_diagonal || travel.corners || (is_open(direction + 1) && is_open(direction + kDirections - 1));
}

}  // namespace ishi
