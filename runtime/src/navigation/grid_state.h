#pragma once

#include <cstddef>
#include <cstdint>

#include "columns/column_set.h"
#include "ishi/grid.h"
#include "ishi/status.h"
#include "memory/arena.h"
#include "memory/array.h"
#include "navigation/path_search.h"
#include "planning/cell_grid.h"

// The grid of a world, and the searches that go on over it.

namespace ishi {

inline constexpr uint32_t kMostSearches = 64;  // for ways at the same time

// What a grid counts; a part of its arena.
struct GridHeader {
  uint32_t version;     // counts changes of cells
  uint32_t population;  // where to look first for who has waited longest
  uint32_t slot;
  uint32_t next_search;  // that goes on first
};

// For whom a search goes on, and how far it is; a part of the arena, so that the state that is hashed tells
// searches apart whose cells are not hashed. A search that is shared (shared_searches.h) has no start (-1).
struct PathOwner {
  uint32_t population;  // 1 + its index; 0: the search is free
  uint32_t slot;        // of a shared one: how many plain steps from the place walkers stand that it is for
  uint32_t request;     // WalkState::request; of a shared one: the class of its walkers
  uint32_t version;     // of the grid when it began
  int16_t start[2];
  int16_t place[2];  // for which it was begun; the walker may ask for another one by now
  uint32_t expanded;

  [[nodiscard]] bool is_shared() const { return population != 0 && start[0] < 0; }
};

struct GridState {
  GridOptions options;
  uint32_t axis = 2;  // the rows' axis of a point
  Arena arena;
  ColumnSet columns;
  GridHeader* header = nullptr;
  PathOwner* owners = nullptr;
  uint8_t* cells = nullptr;  // with their border
  Array<PathSearch> searches;
  PathCounters counters;

  // `options` must be in their ranges. out_of_memory.
  [[nodiscard]] Status create(const GridOptions& options, uint32_t rows_axis);

  [[nodiscard]] CellGrid grid() const { return {cells, options.columns, options.rows}; }
  // The cell in which a point lies, also outside of the grid; it is then at most a cell beyond.
  [[nodiscard]] CellPlace cell_of(const float (&point)[3]) const {
    const float rows_origin = axis == 2 ? options.origin.z : options.origin.y;
    return {cell_on_axis(point[0], options.origin.x, options.columns),
            cell_on_axis(point[axis], rows_origin, options.rows)};
  }
  // The centre of a cell; its height is left alone.
  void centre_of(CellPlace cell, float (&point)[3]) const;

 private:
  // NaN lies outside.
  [[nodiscard]] int32_t cell_on_axis(float value, float origin, uint32_t count) const {
    const float at = (value - origin) / options.cell;
    const auto most = static_cast<float>(count);
    if (!(at >= 0)) return -1;
    return static_cast<int32_t>(at < most ? at : most);
  }
};

}  // namespace ishi
