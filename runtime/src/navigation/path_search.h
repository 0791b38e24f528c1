#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "memory/array.h"
#include "navigation/bucket_queue.h"
#include "planning/cell_grid.h"
#include "planning/travel.h"

// Finds ways over a grid: A* over its cells, as article 004 of the seeds has it (see travel.h for the score).
// One search at a time, which goes on over as many calls as the caller likes; how they cut it up changes
// nothing. A search that has ended stands until the next one begins.
//
// Unlike the article's, it does not leave a cell at the first way that is found to it: a cheaper one replaces
// it, also where the cell was searched from already. So without turning costs the way is one of least cost.
//
// * To a place: over when the place is taken from the open cells. If it cannot be reached, or not within the
//   steps of the class, the end is the reached cell of least distance from it, then of least cost, then the
//   one found first.
// * Away from a place: the end is the reached cell of greatest distance from it, then of least cost, then the
//   one found first. The article takes the highest score first, and as it leaves each cell at its first way,
//   it counts detours as steps. As every cell within reach is looked at, here the one of least cost is taken
//   first: what each costs is then right. Turning weighs as on the way to a place: straight on comes first.
//
// * Back from a place, for all who walk to it: cells are taken in the order of what the cheapest way from
// them to
//   the place costs, and what a search knows of a cell is that way. If it begins in the cells that lie as
//   near to a place as anybody comes, ways lead to the nearest of them. Only for classes whose turns cost
//   nothing.
//
// The start counts as reached, whatever it is made of. Of equal scores the cell found last is taken first.
// The grid may change while a search goes on; what was found may then lead through a cell that is blocked by
// now.

namespace ishi {

struct PathQuery {
  CellPlace start;             // a cell of the grid
  CellPlace place;             // to go to, or away from; outside of the grid the nearest cell of it
  uint8_t facing = kNoFacing;  // at the start
  bool away = false;
};

enum class PathStatus : uint8_t {
  none,  // never begun
  running,
  reached,  // a way to a place: it ends there
  nearest,  // it ends elsewhere; always so for a way away from a place
};

// How far a search is, beside what it has found of cells. What a PathSearch has, as its own.
// NOLINTBEGIN(readability-identifier-naming)
struct PathProgress {
  uint16_t serial_ = 0;  // of this search
  PathStatus status_ = PathStatus::none;
  bool away_ = false;
  uint8_t facing_ = kNoFacing;
  bool place_blocked_ = false;  // it cannot be entered, so that the end lies elsewhere
  bool back_ = false;           // from the place
  uint8_t reserved_ = 0;        // no byte is nobody's
  uint32_t expanded_ = 0;
  uint32_t start_ = 0;
  CellPlace place_;
  uint32_t place_index_ = 0;
  uint32_t least_distance_ = 0;  // no cell that could be reached lies nearer

  uint32_t best_ = 0;  // the end, if the place is not reached
  uint32_t best_cost_ = 0;
  uint32_t best_distance_ = 0;
  CellPlace end_;
};
// NOLINTEND(readability-identifier-naming)
static_assert(std::has_unique_object_representations_v<PathProgress>);

enum class Neighbours : uint8_t { four, eight, as_asked };  // as asked: as the class says

class PathSearch : private PathProgress {
 public:
  // Makes room for a grid of this size, about 17 bytes a cell and 128 KiB. False if there is no memory.
  [[nodiscard]] bool allocate(uint32_t columns, uint32_t rows);

  // Starts a search; the grid must be of the size for which room was made. O(1), but for each 65,535th time,
  // and where the place cannot be entered: then as many cells around it are looked at as it takes to find one
  // that can, up to 16,641.
  void begin(const CellGrid& grid, const Travel& travel, const PathQuery& query);

  // Starts a search back from a place, a cell of the grid, or from those cells that can be entered at this
  // distance from it. O(distance).
  void begin_back(const CellGrid& grid, const Travel& travel, CellPlace place, uint32_t distance = 0);

  // Searches from at most `budget` more cells; from how many it did. Grid and class must be those of `begin`,
  // but for changed cells.
  uint32_t run(const CellGrid& grid, const Travel& travel, uint32_t budget);

  [[nodiscard]] PathStatus status() const { return status_; }
  // From how many cells it has searched.
  [[nodiscard]] uint32_t expanded() const { return expanded_; }

  // Of a search that has ended: where its way ends; what it costs, in units; its distance from the place.
  [[nodiscard]] CellPlace end() const { return end_; }
  [[nodiscard]] uint32_t cost() const { return best_cost_; }
  [[nodiscard]] uint32_t distance() const { return best_distance_; }
  // True if no cell that could be entered lay nearer to the place than the end does.
  [[nodiscard]] bool is_as_near_as_can_be() const {
    return status_ == PathStatus::reached || (!away_ && place_blocked_ && best_distance_ == least_distance_);
  }
  // Writes the first steps of the way, as many as there is room for; returns how many steps the whole way
  // has. O(steps).
  uint32_t way(const CellGrid& grid, std::span<uint8_t> directions) const;

  // True if the search has found the cheapest way between its start and this cell. It may be asked before the
  // search is over.
  [[nodiscard]] bool knows(uint32_t cell) const {
    return records_[cell].search == serial_ && records_[cell].open == 0;
  }
  // For a search that runs backward from a place. leads_to_place(): the ways end at the place itself, not
  // near it. cost_from(): the cost of the way from a cell for which knows() is true, in units. way_from():
  // writes the first steps of that way and returns how many it has; of ways with equal cost it takes the
  // straightest.
  [[nodiscard]] bool leads_to_place() const { return least_distance_ == 0; }
  [[nodiscard]] uint32_t cost_from(uint32_t cell) const { return records_[cell].cost; }
  uint32_t way_from(const CellGrid& grid, const Travel& travel, uint32_t cell,
                    std::span<uint8_t> directions) const;

  // Calls visit(std::span<std::byte>) for each part of the search's state. All searches for grids of one size
  // have the same parts with the same sizes, so copying all parts makes one search continue as another.
  template <typename Visitor>
  void for_each_part(Visitor&& visit) {
    const auto visit_value = [&](auto& value) { visit(std::as_writable_bytes(std::span(&value, 1))); };
    const auto visit_array = [&](auto& array) {
      visit(std::as_writable_bytes(std::span(array.data(), array.size())));
    };
    visit_value(static_cast<PathProgress&>(*this));
    queue_.for_each_number(visit_value);
    visit_array(records_);
    memory_.for_each(visit_array);
  }

  // Saves a search that is not over: calls write(word) `saved_words` times. Linear in the grid.
  template <typename Write>
  void save(Write&& write) const;
  [[nodiscard]] uint32_t saved_words() const;
  // Restores a saved search. Any bytes are safe. False if they cannot be those of a search over the grid for
  // this class; it must then be begun before it is used.
  [[nodiscard]] bool restore(const CellGrid& grid, const Travel& travel, std::span<const std::byte> words);

 private:
  static constexpr uint32_t kSavedNumbers = 8, kCellWords = 3;
  static constexpr uint32_t kAway = 1, kBackwards = 2;  // kinds of a saved search, beside 0: to a place
  template <Neighbours neighbours, bool turns, bool back>
  class Expansion;
  template <typename Expansion>
  uint32_t expand(const CellGrid& grid, const Travel& travel, uint32_t budget);
  [[nodiscard]] bool is_over(const Travel& travel, uint32_t cell, uint32_t score) const;
  void next_serial();
  [[nodiscard]] bool leads_on(const CellGrid& grid, const Travel& travel, uint32_t cell,
                              uint32_t direction) const;
  [[nodiscard]] uint32_t least_distance(const CellGrid& grid, const Travel& travel) const;

  Array<CellRecord> records_;
  BucketQueue::Memory memory_;
  BucketQueue queue_;
  uint64_t reciprocal_ = 0;  // of the grid's stride, in 2^-48
};

template <typename Write>
void PathSearch::save(Write&& write) const {
  const uint32_t kind = away_ ? kAway : back_ ? kBackwards : 0;
  const uint32_t numbers[kSavedNumbers] = {start_,    place_index_,    facing_, kind,
                                           expanded_, least_distance_, best_,   place_blocked_ ? 1u : 0u};
  for (const uint32_t number : numbers) write(number);
  const auto write_cell = [&](uint32_t cell) {
    const CellRecord& record = records_[cell];
    write(cell);
    write(record.cost);
    write(uint32_t{record.direction} | uint32_t{record.open} << 8);
  };
  for (uint32_t cell = 0; cell < records_.size(); ++cell) {
    if (records_[cell].search == serial_ && records_[cell].open == 0) write_cell(cell);
  }
  queue_.for_each_as_pushed(write_cell);
}

}  // namespace ishi
