#include "navigation/walking.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "blackboard/variable.h"
#include "navigation/grid_state.h"

namespace ishi {
namespace {

// How many cells an agent may have come on since it was last looked at.
constexpr uint32_t kCellsAhead = 4;

bool is_same(CellPlace a, CellPlace b) { return a.column == b.column && a.row == b.row; }

CellPlace after(CellPlace cell, uint32_t direction) {
  return {cell.column + kStepOf[direction].column, cell.row + kStepOf[direction].row};
}

void position_of(const Population::State& p, uint32_t slot, float (&position)[3]) {
  const uint32_t row = p.self[slot].index;
  for (uint32_t axis = 0; axis < 3; ++axis) position[axis] = read_axis(p.world->entities.position[axis], row);
}

bool is_near(const GridState& grid, const float (&position)[3], const float (&place)[3]) {
  const float x = place[0] - position[0], other = place[grid.axis] - position[grid.axis];
  const float half = grid.options.cell * 0.5f;
  return x * x + other * other <= half * half;
}

// How many cells further along its way a walker is that stands in `here`; kNotFound if that is not on it.
uint32_t cells_ahead(const WalkState& walk, CellPlace here, uint32_t most) {
  CellPlace cell = walk.cell();
  for (uint32_t ahead = 0; ahead <= most && walk.position + ahead <= walk.steps; ++ahead) {
    if (ahead > 0) cell = after(cell, walk.direction(walk.position + ahead - 1));
    if (is_same(cell, here)) return ahead;
  }
  return kNotFound;
}

// One walker.
class Walker {
 public:
  Walker(Population::State& population, const GridState& grid, uint32_t slot)
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
    // While the way was searched the agent may have walked on along the old one.
    const uint32_t most = is_fresh ? walk_.steps : kCellsAhead;
    if (const uint32_t ahead = cells_ahead(walk_, here, most); ahead != kNotFound) {
      walk_.position = static_cast<uint16_t>(walk_.position + ahead);
      walk_.here[0] = static_cast<int16_t>(here.column);
      walk_.here[1] = static_cast<int16_t>(here.row);
      return;
    }
    // It was pushed off, or has come elsewhere meanwhile.
    if (is_fresh) return ask_anew();
    p_.walks.ask(slot_);
  }

  [[nodiscard]] bool can_be_walked() const {
    const Travel& travel = p_.walks.travels[p_.asset->tables.nodes[walk_.node].subject()];
    CellPlace cell = walk_.cell();
    for (uint32_t step = walk_.position; step < walk_.steps; ++step) {
      const uint8_t direction = walk_.direction(step);
      const bool is_diagonal = direction % 2 != 0;
      if (is_diagonal && !travel.corners) {
        if (!can_enter(travel, after(cell, (direction + 1) % kDirections))) return false;
        if (!can_enter(travel, after(cell, (direction - 1) % kDirections))) return false;
      }
      cell = after(cell, direction);
      if (!can_enter(travel, cell)) return false;
    }
    return true;
  }

  [[nodiscard]] bool can_enter(const Travel& travel, CellPlace cell) const {
    return travel.can_enter(grid_.cells[grid_.grid().index_of(cell)]);
  }

  WalkOutcome at_end() {
    if (walk_.is_away != 0) return WalkOutcome::arrived;
    if (walk_.asked != WayRequest::none) return WalkOutcome::running;
    // A way without a step that does not lead there: nothing is nearer.
    if (walk_.steps == 0) return WalkOutcome::failed;
    p_.walks.ask(slot_);
    return WalkOutcome::running;
  }

  Population::State& p_;
  const GridState& grid_;
  WalkState& walk_;
  uint32_t slot_;
};

}  // namespace

WalkOutcome walk(Population::State& population, uint32_t slot, uint32_t node, const float (&place)[3]) {
  const GridState* const grid = population.world->grid.get();
  if (grid == nullptr) return WalkOutcome::failed;
  return Walker(population, *grid, slot).go(node, place);
}

bool has_arrived(const Population::State& p, uint32_t slot, uint32_t node, const float (&place)[3]) {
  const GridState* const grid = p.world->grid.get();
  const WalkState& walk = p.walks.states[slot];
  if (grid == nullptr || walk.node != node) return false;
  float position[3];
  position_of(p, slot, position);
  const CellPlace here = grid->cell_of(position);
  if (!grid->grid().holds(here)) return false;
  if (walk.is_away == 0) return is_same(here, grid->cell_of(place)) || is_near(*grid, position, place);
  if (walk.has_way == 0 || walk.version != grid->header->version) return false;
  const uint32_t ahead = cells_ahead(walk, here, walk.is_fresh != 0 ? walk.steps : kCellsAhead);
  return ahead != kNotFound && walk.position + ahead == walk.steps;
}

bool way_point(const Population::State& p, uint32_t slot, float (&at)[3]) {
  if (!p.walks.any() || p.world->grid == nullptr) return false;
  const WalkState& walk = p.walks.states[slot];
  if (walk.has_way == 0 || walk.position >= walk.steps) return false;
  position_of(p, slot, at);
  p.world->grid->centre_of(after(walk.cell(), walk.direction(walk.position)), at);
  return true;
}

void head_for_way_point(const Population::State& p, uint32_t slot, Move& move) {
  float to[3], from[3];
  if (!way_point(p, slot, to)) return;
  position_of(p, slot, from);
  const uint32_t axis = p.world->grid->axis;
  const float right = to[0] - from[0], ahead = to[axis] - from[axis];
  const float length = std::sqrt(right * right + ahead * ahead);
  if (!(length > 0.0f)) return;
  move.heading.x = right / length;
  (axis == 2 ? move.heading.z : move.heading.y) = ahead / length;
  const Tables& t = p.asset->tables;
  move.speed = t.navigations[t.nodes[p.walks.states[slot].node].subject()].speed();
}

}  // namespace ishi
