#pragma once

#include <cstddef>
#include <cstdint>

#include "ishi/types.h"

// The grid of cells over which agents walk (`walk` in bodies): one a world, in its plane, which is x and z
// where up is y, x and y where up is z. Columns grow along x, rows along the other axis. A cell holds a byte,
// its terrain: a member of the enum that a class of walkers names in `cells`, or any number for those that
// name none; kImpassableCell can be entered by nobody.

namespace ishi {

inline constexpr uint8_t kImpassableCell = 255;

struct GridOptions {
  uint32_t size = sizeof(GridOptions);
  uint32_t columns = 0;  // 1 to 4,096
  uint32_t rows = 0;     // 1 to 4,096
  // Metres: the sides of a cell; 1e-6 to 1e6, and at least 2^-20 of how far the farthest side of the grid
  // lies from 0 on an axis of its plane. Floats then tell at least eight places across each cell: cells of 1
  // m may lie anywhere, of 0.5 m up to 524 km away, of 1 cm up to 10 km.
  float cell = 1;
  Vector3 origin{};  // metres: the lowest corner in the plane; within 1e6 on each axis
  // The number of searches that run at the same time, 1 to 64; each takes about 17 bytes a cell and 128 KiB.
  // With 2 a short way does not wait for a long one; more of them compete for the processor's caches and are
  // slower.
  uint32_t searches = 2;
};

// What find_paths may do in one call.
struct PathOptions {
  uint32_t size = sizeof(PathOptions);
  // How many cells one call expands, over all searches; above 0. 10,000 cells take a few tenths of a
  // millisecond. A search may expand every cell that its walker can reach, over several calls. Giving a way
  // to one of many agents that share a search counts as one cell plus one for each eight steps.
  uint32_t expansions = 20'000;
};

// The way that is left to a walker.
struct Way {
  // Its end: at the place that is walked to (or away from it, as far as can be), in the cell nearest to
  // a place that cannot be reached, or before that: at least 128 steps are kept of a way, up to 2,048 where
  // it goes straight, and from the end of them it is searched again.
  enum class End : uint8_t { none, place, nearest, part };
  End end = End::none;    // none: there is no way, yet or any more
  bool is_asked = false;  // true if the walker waits for another one
  uint32_t steps = 0;     // steps from cell to cell
  float cost =
      0;  // cost of these steps in plain steps, for the current costs of cells; turning costs nothing
};

// Sums since the grid was made, but for `waiting`.
struct PathCounters {
  uint64_t searches = 0;     // that have ended; one that walkers share counts for each of them
  uint64_t expansions = 0;   // cells that were searched from
  uint64_t found = 0;        // ways that lead to the cell of the place for which they were searched, or away
                             // from it
  uint64_t unreachable = 0;  // ways that end at the nearest cell instead: nothing leads to the place, or not
                             // within the steps of the class, or it lies outside of the grid
  uint64_t waiting = 0;      // walkers that wait for a way now
};

// The terrains of a grid, all 0 at first. A view, valid as long as its world.
class GridCells {
 public:
  GridCells() = default;
  GridCells(uint8_t* first, uint32_t columns, uint32_t rows, uint32_t stride)
      : first_(first), columns_(columns), rows_(rows), stride_(stride) {}

  [[nodiscard]] bool empty() const { return columns_ == 0; }
  [[nodiscard]] uint32_t columns() const { return columns_; }
  [[nodiscard]] uint32_t rows() const { return rows_; }
  // `columns` bytes in a row. They must exist.
  [[nodiscard]] uint8_t* row(uint32_t row) const { return first_ + size_t{row} * stride_; }
  uint8_t& at(uint32_t column, uint32_t row) const { return this->row(row)[column]; }

 private:
  uint8_t* first_ = nullptr;
  uint32_t columns_ = 0, rows_ = 0, stride_ = 0;
};

}  // namespace ishi
