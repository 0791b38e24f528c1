#pragma once

#include <cstdint>
#include <string_view>

#include "drawing.h"
#include "game.h"

// The house of the story: walls and crates on a grid of one metre, what lies on the floor, what can be seen
// and where one may go. Nothing here knows of behaviours.

namespace thief {

using games::Place;

inline constexpr int kColumns = 46, kRows = 26;  // cells of a metre; the house's corner lies at 0, 0
inline constexpr float kStep = 0.1F;             // seconds a frame
inline constexpr float kBody = 0.3F;             // metres: how much room somebody takes up

// What stands in a cell: '#' a wall, 'c' a crate, 'r' a rug, 'g' broken glass, '.' bare floor. Outside of the
// house all is wall.
[[nodiscard]] char cell_at(int column, int row);
[[nodiscard]] bool is_solid(int column, int row);
[[nodiscard]] game::Ground ground_at(Place place);

// True if nothing solid lies between two places.
[[nodiscard]] bool is_clear(Place from, Place to);

// The directions, of so many, clockwise from +z, in which a body would touch something solid within `reach`
// metres: a bit for each.
[[nodiscard]] uint64_t blocked_directions(Place from, uint32_t directions, float reach);

// Where a body comes to that goes from one place to another: along walls, not through them.
[[nodiscard]] Place slide(Place from, Place to);

}  // namespace thief
