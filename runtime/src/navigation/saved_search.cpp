#include <cstring>

#include "navigation/path_search.h"

// A search that goes on, as a save holds it: the cells that it has found, those that are open last and in the
// order in which they were opened.

namespace ishi {
namespace {

constexpr uint32_t kFarthest = kFarthestCost + 0xffff;  // a step beyond what is searched

// Numbers of a save, which begin on no boundary.
class Words {
 public:
  explicit Words(std::span<const std::byte> bytes) : bytes_(bytes) {}

  [[nodiscard]] size_t left() const { return bytes_.size() / sizeof(uint32_t); }
  // There must be one.
  uint32_t next() {
    uint32_t word = 0;
    std::memcpy(&word, bytes_.data(), sizeof word);
    bytes_ = bytes_.subspan(sizeof word);
    return word;
  }

 private:
  std::span<const std::byte> bytes_;
};

bool is_cell(const CellGrid& grid, uint32_t cell) {
  return cell < grid.size() && grid.holds(grid.place_of(cell));
}

}  // namespace

uint32_t PathSearch::saved_words() const {
  uint32_t cells = 0;
  for (const CellRecord& record : records_) cells += record.search == serial_ ? 1 : 0;
  return kSavedNumbers + kCellWords * cells;
}

bool PathSearch::restore(const CellGrid& grid, const Travel& travel, std::span<const std::byte> words) {
  Words in(words);
  if (in.left() < kSavedNumbers || (in.left() - kSavedNumbers) % kCellWords != 0) return false;
  const uint32_t start = in.next(), place = in.next(), facing = in.next(), kind = in.next();
  if (!is_cell(grid, start) || !is_cell(grid, place) || facing > kNoFacing || kind > kBackwards) return false;
  const bool back = kind == kBackwards;
  if (back) {
    if (facing != kNoFacing || travel.most_turning != 0) return false;
    begin_back(grid, travel, grid.place_of(place));
    next_serial();  // what it began with is forgotten
    start_ = start;
  } else {
    begin(grid, travel,
          {grid.place_of(start), grid.place_of(place), static_cast<uint8_t>(facing), kind == kAway});
  }
  queue_ = BucketQueue(memory_, travel.window, 0xffff'ffff);
  records_[start].search = 0;
  expanded_ = in.next();
  least_distance_ = in.next();
  best_ = in.next();
  const uint32_t blocked = in.next();
  if (blocked > 1) return false;
  place_blocked_ = blocked != 0;
  uint32_t lowest = 0xffff'ffff, highest = 0;
  for (Words cells = in; cells.left() > 0;) {
    const uint32_t cell = cells.next(), cost = cells.next(), rest = cells.next();
    const uint32_t direction = rest & 0xff, open = rest >> 8;
    const bool is_way = direction < kDirections && (travel.diagonals || direction % 2 == 0);
    if (!is_cell(grid, cell) || records_[cell].search == serial_ || cost > kFarthest) return false;
    const bool is_first = back ? direction == kNoFacing : cell == start;
    if (open > 1 + kBack || (is_first ? direction > kNoFacing || cost != 0 : !is_way)) return false;
    records_[cell] = {cost, serial_, static_cast<uint8_t>(direction), static_cast<uint8_t>(open)};
    if (open == 0) continue;
    const uint32_t ahead =
        away_ || back_ ? 0 : travel.distance(grid.place_of(cell), place_) * travel.heuristic;
    const uint32_t score = travel.step * cost + travel.turning[open - 1] + ahead;
    lowest = score < lowest ? score : lowest;
    highest = score > highest ? score : highest;
    queue_.push(cell, score);
  }
  const bool is_open = highest >= lowest;
  if (records_[start].search != serial_ || (is_open && highest - lowest >= travel.window)) return false;
  // Each cell was reached from one that costs less, so that ways end at the start.
  for (Words cells = in; cells.left() > 0;) {
    const uint32_t cell = cells.next();
    const uint32_t cost = cells.next();
    const uint32_t direction = cells.next() & 0xff;
    if (back ? direction == kNoFacing : cell == start) continue;
    const CellRecord& before = records_[cell - grid.offset_of(direction)];
    if (before.search != serial_ || before.cost >= cost) return false;
  }
  if (!is_cell(grid, best_) || records_[best_].search != serial_) return false;
  best_cost_ = records_[best_].cost;
  best_distance_ = travel.distance(grid.place_of(best_), place_);
  return true;
}

}  // namespace ishi
