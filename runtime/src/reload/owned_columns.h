#pragma once

#include <cstdint>
#include <span>
#include <tuple>

#include "ishi/reload.h"
#include "memory/array.h"
#include "reload/columns.h"
#include "reload/reload_state.h"

// All columns of a world's populations, sorted by what they are of.

namespace ishi {

// A column of the world, and whose it is.
struct OwnedColumn {
  StateColumn column;
  uint16_t owner = ReloadItem::kShared;
  uint16_t population = 0;

  [[nodiscard]] auto key() const { return std::tuple(owner, column.tag, column.id, column.part); }
};

// `is_new`: of the world that is to be; columns have the ids that they had in the one that runs. False if
// there is no memory.
[[nodiscard]] bool gather_columns(const World::State& world, std::span<const PopulationReload> reloads,
                                  bool is_new, Array<OwnedColumn>& all);

// The name of a column in a report; false if reports do not list it by itself.
[[nodiscard]] bool part_of(const StateColumn& column, ReloadPart& part);

}  // namespace ishi
