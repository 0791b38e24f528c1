#include <algorithm>
#include <cmath>
#include <utility>

#include "asset/limits.h"
#include "built_features.h"
#include "float_environment.h"
#include "memory/allocation.h"
#include "navigation/grid_state.h"
#include "navigation/walking.h"
#include "population/refusals.h"
#include "tape/calls.h"

// The grid of a world, and the ways over it, as a game calls them.

namespace ishi {
namespace {

constexpr float kLeastCell = 1e-6f;  // squares of distances are told from 0
// How many cells away from 0 a grid may reach: a float of so many cells steps by at most an eighth of one.
constexpr double kMostCells = 1 << 20;

// True if floats along an axis distinguish places within a cell.
bool are_told_apart(float origin, uint32_t count, float cell) {
  const double end = double{origin} + double{cell} * count;
  return std::max(std::fabs(double{origin}), std::fabs(end)) <= kMostCells * double{cell};
}

Status check_options(const GridOptions& options, Up up) {
  if (options.size != sizeof(GridOptions)) return bad_option(BadOption::size);
  if (options.columns == 0 || options.columns > kMostColumns) return bad_option(BadOption::columns);
  if (options.rows == 0 || options.rows > kMostColumns) return bad_option(BadOption::rows);
  if (!(options.cell >= kLeastCell && options.cell <= limits::kFar)) return bad_option(BadOption::cell);
  const auto is_near = [](float value) { return std::fabs(value) <= limits::kFar; };
  if (!is_near(options.origin.x) || !is_near(options.origin.y) || !is_near(options.origin.z))
    return bad_option(BadOption::origin);
  const float other = up == Up::y ? options.origin.z : options.origin.y;
  if (!are_told_apart(options.origin.x, options.columns, options.cell) ||
      !are_told_apart(other, options.rows, options.cell))
    return bad_option(BadOption::cell);
  if (options.searches == 0 || options.searches > kMostSearches) return bad_option(BadOption::searches);
  return {};
}

}  // namespace

Status World::create_grid(const GridOptions& options) {
  if (state_ == nullptr) return kNotCreated;
  if (!is_built(Feature::walking)) return missing(Feature::walking);
  if (state_->in_frame) return wrong_phase(*state_);
  Status status;
  in_float_environment([&] { status = check_options(options, state_->options.up); });
  if (!status) return status;
  if (state_->grid != nullptr) return {StatusCode::grid_exists, 0};
  const AllocatorScope scope(state_->options.allocator);
  Owned<GridState> grid = make_owned<GridState>();
  if (grid == nullptr) return {StatusCode::out_of_memory, 0};
  status = grid->create(options, state_->options.up == Up::y ? 2 : 1);
  if (!status) return status;
  state_->grid = std::move(grid);
  if (state_->tape != nullptr) state_->tape->became_other();
  return {};
}

GridCells World::cells() {
  if (state_ == nullptr || state_->grid == nullptr) return {};
  const GridState& grid = *state_->grid;
  return {grid.cells + grid.grid().index_of({0, 0}), grid.options.columns, grid.options.rows,
          grid.grid().stride()};
}

Status World::set_cell(uint32_t column, uint32_t row, uint8_t terrain) {
  if (state_ == nullptr) return kNotCreated;
  if (state_->in_frame) return wrong_phase(*state_);
  const GridCells all = cells();
  if (all.empty()) return {StatusCode::no_grid, 0};
  if (column >= all.columns()) return {StatusCode::off_grid, column};
  if (row >= all.rows()) return {StatusCode::off_grid, row};
  if (std::exchange(all.at(column, row), terrain) != terrain) ++state_->grid->header->version;
  if (state_->tape != nullptr)
    state_->tape->note(recording::Call::set_cell, Tape::kWorld, recording::ChangedCell(column, row, terrain));
  return {};
}

Status World::cells_changed() {
  if (state_ == nullptr) return kNotCreated;
  if (state_->in_frame) return wrong_phase(*state_);
  if (state_->grid == nullptr) return {StatusCode::no_grid, 0};
  ++state_->grid->header->version;
  if (state_->tape != nullptr) state_->tape->called(recording::Call::cells_changed, Tape::kWorld, {}, {});
  return {};
}

Status World::cell_of(Vector3 point, uint32_t& column, uint32_t& row) const {
  if (state_ == nullptr) return kNotCreated;
  if (state_->grid == nullptr) return {StatusCode::no_grid, 0};
  CellPlace cell;
  in_float_environment([&] { cell = state_->grid->cell_of({point.x, point.y, point.z}); });
  if (!state_->grid->grid().holds(cell)) return {StatusCode::off_grid, 0};
  column = static_cast<uint32_t>(cell.column);
  row = static_cast<uint32_t>(cell.row);
  return {};
}

Status World::find_paths(const PathOptions& options) {
  if (state_ == nullptr) return kNotCreated;
  if (options.size != sizeof(PathOptions)) return bad_option(BadOption::size);
  if (options.expansions == 0) return bad_option(BadOption::expansions);
  if (!state_->in_frame || state_->is_busy()) return wrong_phase(*state_);
  if (state_->grid == nullptr) return {StatusCode::no_grid, 0};
  if (state_->tape != nullptr)
    state_->tape->note(recording::Call::find_paths, Tape::kWorld, recording::PathBound(options.expansions));
  if constexpr (is_built(Feature::walking))
    in_float_environment([&] { ishi::find_paths(*state_, options.expansions); });
  return {};
}

PathCounters World::path_counters() const {
  if (state_ == nullptr || state_->grid == nullptr) return {};
  PathCounters counters = state_->grid->counters;
  for (const Population::State* p : state_->populations) {
    for (uint32_t slot = 0; p->walks.any() && slot < p->capacity; ++slot)
      counters.waiting += p->walks.states[slot].asked != WayRequest::none ? 1 : 0;
  }
  return counters;
}

bool Population::way_point(Entity agent, Vector3& at) const {
  uint32_t slot = 0;
  if (!slot_of(agent, slot) || !state()->walks.any()) return false;
  float point[3];
  bool is_there = false;
  in_float_environment([&] { is_there = ishi::way_point(*state(), slot, point); });
  if (is_there) at = {point[0], point[1], point[2]};
  return is_there;
}

Status Population::path(Entity agent, std::span<Vector3> points, uint32_t& count) const {
  count = 0;
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  if (!state()->walks.any() || state()->walks.states[slot].has_way == 0) return {};
  const WalkState& walk = state()->walks.states[slot];
  count = uint32_t{walk.steps} - walk.position;
  if (points.size() < count) return {StatusCode::buffer_too_small, count};
  in_float_environment([&] {
    float point[3] = {};
    const uint32_t row = state()->self[slot].index;
    for (uint32_t axis = 0; axis < 3; ++axis)
      point[axis] = read_axis(state()->world->entities.position[axis], row);
    WayReader way(walk);
    for (uint32_t i = 0; i < count; ++i, way.advance()) {
      state()->world->grid->centre_of(way.next(), point);
      points[i] = {point[0], point[1], point[2]};
    }
  });
  return {};
}

Status Population::way(Entity agent, Way& way) const {
  way = {};
  uint32_t slot = 0;
  if (Status status = slot_of(agent, slot); !status) return status;
  if (!state()->walks.any() || state()->world->grid == nullptr) return {};
  const WalkState& walk = state()->walks.states[slot];
  way.is_asked = walk.asked != WayRequest::none;
  if (walk.has_way == 0) return {};
  way.end = walk.end == WayEnd::place     ? Way::End::place
            : walk.end == WayEnd::nearest ? Way::End::nearest
                                          : Way::End::part;
  way.steps = uint32_t{walk.steps} - walk.position;
  const GridState& grid = *state()->world->grid;
  const Travel& travel = state()->walks.travels[state()->asset->tables.nodes[walk.node].subject()];
  uint64_t units = 0;
  for (WayReader reader(walk); !reader.is_at_end(); reader.advance()) {
    const uint8_t terrain = grid.cells[grid.grid().index_of(reader.next())];
    units += reader.is_diagonal() ? travel.diagonal[terrain] : travel.straight[terrain];
  }
  in_float_environment([&] { way.cost = static_cast<float>(units) / static_cast<float>(travel.unit); });
  return {};
}

}  // namespace ishi
