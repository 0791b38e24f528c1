#pragma once

#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "navigation/path_search.h"
#include "planning/cell_grid.h"

// Maps for tests: drawn by hand, or made by chance.

namespace ishi::testing {

struct Map {
  Map(uint32_t columns, uint32_t rows, uint8_t terrain = 0)
      : columns(columns), rows(rows), cells(CellGrid::size_of(columns, rows), kImpassable) {
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t column = 0; column < columns; ++column) at(column, row) = terrain;
    }
  }

  // Rows from the top one down; '#' cannot be entered, digits are terrains, all else is terrain 0.
  static Map drawn(std::vector<std::string_view> lines) {
    Map map(static_cast<uint32_t>(lines[0].size()), static_cast<uint32_t>(lines.size()));
    for (uint32_t row = 0; row < map.rows; ++row) {
      for (uint32_t column = 0; column < map.columns; ++column) {
        const char letter = lines[map.rows - 1 - row][column];
        if (letter == '#') map.at(column, row) = kImpassable;
        if (letter >= '0' && letter <= '9') map.at(column, row) = static_cast<uint8_t>(letter - '0');
      }
    }
    return map;
  }

  // Each cell a wall with this chance, in percent, else one of `terrains`.
  static Map scattered(uint32_t columns, uint32_t rows, uint32_t percent, uint32_t terrains, uint32_t seed) {
    Map map(columns, rows);
    std::mt19937 random(seed);
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t column = 0; column < columns; ++column) {
        map.at(column, row) =
            random() % 100 < percent ? kImpassable : static_cast<uint8_t>(random() % terrains);
      }
    }
    return map;
  }

  // Walls between rooms of 8 cells, each with a door or none.
  static Map rooms(uint32_t columns, uint32_t rows, uint32_t seed) {
    Map map(columns, rows);
    std::mt19937 random(seed);
    for (uint32_t row = 0; row < rows; ++row) {
      for (uint32_t column = 0; column < columns; ++column) {
        if (row % 8 == 7 || column % 8 == 7) map.at(column, row) = kImpassable;
      }
    }
    for (uint32_t row = 0; row < rows; row += 8) {
      for (uint32_t column = 0; column < columns; column += 8) {
        const uint32_t up = random() % 7, right = random() % 7;
        if (row + 7 < rows && column + up < columns && random() % 5 != 0) map.at(column + up, row + 7) = 0;
        if (column + 7 < columns && row + right < rows && random() % 5 != 0)
          map.at(column + 7, row + right) = 0;
      }
    }
    return map;
  }

  // Corridors of a cell's width, by a walk that goes back where it can go no further.
  static Map maze(uint32_t columns, uint32_t rows, uint32_t seed) {
    Map map(columns, rows, kImpassable);
    std::mt19937 random(seed);
    std::vector<CellPlace> trail{{0, 0}};
    map.at(0, 0) = 0;
    while (!trail.empty()) {
      const CellPlace here = trail.back();
      std::vector<CellPlace> moves;
      for (uint32_t direction = 0; direction < kDirections; direction += 2) {
        const CellPlace step = kStepOf[direction];
        const CellPlace there{here.column + 2 * step.column, here.row + 2 * step.row};
        if (map.grid().holds(there) && map.at(there) == kImpassable) moves.push_back(step);
      }
      if (moves.empty()) {
        trail.pop_back();
        continue;
      }
      const CellPlace step = moves[random() % moves.size()];
      map.at(CellPlace{here.column + step.column, here.row + step.row}) = 0;
      trail.push_back({here.column + 2 * step.column, here.row + 2 * step.row});
      map.at(trail.back()) = 0;
    }
    return map;
  }

  [[nodiscard]] CellGrid grid() const { return {cells.data(), columns, rows}; }
  uint8_t& at(uint32_t column, uint32_t row) {
    return at(CellPlace{static_cast<int32_t>(column), static_cast<int32_t>(row)});
  }
  uint8_t& at(CellPlace place) { return cells[grid().index_of(place)]; }
  [[nodiscard]] uint8_t at(CellPlace place) const { return cells[grid().index_of(place)]; }

  uint32_t columns, rows;
  std::vector<uint8_t> cells;
};

// What a search found, all of it.
struct FoundWay {
  PathStatus status;
  CellPlace end;
  uint32_t cost, distance;
  std::vector<uint8_t> directions;

  friend bool operator==(const FoundWay& a, const FoundWay& b) {
    return a.status == b.status && a.end.column == b.end.column && a.end.row == b.end.row &&
           a.cost == b.cost && a.distance == b.distance && a.directions == b.directions;
  }
};

inline FoundWay found_by(const PathSearch& search, const CellGrid& grid) {
  FoundWay way{search.status(), search.end(), search.cost(), search.distance(), {}};
  way.directions.resize(search.way(grid, {}));
  search.way(grid, way.directions);
  return way;
}

// Searches in pieces of `budget` cells.
inline FoundWay search(const Map& map, const Travel& travel, const PathQuery& query,
                       uint32_t budget = 0xffffffff) {
  PathSearch search;
  if (!search.allocate(map.columns, map.rows)) return {};
  search.begin(map.grid(), travel, query);
  while (search.status() == PathStatus::running) search.run(map.grid(), travel, budget);
  return found_by(search, map.grid());
}

}  // namespace ishi::testing
