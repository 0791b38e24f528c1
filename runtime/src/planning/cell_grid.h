#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

// The cells of a grid as searches see them. A border of cells that nobody can enter lies around them, so that
// no neighbour of a cell has to be tested for being there. A cell is known by its index, which is never 0.

namespace ishi {

inline constexpr uint32_t kMostColumns = 4096;  // and rows
inline constexpr uint8_t kImpassable = 255;     // the terrain that nobody can enter

// A column and a row, counted from the lowest corner.
struct CellPlace {
  int32_t column = 0;
  int32_t row = 0;
};

// Eight directions, clockwise from the way in which rows grow; four are the even ones.
inline constexpr uint32_t kDirections = 8;
inline constexpr uint8_t kNoFacing = 8;
inline constexpr std::array<CellPlace, kDirections> kStepOf = {
    {{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}};

struct CellGrid {
  const uint8_t* cells = nullptr;  // terrains, with the border
  uint32_t columns = 0;            // 1..kMostColumns, as rows
  uint32_t rows = 0;

  [[nodiscard]] static constexpr size_t size_of(uint32_t columns, uint32_t rows) {
    return (size_t{columns} + 2) * (size_t{rows} + 2);
  }
  [[nodiscard]] size_t size() const { return size_of(columns, rows); }
  // From a cell to the next one of the row above it.
  [[nodiscard]] uint32_t stride() const { return columns + 2; }
  [[nodiscard]] bool holds(CellPlace place) const {
    return place.column >= 0 && place.row >= 0 && place.column < static_cast<int32_t>(columns) &&
           place.row < static_cast<int32_t>(rows);
  }
  [[nodiscard]] uint32_t index_of(CellPlace place) const {
    return (static_cast<uint32_t>(place.row) + 1) * stride() + static_cast<uint32_t>(place.column) + 1;
  }
  [[nodiscard]] CellPlace place_of(uint32_t index) const {
    return {static_cast<int32_t>(index % stride()) - 1, static_cast<int32_t>(index / stride()) - 1};
  }
  // What a step adds to an index.
  [[nodiscard]] uint32_t offset_of(uint32_t direction) const {
    const CellPlace step = kStepOf[direction];
    return static_cast<uint32_t>(step.row * static_cast<int32_t>(stride()) + step.column);
  }
};

}  // namespace ishi
