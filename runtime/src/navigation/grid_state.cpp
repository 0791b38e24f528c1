#include "navigation/grid_state.h"

#include <algorithm>
#include <cstring>

namespace ishi {
namespace {

float axis_of(const Vector3& point, uint32_t axis) { return axis == 2 ? point.z : point.y; }

}  // namespace

Status GridState::create(const GridOptions& new_options, uint32_t rows_axis) {
  options = new_options;
  axis = rows_axis;
  const size_t size = CellGrid::size_of(options.columns, options.rows);
  columns.add(header, 1, About(ColumnTag::grid_header));
  columns.add(owners, options.searches, About(ColumnTag::path_owners).since(4));
  columns.add(cells, size, About(ColumnTag::grid_cells), kImpassable);
  columns.add_outside(&counters, 1, About(ColumnTag::path_counters).home(Home::save));
  if (!searches.allocate(options.searches) || !columns.allocate(arena, nullptr, FirstValues::defaults, {}))
    return {StatusCode::out_of_memory, 0};
  for (uint32_t i = 0; i < options.searches; ++i) {
    if (!searches[i].allocate(options.columns, options.rows)) return {StatusCode::out_of_memory, 0};
  }
  for (uint32_t row = 0; row < options.rows; ++row) {
    std::memset(cells + grid().index_of({0, static_cast<int32_t>(row)}), 0, options.columns);
  }
  return {};
}

void GridState::centre_of(CellPlace cell, float (&point)[3]) const {
  point[0] = options.origin.x + (static_cast<float>(cell.column) + 0.5f) * options.cell;
  point[axis] = axis_of(options.origin, axis) + (static_cast<float>(cell.row) + 0.5f) * options.cell;
}

}  // namespace ishi
