#pragma once

#include <array>
#include <cstdint>

#include "planning/cell_grid.h"

// What steps cost a class of walkers, in whole numbers, ready to be searched with.
//
// A cost is counted in units. With four neighbours a step into a cell costs 1 unit times the cost of its
// terrain. With eight it costs 5 units, and 7 if it is a diagonal one: nearly the root of two.
//
// A search takes the cell with the lowest score first (article 004 of the seeds):
//
//   score = step · cost + turning of the last move + heuristic
//
// The turning is a part of the score alone, never of the cost, so it says which of the ways that cost nearly
// the same is looked at first. The heuristic is the distance over open ground: columns + rows, or with
// diagonals 5 · the longer + 2 · the shorter of the two.
//
// Where turning costs nothing, `step` only scales the score and is left out, and the heuristic is multiplied
// by the least cost of any terrain: it then still never says more than the way costs, a way that is found is
// one of least cost, and far fewer cells are looked at. Where turning has a cost the numbers mean what they
// say.

namespace ishi {

inline constexpr uint32_t kMostStep = 16;        // of `step`, which is at least 1
inline constexpr uint32_t kMostTurn = 255;       // of a turning
inline constexpr uint32_t kMostSteps = 1 << 20;  // of `steps`
// Cells of this cost, in units, are not searched beyond: scores stay below 2^31.
inline constexpr uint32_t kFarthestCost = 1 << 26;

// What a designer says of a class.
struct TravelOptions {
  uint32_t step = 1;       // 1..kMostStep
  uint32_t turn_side = 0;  // up to a quarter turn; 0..kMostTurn
  uint32_t turn_back = 0;  // more; 0..kMostTurn
  // A cell that costs as many steps over plain ground is not searched beyond: mud of cost 3 counts as three,
  // a diagonal step as 1.4. 0: no bound. At most kMostSteps.
  uint32_t steps = 0;
  bool diagonals = false;
  bool corners = true;             // true if a diagonal step may pass a cell that cannot be entered
  std::array<uint8_t, 256> costs;  // by terrain, in plain steps; 0: it cannot be entered. That of kImpassable
                                   // is not read

  TravelOptions() { costs.fill(1); }
};

// How a move lies to the one before, by eighths of a turn: up to two to either side are sideways.
enum Turn : uint8_t { kForward, kSide, kBack };
inline constexpr std::array<uint8_t, kDirections> kTurnOf = {kForward, kSide, kSide, kBack,
                                                             kBack,    kBack, kSide, kSide};

struct Travel {
  std::array<uint16_t, 256> straight{};  // by terrain: units of a step into it; 0: it cannot be entered
  std::array<uint16_t, 256> diagonal{};  // likewise
  std::array<uint16_t, 3> turning{};     // by Turn, in the score
  uint32_t step = 1;                     // what a unit weighs in the score
  uint32_t heuristic = 1;                // what a unit of distance weighs in the score
  uint32_t unit = 1;                     // of a plain step
  uint32_t limit = kFarthestCost;        // cells of this cost are not searched beyond
  uint32_t most_turning = 0;
  uint32_t window = 0;  // scores of cells that are open at the same time differ by less
  bool diagonals = false;
  bool corners = true;

  Travel() = default;
  // `options` must be in their ranges.
  explicit Travel(const TravelOptions& options);

  friend bool operator==(const Travel&, const Travel&) = default;

  [[nodiscard]] bool can_enter(uint8_t terrain) const { return straight[terrain] != 0; }
  // Units from one cell to another over open, plain ground.
  [[nodiscard]] uint32_t distance(CellPlace from, CellPlace to) const {
    return distance_of(diagonals, from.column - to.column, from.row - to.row);
  }
  [[nodiscard]] static uint32_t distance_of(bool diagonals, int32_t columns, int32_t rows) {
    const auto wide = static_cast<uint32_t>(columns < 0 ? -columns : columns);
    const auto high = static_cast<uint32_t>(rows < 0 ? -rows : rows);
    if (!diagonals) return wide + high;
    return wide > high ? kStraight * wide + (kDiagonal - kStraight) * high
                       : kStraight * high + (kDiagonal - kStraight) * wide;
  }

  static constexpr uint32_t kStraight = 5;
  static constexpr uint32_t kDiagonal = 7;
};

}  // namespace ishi
