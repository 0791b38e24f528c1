#pragma once

#include <cstdint>
#include <cstdlib>
#include <random>
#include <vector>

#include "navigation/path_search.h"

// Maps and ways to search for. A share of the 512 × 512 cells cannot be entered; four neighbours, all steps
// of the same cost.

namespace ishi::benchmarks {

inline constexpr uint32_t kSize = 512;
inline constexpr uint32_t kQueries = 100;

struct Paths {
  // `reach`: how many columns and rows a place lies from its start at most; 0: anywhere.
  explicit Paths(uint32_t percent, int32_t reach = 0, size_t count = kQueries)
      : cells(CellGrid::size_of(kSize, kSize), kImpassable), random(percent + 1) {
    for (int32_t row = 0; row < int32_t{kSize}; ++row) {
      for (int32_t column = 0; column < int32_t{kSize}; ++column) {
        if (random() % 100 >= percent) cells[grid().index_of({column, row})] = 0;
      }
    }
    while (queries.size() < count) {
      PathQuery query;
      query.start = any();
      query.place = any();
      const int32_t columns = query.place.column - query.start.column;
      const int32_t rows = query.place.row - query.start.row;
      if (reach != 0) {
        query.place.column = query.start.column + columns % (reach + 1);
        query.place.row = query.start.row + rows % (reach + 1);
      }
      if (is_open(query.start) && is_open(query.place)) queries.push_back(query);
    }
  }

  [[nodiscard]] CellPlace any() {
    const auto below_size = [&] { return static_cast<int32_t>(random() % kSize); };
    const int32_t column = below_size();
    return {column, below_size()};
  }
  [[nodiscard]] CellPlace any_open() {
    for (;;) {
      if (const CellPlace place = any(); is_open(place)) return place;
    }
  }
  [[nodiscard]] CellGrid grid() const { return {cells.data(), kSize, kSize}; }
  [[nodiscard]] bool is_open(CellPlace place) const {
    return grid().holds(place) && cells[grid().index_of(place)] != kImpassable;
  }

  std::vector<uint8_t> cells;
  std::mt19937 random;
  std::vector<PathQuery> queries;
};

}  // namespace ishi::benchmarks
