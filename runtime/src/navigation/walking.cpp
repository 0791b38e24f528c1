#include "navigation/walking.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "blackboard/variable.h"
#include "navigation/grid_state.h"
#include "navigation/walks.h"

namespace ishi {
namespace {

// How many cells an agent may have come on since it was last looked at.
constexpr uint32_t kCellsAhead = 4;

bool is_same(CellPlace a, CellPlace b) { return a.column == b.column && a.row == b.row; }
void position_of(const Agents& p, uint32_t slot, float (&position)[3]) {
  const uint32_t row = p.self[slot].index;
  for (uint32_t axis = 0; axis < 3; ++axis)
    position[axis] = read_axis(p.around->entities.position[axis], row);
}

bool is_near(const GridState& grid, const float (&position)[3], const float (&place)[3]) {
  const float x = place[0] - position[0], other = place[grid.axis] - position[grid.axis];
  const float half = grid.options.cell * 0.5f;
  return x * x + other * other <= half * half;
}

// True if the agent stands in one of the two cells beside the diagonal step that follows: the straight line
// to the next centre leads through one of them.
bool is_beside(const WayReader& way, CellPlace here) {
  return way.is_diagonal() && (is_same(way.beside(1), here) || is_same(way.beside(-1), here));
}

// Follows the way to the cell `here`, or to the step that leads past it, over so many cells at most. False if
// it is on neither.
bool find_ahead(WayReader& way, CellPlace here, uint32_t most) {
  WayReader beside = way;
  bool passes = false;
  for (WayReader on = way;; on.advance()) {
    if (is_same(on.cell(), here)) {
      way = on;
      return true;
    }
    if (on.is_at_end()) break;
    if (!passes && is_beside(on, here)) {
      beside = on;
      passes = true;
    }
    if (most-- == 0) break;
  }
  if (passes) way = beside;
  return passes;
}

bool can_enter(const GridState& grid, const Travel& travel, CellPlace cell) {
  return travel.can_enter(grid.cells[grid.grid().index_of(cell)]);
}

// One walker.
class Walker {
 public:
  Walker(Agents& population, const GridState& grid, uint32_t slot)
      : p_(population), grid_(grid), walk_(population.walks.states[slot]), slot_(slot) {}

  WalkOutcome go(uint32_t node, const float (&place)[3]) {
    float position[3];
    position_of(p_, slot_, position);
    const CellPlace here = grid_.cell_of(position);
    if (!grid_.grid().holds(here)) return WalkOutcome::failed;
    const CellPlace there = grid_.cell_of(place);
    if (walk_.node != node) begin(node, there);
    if (walk_.is_away == 0) {
      if (is_same(here, there) || is_near(grid_, position, place)) return WalkOutcome::arrived;
      if (!is_same(walk_.place_cell(), there)) {
        go_to(there);
        p_.walks.ask(slot_);
      }
    }
    if (walk_.has_way != 0) {
      follow(here);
    } else {
      // Its request is void if it was off the grid when it was its turn.
      p_.walks.ask(slot_);
    }
    return walk_.has_way != 0 && walk_.position == walk_.steps ? at_end() : WalkOutcome::running;
  }

 private:
  void begin(uint32_t node, CellPlace there) {
    p_.walks.release(slot_);
    walk_.node = node;
    walk_.is_away = p_.asset->tables.nodes[node].count() != 0 ? 1 : 0;
    go_to(there);
    p_.walks.ask(slot_);
  }

  void go_to(CellPlace there) {
    walk_.place[0] = static_cast<int16_t>(there.column);
    walk_.place[1] = static_cast<int16_t>(there.row);
  }

  // Asks for another way and stands until it is there.
  void ask_anew() {
    walk_.has_way = 0;
    p_.walks.ask(slot_);
  }

  // Finds the agent on its way.
  void follow(CellPlace here) {
    const bool is_fresh = std::exchange(walk_.is_fresh, uint8_t{0}) != 0;
    if (walk_.version != grid_.header->version) {
      walk_.version = grid_.header->version;
      if (!can_be_walked()) return ask_anew();
    }
    if (!is_fresh && is_same(walk_.cell(), here)) return;
    // While the way was searched the agent may have walked on along the old one.
    WayReader way(walk_);
    if (find_ahead(way, here, is_fresh ? walk_.steps : kCellsAhead)) return way.put_to(walk_);
    // It was pushed off, or has come elsewhere meanwhile.
    if (is_fresh) return ask_anew();
    p_.walks.ask(slot_);
  }

  [[nodiscard]] bool can_be_walked() const {
    const Travel& travel = p_.walks.travels[p_.asset->tables.nodes[walk_.node].subject()];
    for (WayReader way(walk_); !way.is_at_end(); way.advance()) {
      if (way.is_diagonal() && !travel.corners &&
          (!can_enter(grid_, travel, way.beside(1)) || !can_enter(grid_, travel, way.beside(-1))))
        return false;
      if (!can_enter(grid_, travel, way.next())) return false;
    }
    return true;
  }

  WalkOutcome at_end() {
    if (walk_.is_away != 0) return WalkOutcome::arrived;
    if (walk_.asked != WayRequest::none) return WalkOutcome::running;
    // A way without a step that does not lead there: nothing is nearer.
    if (walk_.steps == 0) return WalkOutcome::failed;
    p_.walks.ask(slot_);
    return WalkOutcome::running;
  }

  Agents& p_;
  const GridState& grid_;
  WalkState& walk_;
  uint32_t slot_;
};

}  // namespace

WalkOutcome walk(Agents& population, uint32_t slot, uint32_t node, const float (&place)[3]) {
  const GridState* const grid = population.around->grid.get();
  if (grid == nullptr) return WalkOutcome::failed;
  return Walker(population, *grid, slot).go(node, place);
}

bool stays_on_way(const Agents& p, uint32_t slot, const float (&place)[3]) {
  const GridState* const grid = p.around->grid.get();
  const WalkState& walk = p.walks.states[slot];
  if (grid == nullptr || walk.has_way == 0 || walk.is_fresh != 0 || walk.is_away != 0 ||
      walk.version != grid->header->version || walk.position == walk.steps)
    return false;
  float position[3];
  position_of(p, slot, position);
  return is_same(grid->cell_of(position), walk.cell()) && is_same(grid->cell_of(place), walk.place_cell()) &&
         !is_same(walk.cell(), walk.place_cell()) && !is_near(*grid, position, place);
}

bool has_arrived(const Agents& p, uint32_t slot, uint32_t node, const float (&place)[3]) {
  const GridState* const grid = p.around->grid.get();
  const WalkState& walk = p.walks.states[slot];
  if (grid == nullptr || walk.node != node) return false;
  float position[3];
  position_of(p, slot, position);
  const CellPlace here = grid->cell_of(position);
  if (!grid->grid().holds(here)) return false;
  if (walk.is_away == 0) return is_same(here, grid->cell_of(place)) || is_near(*grid, position, place);
  if (walk.has_way == 0 || walk.version != grid->header->version) return false;
  WayReader way(walk);
  return find_ahead(way, here, walk.is_fresh != 0 ? walk.steps : kCellsAhead) && way.is_at_end();
}

namespace {

// The point where a straight line leaves a cell, from a place in it to the centre of a diagonal neighbour.
enum class Passes : uint8_t {
  corner,
  column,
  row
};  // … into the next cell of the column's axis, or of the row's

// `x` and `z`: how far along the step the line begins, from the centre of the cell, in cells. What passes the
// corner more narrowly than rounding can tell passes the corner itself.
Passes passes_by(float x, float z) {
  constexpr float kNarrow = 1.0f / 256;
  const float half = 0.5f;
  // At which height it crosses the side towards the column's axis: times (1 - x), which is above 0.
  const float above = (z * (1 - x) + (half - x) * (1 - z)) - half * (1 - x);
  if (above > kNarrow) return Passes::row;
  return above < -kNarrow ? Passes::column : Passes::corner;
}

bool way_point_from(const Agents& p, uint32_t slot, const float (&position)[3], float (&at)[3]);

}  // namespace

// A straight line that leads through a cell that can be entered leads there. One that does not goes to just
// before the corner between the two cells, from where the next centre is straight ahead; whoever overshoots
// it is in the next cell, and whom the game's own physics keep off the wall beside it comes to where the line
// passes the corner.
bool way_point(const Agents& p, uint32_t slot, float (&at)[3]) {
  if (!p.walks.any() || p.around->grid == nullptr) return false;
  float position[3];
  position_of(p, slot, position);
  return way_point_from(p, slot, position, at);
}

namespace {

bool way_point_from(const Agents& p, uint32_t slot, const float (&position)[3], float (&at)[3]) {
  constexpr float kBefore = 1.0f / 128, kReached = 1.0f / 64;  // of the corner; in cells
  const WalkState& walk = p.walks.states[slot];
  const GridState& grid = *p.around->grid;
  if (walk.has_way == 0 || walk.position >= walk.steps) return false;
  std::copy(std::begin(position), std::end(position), at);
  const uint32_t direction = walk.direction();
  const CellPlace from = walk.cell(), step = kStepOf[direction];
  const CellPlace to{from.column + step.column, from.row + step.row};
  grid.centre_of(to, at);
  if (direction % 2 == 0 || !is_same(grid.cell_of(position), from)) return true;
  const Travel& travel = p.walks.travels[p.asset->tables.nodes[walk.node].subject()];
  const bool by_column = can_enter(grid, travel, {to.column, from.row});
  const bool by_row = can_enter(grid, travel, {from.column, to.row});
  if (by_column && by_row) return true;
  float centre[3] = {};
  grid.centre_of(from, centre);
  const uint32_t axis = grid.axis;
  const auto along = [&](uint32_t i) { return (position[i] - centre[i]) / (at[i] - centre[i]); };
  const float x = along(0), z = along(axis);
  const Passes passes = passes_by(x, z);
  if (passes == Passes::column ? by_column : passes == Passes::row && by_row) return true;
  const float corner = 0.5f - kBefore;
  if ((corner - x) * (corner - x) + (corner - z) * (corner - z) <= kReached * kReached) return true;
  for (const uint32_t i : {0u, axis}) at[i] = centre[i] + (at[i] - centre[i]) * corner;
  return true;
}

}  // namespace

void head_for_way_point(const Agents& p, uint32_t slot, Move& move) {
  if (!p.walks.any() || p.around->grid == nullptr) return;
  float to[3], from[3];
  position_of(p, slot, from);
  if (!way_point_from(p, slot, from, to)) return;
  const uint32_t axis = p.around->grid->axis;
  const float right = to[0] - from[0], ahead = to[axis] - from[axis];
  const float length = std::sqrt(right * right + ahead * ahead);
  if (!(length > 0.0f)) return;
  move.heading.x = right / length;
  (axis == 2 ? move.heading.z : move.heading.y) = ahead / length;
  const Tables& t = p.asset->tables;
  move.speed = t.navigations[t.nodes[p.walks.states[slot].node].subject()].speed();
}

}  // namespace ishi
