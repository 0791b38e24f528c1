#include "navigation/path_search.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>

#include "runtime/navigation/many_maps.h"
#include "runtime/navigation/maps.h"
#include "runtime/navigation/shortest.h"

namespace ishi::testing::path_search_test {
namespace {

constexpr CellPlace kOrigin{0, 0};

// Queries of a map; ends lie in walls and outside, too.
std::vector<PathQuery> some_queries(const Map& map, uint32_t seed, uint32_t count) {
  std::mt19937 random(seed);
  std::vector<PathQuery> queries;
  const auto any = [&](uint32_t size) { return static_cast<int32_t>(random() % size); };
  while (queries.size() < count) {
    PathQuery query;
    query.start = {any(map.columns), any(map.rows)};
    query.place = {any(map.columns), any(map.rows)};
    queries.push_back(query);
  }
  return queries;
}

TEST_CASE("a way without turning costs is one of least cost, on every map") {
  uint32_t reached = 0, seed = 0;
  for (const Map& map : many_maps()) {
    for (const TravelOptions& options : many_classes()) {
      const Travel travel(options);
      for (const PathQuery& query : some_queries(map, ++seed, 3)) {
        const FoundWay way = search(map, travel, query);
        REQUIRE(is_a_way(map, options, query.start, way));
        const auto [distance, cost] = best_end(map, options, query);
        REQUIRE(way.distance == distance);
        REQUIRE(way.cost == cost);
        REQUIRE((way.status == PathStatus::reached) == (distance == 0));
        reached += distance == 0 ? 1 : 0;
      }
    }
  }
  CHECK(reached > 500);
}

TEST_CASE("a search stops at a cost of 2^26") {
  // Corridors there and back. Each step costs 255 plain ones, five units each.
  Map map(4096, 29);
  for (uint32_t row = 1; row < map.rows; row += 2) {
    for (uint32_t column = 0; column < map.columns; ++column) {
      const bool is_open = column == (row % 4 == 1 ? map.columns - 1 : 0);
      if (!is_open) map.at(column, row) = kImpassable;
    }
  }
  TravelOptions options;
  options.diagonals = true;
  options.corners = false;
  options.costs[0] = 255;
  const Travel travel(options);
  // Into the first column of every fourth row 2 * 4,097 steps more.
  constexpr uint32_t kSteps = kFarthestCost / (255 * Travel::kStraight);
  for (int32_t row = 4; row <= 28; row += 4) {
    const uint32_t steps = static_cast<uint32_t>(row) / 4 * 2 * 4097;
    CAPTURE(row, steps);
    const FoundWay way = search(map, travel, {.start = {0, 0}, .place = {0, row}});
    CHECK((way.status == PathStatus::reached) == (steps <= kSteps));
    if (way.status == PathStatus::reached) CHECK(way.cost == steps * 255 * Travel::kStraight);
  }
}

TEST_CASE("a way away from a place ends at the farthest cell within the steps, at the least cost") {
  uint32_t seed = 0;
  for (const Map& map : many_maps()) {
    for (TravelOptions options : many_classes()) {
      options.turn_side = ++seed % 2;
      options.turn_back = seed % 3;
      options.steps = 1 + seed % 20;
      for (PathQuery query : some_queries(map, seed, 2)) {
        query.away = true;
        query.facing = static_cast<uint8_t>(seed % 4 * 2);
        const FoundWay way = search(map, Travel(options), query);
        REQUIRE(is_a_way(map, options, query.start, way));
        REQUIRE(std::pair(way.distance, way.cost) == best_end(map, options, query));
      }
    }
  }
}

TEST_CASE("how a search is cut up changes nothing") {
  uint32_t seed = 0;
  for (const Map& map : many_maps()) {
    for (TravelOptions options : many_classes()) {
      options.turn_side = ++seed % 3;
      options.turn_back = seed % 3 * 2;
      const Travel travel(options);
      for (PathQuery query : some_queries(map, seed, 1)) {
        query.away = seed % 5 == 0;
        const FoundWay whole = search(map, travel, query);
        REQUIRE(search(map, travel, query, 1) == whole);
        REQUIRE(search(map, travel, query, 7) == whole);
      }
    }
  }
}

TEST_CASE("one search after the other finds what each would find alone") {
  const Map map = Map::scattered(40, 40, 20, 3, 7);
  PathSearch reused;
  REQUIRE(reused.allocate(40, 40));
  uint32_t number = 0;
  // More than there are numbers of searches, in small ones.
  TravelOptions few;
  few.steps = 2;
  const Travel near(few);
  for (uint32_t i = 0; i < 65'600; ++i) {
    reused.begin(map.grid(), near, {.start = {20, 20}, .place = {0, 0}});
    reused.run(map.grid(), near, i % 8);
  }
  for (const TravelOptions& options : many_classes()) {
    const Travel travel(options);
    for (const PathQuery& query : some_queries(map, ++number, 5)) {
      reused.begin(map.grid(), travel, query);
      // Some are given up half-way.
      if (number % 3 == 0) {
        reused.run(map.grid(), travel, 20);
        reused.begin(map.grid(), travel, query);
      }
      reused.run(map.grid(), travel, 0xffffffff);
      REQUIRE(found_by(reused, map.grid()) == search(map, travel, query));
    }
  }
}

TEST_CASE("grids of one cell, one row and one column") {
  const Travel travel{TravelOptions{}};
  CHECK(search(Map(1, 1), travel, {}).status == PathStatus::reached);
  CHECK(search(Map(1, 1), travel, {.start = kOrigin, .place = {5, 5}}).directions.empty());
  CHECK(search(Map(9, 1), travel, {.start = {8, 0}, .place = {0, 0}}).directions ==
        std::vector<uint8_t>(8, 6));
  CHECK(search(Map(1, 9), travel, {.start = {0, 0}, .place = {0, 8}}).directions ==
        std::vector<uint8_t>(8, 0));
  CHECK(search(Map(1, 4096), travel, {.start = {0, 0}, .place = {0, 4095}}).cost == 4095);
  CHECK(search(Map(4096, 1), travel, {.start = {0, 0}, .place = {4095, 0}}).cost == 4095);
}

TEST_CASE("the start and the end are the same cell") {
  const FoundWay way = search(Map(5, 5), Travel{TravelOptions{}}, {.start = {2, 2}, .place = {2, 2}});
  CHECK(way.status == PathStatus::reached);
  CHECK(way.directions.empty());
  CHECK(way.cost == 0);
}

TEST_CASE("walls all around: the way ends where it begins") {
  const Map map = Map::drawn({"###", "#.#", "###"});
  const FoundWay way = search(map, Travel{TravelOptions{}}, {.start = {1, 1}, .place = {2, 2}});
  CHECK(way.status == PathStatus::nearest);
  CHECK(way.directions.empty());
}

TEST_CASE("an agent in a wall may leave it") {
  const Map map = Map::drawn({"....", ".##.", "...."});
  const FoundWay way = search(map, Travel{TravelOptions{}}, {.start = {1, 1}, .place = {3, 1}});
  CHECK(way.status == PathStatus::reached);
  CHECK(way.cost == 4);
}

TEST_CASE("a place in a wall: the nearest cell that can be reached, at the least cost, found early") {
  Map map(200, 200);
  for (int32_t row = 95; row <= 105; ++row) {
    for (int32_t column = 95; column <= 105; ++column) map.at(CellPlace{column, row}) = kImpassable;
  }
  PathSearch search;
  REQUIRE(search.allocate(200, 200));
  const Travel travel{TravelOptions{}};
  search.begin(map.grid(), travel, {.start = {50, 100}, .place = {100, 100}});
  search.run(map.grid(), travel, 0xffffffff);
  CHECK(search.status() == PathStatus::nearest);
  CHECK(search.distance() == 6);
  CHECK(search.cost() == 44);
  CHECK(search.expanded() < 1000);
}

TEST_CASE("a place outside of the grid is its nearest cell") {
  const FoundWay way =
      search(Map(5, 5), Travel{TravelOptions{}}, {.start = {0, 0}, .place = {2, -1'000'000}});
  CHECK(way.status == PathStatus::reached);
  CHECK(way.end.column == 2);
  CHECK(way.end.row == 0);
}

TEST_CASE("corners of walls are cut, or not") {
  const Map map = Map::drawn({"..", "#."});
  TravelOptions options;
  options.diagonals = true;
  const Map mirror = Map::drawn({".#", ".."});
  const PathQuery query{.start = {1, 0}, .place = {0, 1}};
  CHECK(search(map, Travel(options), query).cost == 7);
  CHECK(search(mirror, Travel(options), query).cost == 7);
  options.corners = false;
  CHECK(search(map, Travel(options), query).cost == 10);
  CHECK(search(mirror, Travel(options), query).cost == 10);
}

TEST_CASE("mud counts as several steps, also where steps are counted") {
  const Map map = Map::drawn({"01111110"});
  TravelOptions options;
  options.costs[1] = 3;
  options.steps = 9;
  const FoundWay way = search(map, Travel(options), {.start = {0, 0}, .place = {7, 0}});
  CHECK(way.status == PathStatus::nearest);
  CHECK(way.end.column == 3);
}

TEST_CASE("a way that is written in part is the beginning of the whole") {
  const Map map(50, 1);
  const Travel travel{TravelOptions{}};
  PathSearch search;
  REQUIRE(search.allocate(50, 1));
  search.begin(map.grid(), travel, {.start = {0, 0}, .place = {49, 0}});
  uint8_t first[10];
  CHECK(search.way(map.grid(), first) == 0);
  search.run(map.grid(), travel, 1000);
  CHECK(search.way(map.grid(), first) == 49);
  CHECK(std::count(first, first + 10, 2) == 10);
}

TEST_CASE("cells may change while a search goes on") {
  std::mt19937 random(1);
  Map map = Map::scattered(30, 30, 20, 3, 1);
  for (const TravelOptions& options : many_classes()) {
    const Travel travel(options);
    PathSearch search;
    REQUIRE(search.allocate(30, 30));
    search.begin(map.grid(), travel, {.start = {1, 1}, .place = {28, 28}});
    for (uint32_t i = 0; search.status() == PathStatus::running; ++i) {
      REQUIRE(i < 100'000);
      search.run(map.grid(), travel, 1);
      map.at(random() % 30, random() % 30) =
          random() % 3 == 0 ? kImpassable : static_cast<uint8_t>(random() % 3);
    }
    search.way(map.grid(), {});
  }
}

}  // namespace
}  // namespace ishi::testing::path_search_test
