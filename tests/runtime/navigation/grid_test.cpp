#include <catch2/catch.hpp>
#include <cmath>

#include "ishi/ishi.h"
#include "runtime/navigation/walk_world.h"

// The grid of a world as a game makes and changes it.

namespace ishi::testing::grid_test {
namespace {

TEST_CASE("a grid that makes no sense is refused") {
  World world;
  REQUIRE(World::create({}, world));
  const auto where = [&](const GridOptions& options) {
    const Status status = world.create_grid(options);
    CHECK(status.code == StatusCode::bad_options);
    return static_cast<BadOption>(status.where);
  };
  CHECK(where({}) == BadOption::columns);
  CHECK(where({.size = 4, .columns = 1, .rows = 1}) == BadOption::size);
  CHECK(where({.columns = 4097, .rows = 1}) == BadOption::columns);
  CHECK(where({.columns = 1}) == BadOption::rows);
  CHECK(where({.columns = 1, .rows = 1, .cell = 0}) == BadOption::cell);
  CHECK(where({.columns = 1, .rows = 1, .cell = std::nanf("")}) == BadOption::cell);
  CHECK(where({.columns = 1, .rows = 1, .origin = {0, INFINITY, 0}}) == BadOption::origin);
  CHECK(where({.columns = 1, .rows = 1, .searches = 0}) == BadOption::searches);
}

TEST_CASE("cells that positions cannot tell apart where they lie are refused") {
  const auto is_refused = [](const GridOptions& options, Up up = Up::y) {
    World world;
    REQUIRE(World::create({.up = up}, world));
    const Status status = world.create_grid(options);
    if (!status) CHECK(status.where == static_cast<uint64_t>(BadOption::cell));
    return !status;
  };
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 1e-40f}));
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 0.9e-6f}));
  CHECK_FALSE(is_refused({.columns = 1, .rows = 1, .cell = 1e-6f}));
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 0.01f, .origin = {900'000, 0, 0}}));
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 0.01f, .origin = {0, 0, -900'000}}));
  // Half a metre: up to 2^19 metres away, with the corner that is farthest.
  CHECK_FALSE(is_refused({.columns = 576, .rows = 1, .cell = 0.5f, .origin = {524'000, 0, 0}}));
  CHECK(is_refused({.columns = 577, .rows = 1, .cell = 0.5f, .origin = {524'000, 0, 0}}));
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 0.5f, .origin = {0, 0, -524'288.5f}}));
  // A metre: wherever a grid may begin.
  CHECK_FALSE(is_refused({.columns = 4096, .rows = 4096, .origin = {1e6f, 0, -1e6f}}));
  // Heights are not told apart by cells.
  CHECK_FALSE(is_refused({.columns = 1, .rows = 1, .cell = 0.01f, .origin = {0, 1e6f, 0}}));
  CHECK(is_refused({.columns = 1, .rows = 1, .cell = 0.01f, .origin = {0, 1e6f, 0}}, Up::z));
  CHECK_FALSE(is_refused({.columns = 1, .rows = 1, .cell = 0.01f, .origin = {0, 0, 1e6f}}, Up::z));
}

TEST_CASE("as far out as a grid may lie, its cells are told apart and walked over") {
  const bool is_low = GENERATE(false, true);
  WalkWorld w(spec_of(walk_by(0)),
              {.columns = kColumns,
               .rows = kRows,
               .cell = 0.01f,
               .origin = is_low ? Vector3{-10'485.76f, 0, -10'485.76f} : Vector3{10'485.3f, 0, 10'485.4f}});
  const float least = w.grid.origin.x, other = w.grid.origin.z;
  for (uint32_t i = 0; i < kColumns; ++i) {
    uint32_t column = 0, row = 0;
    REQUIRE(
        w.world.cell_of({least + (static_cast<float>(i) + 0.5f) * 0.01f, 0, other + 0.005f}, column, row));
    CHECK(column == i);
    CHECK(row == 0);
  }
  const uint32_t slot = w.spawn_at(least + 0.005f, other + 0.005f, least + 0.395f, other + 0.295f);
  CHECK(w.walk(slot) == NodeChange::completed);
  CHECK(w.cells.size() >= kColumns + kRows - 2);
}

TEST_CASE("a world has one grid, made and changed between frames") {
  World world;
  CHECK(world.create_grid({.columns = 1, .rows = 1}).code == StatusCode::not_created);
  CHECK(world.find_paths().code == StatusCode::not_created);
  REQUIRE(World::create({}, world));
  CHECK(world.cells().empty());
  CHECK(world.set_cell(0, 0, 1).code == StatusCode::no_grid);
  CHECK(world.cells_changed().code == StatusCode::no_grid);
  uint32_t column = 0, row = 0;
  CHECK(world.cell_of({}, column, row).code == StatusCode::no_grid);
  REQUIRE(world.create_grid({.columns = 3, .rows = 2, .cell = 2}));
  CHECK(world.create_grid({.columns = 1, .rows = 1}).code == StatusCode::grid_exists);
  REQUIRE(world.cell_of({5, 100, 1}, column, row));
  CHECK(column == 2);
  CHECK(row == 0);
  CHECK(world.cell_of({6, 0, 1}, column, row).code == StatusCode::off_grid);
  CHECK(world.set_cell(3, 0, 1).code == StatusCode::off_grid);
  CHECK(world.set_cell(0, 2, 1).code == StatusCode::off_grid);
  const uint64_t before = world.state_hash();
  REQUIRE(world.set_cell(2, 1, 7));
  CHECK(world.cells().at(2, 1) == 7);
  CHECK(world.state_hash() != before);
  CHECK(world.find_paths().code == StatusCode::wrong_phase);
  REQUIRE(world.begin_frame({1, 1}));
  CHECK(world.set_cell(0, 0, 1).code == StatusCode::wrong_phase);
  CHECK(world.cells_changed().code == StatusCode::wrong_phase);
  CHECK(world.create_grid({.columns = 1, .rows = 1}).code == StatusCode::wrong_phase);
  CHECK(world.find_paths({.expansions = 0}).code == StatusCode::bad_options);
  REQUIRE(world.find_paths());
}

}  // namespace
}  // namespace ishi::testing::grid_test
