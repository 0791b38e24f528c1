#pragma once

#include <cstdint>
#include <span>

#include "ishi/types.h"
#include "memory/array.h"
#include "program/machine.h"

// Whom a sense may notice in a frame, sorted into the cells of a grid in the ground plane, so that an
// observer looks at those alone that may be near enough.

namespace ishi {

class TargetList {
 public:
  // For as many entities. False if there is no memory.
  [[nodiscard]] bool allocate(uint32_t entities);

  void begin() { count_ = 0; }
  // Rows rise. `reach`: how near an observer must be at least, in metres.
  void add(uint32_t row, const float (&position)[3], float reach);
  // Sorts them into cells for observers that see `range` metres far. `across`: the second axis of the plane;
  // without a grid there is one cell. Linear in the targets.
  void sort(float range, uint32_t across, bool has_grid);

  [[nodiscard]] uint32_t size() const { return count_; }

  // Calls visit(first, end) for runs of targets that hold all whom an observer at `position` may reach. Every
  // target is in one run at most.
  template <typename Visitor>
  void for_each_run(const float (&position)[3], Visitor&& visit) const {
    if (count_ == 0) return;
    uint32_t low[2], high[2];
    for (uint32_t i = 0; i < 2; ++i) {
      const float at = position[i == 0 ? 0 : across_];
      // More than what rounding can move a position or a distance by.
      const float slack = range_ * 1e-5f + (at < 0 ? -at : at) * 1e-6f;
      low[i] = cell_of(i, at - (range_ + slack));
      high[i] = cell_of(i, at + (range_ + slack));
    }
    // Cells of one line stand together.
    for (uint32_t line = low[1]; line <= high[1]; ++line) {
      const uint32_t first = starts_[line * cells_[0] + low[0]];
      const uint32_t end = starts_[line * cells_[0] + high[0] + 1];
      if (first != end) visit(first, end);
    }
  }

  // The place of a row; kNotFound if it is not listed.
  [[nodiscard]] uint32_t find(uint32_t row) const {
    const uint32_t place = place_[row];
    return place < count_ && sorted_.rows[place] == row ? place : kNotFound;
  }

  // By place.
  [[nodiscard]] uint32_t row(uint32_t place) const { return sorted_.rows[place]; }
  [[nodiscard]] float reach(uint32_t place) const { return sorted_.reach[place]; }
  [[nodiscard]] const float* axis(uint32_t axis) const { return sorted_.position[axis].data(); }
  [[nodiscard]] SightTargets columns() const { return {{axis(0), axis(1), axis(2)}, sorted_.reach.data()}; }

 private:
  struct Columns {
    Array<uint32_t> rows;
    Array<float> position[3];
    Array<float> reach;
  };

  // Rises with `at`, so that a target within reach is in a cell within reach.
  [[nodiscard]] uint32_t cell_of(uint32_t i, float at) const {
    const float cell = (at - low_[i]) * per_metre_;
    const auto most = static_cast<float>(cells_[i] - 1);
    return cell > 0 ? static_cast<uint32_t>(cell < most ? cell : most) : 0;
  }

  Columns given_, sorted_;
  Array<uint32_t> cell_;    // cell of each target, in the order given
  Array<uint32_t> starts_;  // first target of each cell
  Array<uint32_t> place_;   // for each row its place among the current targets
  uint32_t count_ = 0;
  uint32_t across_ = 2;
  float range_ = 0;
  float low_[2] = {};
  float per_metre_ = 0;
  uint32_t cells_[2] = {1, 1};
};

}  // namespace ishi
