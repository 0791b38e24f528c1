#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostics.h"
#include "simulate/situation.h"

namespace ishi::compiler {

struct Node;

// Walls as a test or a scene writes them: cells of one metre, and lines from one place to another.

// Reads a list of walls. Everything wrong is reported, and left out.
[[nodiscard]] std::vector<SituationWall> read_walls(const Node& walls, Diagnostics& diagnostics);

// Reads the one wall of a door. Nothing after a report.
[[nodiscard]] std::optional<SituationWall> read_door(const Node& wall, Diagnostics& diagnostics);

}  // namespace ishi::compiler
