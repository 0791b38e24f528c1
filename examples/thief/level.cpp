#include "level.h"

#include <array>
#include <cmath>
#include <numbers>

namespace thief {
namespace {

// The row of the greatest z first.
constexpr std::array<std::string_view, kRows> kHouse = {
    "##############################################",  //
    "#............#..............#................#",  //
    "#............#..............#................#",  //
    "#..cc........#....rrrrrr....#....rrrrrr......#",  //
    "#..cc.............rrrrrr.........rrrrrr......#",  //
    "#............#....rrrrrr....#....rrrrrr......#",  //
    "#........cc..#..............#................#",  //
    "#........cc..#....cc..cc....#.......cc.......#",  //
    "#............#....cc..cc....######..##########",  //
    "######..######..............#................#",  //
    "#............#.....................ggg.......#",  //
    "#............#..............#......ggg.......#",  //
    "#..cc..cc.........rrrrrr....#..cc......cc....#",  //
    "#..cc..cc.........rrrrrr.......cc......cc....#",  //
    "#............#....rrrrrr....#................#",  //
    "#............#..............#....cc..........#",  //
    "#............####..####..####....cc..........#",  //
    "#......................................cc....#",  //
    "#......................................cc....#",  //
    "#....ccc......cc....ggg....cc................#",  //
    "#....ccc......cc....ggg....cc.....ccc........#",  //
    "#...................ggg...........ccc........#",  //
    "#............................................#",  //
    "#.......cc.............cc...........cc.......#",  //
    "........cc.............cc...........cc.......#",  //
    "##############################################",
};

constexpr bool is_whole() {
  for (const std::string_view row : kHouse) {
    if (row.size() != kColumns) return false;
  }
  return true;
}
static_assert(is_whole(), "a row of the house has another length");

// True if a body that stands there touches something solid.
bool touches(Place place, float radius) {
  const auto cell = [](float at) { return static_cast<int>(std::floor(at)); };
  for (int row = cell(place.z - radius); row <= cell(place.z + radius); ++row) {
    for (int column = cell(place.x - radius); column <= cell(place.x + radius); ++column) {
      if (!is_solid(column, row)) continue;
      const auto left = static_cast<float>(column), front = static_cast<float>(row);
      const float dx = place.x < left ? left - place.x : place.x > left + 1 ? place.x - left - 1 : 0;
      const float dz = place.z < front ? front - place.z : place.z > front + 1 ? place.z - front - 1 : 0;
      if (dx * dx + dz * dz < radius * radius) return true;
    }
  }
  return false;
}

}  // namespace

char cell_at(int column, int row) {
  if (column < 0 || column >= kColumns || row < 0 || row >= kRows) return '#';
  return kHouse[static_cast<size_t>(kRows - 1 - row)][static_cast<size_t>(column)];
}

bool is_solid(int column, int row) {
  const char cell = cell_at(column, row);
  return cell == '#' || cell == 'c';
}

game::Ground ground_at(Place place) {
  switch (cell_at(static_cast<int>(std::floor(place.x)), static_cast<int>(std::floor(place.z)))) {
    case 'r': return game::Ground::rug;
    case 'g': return game::Ground::glass;
    default: return game::Ground::floor;
  }
}

bool is_clear(Place from, Place to) {
  const float length = games::distance(from, to);
  const int steps = static_cast<int>(std::ceil(length / 0.1F));
  for (int i = 1; i < steps; ++i) {
    const float part = static_cast<float>(i) / static_cast<float>(steps);
    const Place at{from.x + (to.x - from.x) * part, from.z + (to.z - from.z) * part};
    if (is_solid(static_cast<int>(std::floor(at.x)), static_cast<int>(std::floor(at.z)))) return false;
  }
  return true;
}

uint64_t blocked_directions(Place from, uint32_t directions, float reach) {
  uint64_t blocked = 0;
  for (uint32_t i = 0; i < directions; ++i) {
    const float angle =
        2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(directions);
    const Place heading{std::sin(angle), std::cos(angle)};
    for (float ahead = 0.1F; ahead <= reach; ahead += 0.1F) {
      if (!touches({from.x + heading.x * ahead, from.z + heading.z * ahead}, kBody)) continue;
      blocked |= uint64_t{1} << i;
      break;
    }
  }
  return blocked;
}

Place slide(Place from, Place to) {
  if (!touches(to, kBody)) return to;
  if (!touches({to.x, from.z}, kBody)) return {to.x, from.z};
  if (!touches({from.x, to.z}, kBody)) return {from.x, to.z};
  return from;
}

}  // namespace thief
