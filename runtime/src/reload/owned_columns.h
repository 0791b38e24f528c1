#pragma once

#include <cstdint>
#include <span>
#include <tuple>

#include "columns/state_columns.h"
#include "ishi/reload.h"
#include "memory/array.h"
#include "reload/reload_state.h"

// All columns of a world's populations, sorted by what they are of.

namespace ishi {

// A column of the world, and whose it is.
struct OwnedColumn {
  NamedColumn column;
  uint16_t owner = ReloadItem::kShared;
  uint16_t population = 0;

  [[nodiscard]] auto key() const { return std::tuple(owner, column.of->tag, column.id, column.of->part); }
};

// `is_new`: of the world that is to be; columns have the ids that they had in the one that runs. False if
// there is no memory.
[[nodiscard]] bool gather_columns(const World::State& world, std::span<const PopulationReload> reloads,
                                  bool is_new, Array<OwnedColumn>& all);

// True if reports list a column by itself: of several axes the first stands for all.
[[nodiscard]] inline bool is_reported(const OwnedColumn& column) {
  return column.column.of->report.has_value() && column.column.of->part == 0;
}

}  // namespace ishi
