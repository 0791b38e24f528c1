#pragma once

#include <span>
#include <vector>

#include "model/model.h"
#include "simulate/situation.h"

namespace ishi::compiler {

// Walls stand on the plane of the ground: nobody sees or walks through them, however high they are. A cell is
// one metre wide, and its centre lies on whole metres.

// The centres of the cells that walls fill, on the plane: right and ahead. None stands there twice.
// O(length of the walls).
[[nodiscard]] std::vector<WallCell> wall_cells(std::span<const SituationWall> walls, Up up);

// True if one of the cells holds a place.
[[nodiscard]] bool is_in_cells(std::span<const WallCell> cells, const Vector& at, Up up);

// True if something stands between two places. The wall in which somebody stands does not hide them.
[[nodiscard]] bool is_sight_blocked(std::span<const SituationWall> walls, const Vector& from,
                                    const Vector& to, Up up);

}  // namespace ishi::compiler
