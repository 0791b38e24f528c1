#pragma once

#include <cstdint>
#include <vector>

#include "drawing.h"

// The yard: three rooms, walls between them, a door that falls shut and a passage in which rubble can fall.

namespace foragers {

using games::Place;

enum class Cell : uint8_t { free, wall, door, passage };

class Ground {
 public:
  static constexpr int kColumns = 60, kRows = 34;  // cells of 1 m
  static constexpr Place kDoor{20.5F, 16.5F}, kPassage{40.5F, 7};

  Ground();

  bool door_shut = false;
  bool rubble = false;

  [[nodiscard]] Cell at(Place place) const;
  // True if one can stand there now.
  [[nodiscard]] bool is_open(Place place) const;
  // True if one sees from one place to another.
  [[nodiscard]] bool sees(Place from, Place to) const;
  // The shortest way over free cells, without its beginning; empty if there is none. `around`: not through
  // the passage. Doors count as open: they can be opened.
  [[nodiscard]] std::vector<Place> way(Place from, Place to, bool around) const;

 private:
  [[nodiscard]] Cell& cell(int column, int row) {
    return cells_[static_cast<size_t>(row * kColumns + column)];
  }
  std::vector<Cell> cells_;
};

}  // namespace foragers
